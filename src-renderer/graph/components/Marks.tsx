import { linesPath, type Mark } from '../painting/marks/mark.ts'

/** Marks as SVG elements; texts are left out. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return marks.map((mark, index) => {
    switch (mark.kind) {
      case 'text':
        return null
      case 'dot':
        return <circle key={index} cx={mark.x} cy={mark.y} r={mark.r} fill={mark.fill} />
      case 'lines':
        return <path key={index} d={linesPath(mark)} fill="none" stroke={mark.stroke} strokeWidth={mark.width} opacity={mark.opacity} />
      case 'path':
        return (
          <path
            key={index}
            d={mark.d}
            fill={mark.fill ?? 'none'}
            stroke={mark.stroke ?? 'none'}
            strokeWidth={mark.width}
            strokeDasharray={mark.dash?.join(' ')}
            opacity={mark.opacity}
          />
        )
    }
  })
}
