import { linesPath, type Mark } from '../painting/marks/mark.ts'

/** Marks as SVG elements; texts are left out. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return marks.map((mark, index) => {
    if (mark.kind === 'text') return null
    const paint = {
      fill: mark.fill ?? 'none',
      stroke: mark.stroke ?? 'none',
      strokeWidth: mark.width,
      strokeDasharray: mark.dash?.join(' '),
      opacity: mark.opacity,
    }
    if (mark.kind === 'dot') return <circle key={index} cx={mark.x} cy={mark.y} r={mark.r} {...paint} />
    return <path key={index} d={mark.kind === 'lines' ? linesPath(mark) : mark.d} {...paint} />
  })
}
