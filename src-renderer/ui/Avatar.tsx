import { avatarCells, avatarHue } from '../format/address.ts'

/** Centres of the eight cells around the middle of a 3 × 3 grid. */
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

/** A small mark that is the same for the same address everywhere. */
export function Avatar({ address, size = 14 }: { address: string; size?: number }) {
  const cells = avatarCells(address)
  const colour = `oklch(var(--avatar-light) var(--avatar-chroma) ${avatarHue(address)})`
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 3 3" aria-hidden="true" shapeRendering="crispEdges">
      <rect width="3" height="3" style={{ fill: colour, opacity: 0.28 }} />
      <rect x="1" y="1" width="1" height="1" style={{ fill: colour }} />
      {CELLS.map(([x, y], bit) => (((cells >> bit) & 1) === 1 ? <rect key={bit} x={x} y={y} width="1" height="1" style={{ fill: colour }} /> : null))}
    </svg>
  )
}
