import type { Mark } from '../marks/mark.ts'

/** Path marks inside an SVG of the page. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return marks.map((mark, index) =>
    mark.kind !== 'path' ? null : (
      <path
        key={index}
        d={mark.d}
        fill={mark.fill ?? 'none'}
        stroke={mark.stroke ?? 'none'}
        strokeWidth={mark.width}
        strokeDasharray={mark.dash?.join(' ')}
        opacity={mark.opacity}
      />
    ),
  )
}
