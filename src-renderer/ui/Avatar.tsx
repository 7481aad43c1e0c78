import { avatarCells, avatarHue } from '../format/address.ts'

/** Positions of the eight outer cells of a 3 × 3 grid. */
const CELLS = [
  [0, 0],
  [1, 0],
  [2, 0],
  [0, 1],
  [2, 1],
  [0, 2],
  [1, 2],
  [2, 2],
] as const

/** A small identicon, the same for the same address. Uses two SVG shapes because tables render many. */
export function Avatar({ address, size = 14 }: { address: string; size?: number }) {
  const cells = avatarCells(address)
  const filled = CELLS.filter((_, bit) => ((cells >> bit) & 1) === 1)
  return (
    <svg
      className="avatar"
      width={size}
      height={size}
      viewBox="0 0 3 3"
      aria-hidden="true"
      shapeRendering="crispEdges"
      style={{ fill: `oklch(var(--avatar-light) var(--avatar-chroma) ${avatarHue(address)})` }}
    >
      <path d="M0 0h3v3h-3z" fillOpacity="0.28" />
      <path d={`${cellAt(1, 1)}${filled.map(([x, y]) => cellAt(x, y)).join('')}`} />
    </svg>
  )
}

const cellAt = (x: number, y: number): string => `M${x} ${y}h1v1h-1z`
