import type { Point } from '../../elements/elements.ts'
import type { Glyph, NodeShape } from '../../elements/style-table.ts'
import { isInside } from '../../geometry/hull.ts'
import { num } from './mark.ts'

/** Outlines as SVG path data. */

export function circlePath(x: number, y: number, r: number): string {
  const [left, right, across] = [num(x - r), num(x + r), num(r)]
  return `M${left} ${num(y)}A${across} ${across} 0 1 1 ${right} ${num(y)}A${across} ${across} 0 1 1 ${left} ${num(y)}Z`
}

export function polygonPath(points: readonly Point[]): string {
  return points.length === 0 ? '' : `M${points.map(({ x, y }) => `${num(x)} ${num(y)}`).join('L')}Z`
}

/** Corners at radius 1. The hexagon is as high as it is wide. */
const CORNERS: Readonly<Record<Exclude<NodeShape, 'ellipse'>, readonly (readonly [number, number])[]>> = {
  hexagon: [
    [1, 0],
    [0.5, 1],
    [-0.5, 1],
    [-1, 0],
    [-0.5, -1],
    [0.5, -1],
  ],
  square: [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ],
  diamond: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
}

export function shapePath(shape: NodeShape, x: number, y: number, r: number): string {
  if (shape === 'ellipse') return circlePath(x, y, r)
  return polygonPath(CORNERS[shape].map(([dx, dy]) => ({ x: x + dx * r, y: y + dy * r })))
}

/** Whether a point, relative to the centre of a shape, is on the shape. */
export function isInShape(shape: NodeShape, x: number, y: number, r: number): boolean {
  if (Math.abs(x) > r || Math.abs(y) > r) return false
  if (shape === 'ellipse') return x * x + y * y <= r * r
  return isInside(
    CORNERS[shape].map(([dx, dy]) => ({ x: dx * r, y: dy * r })),
    { x, y },
  )
}

const CIRCLE_CORNERS = 32

/** The lower part of a shape, up to a share of its height. */
export function levelPath(shape: NodeShape, x: number, y: number, r: number, share: number): string {
  const corners =
    shape === 'ellipse'
      ? Array.from(
          { length: CIRCLE_CORNERS },
          (_, i) => [Math.cos((i / CIRCLE_CORNERS) * 2 * Math.PI), Math.sin((i / CIRCLE_CORNERS) * 2 * Math.PI)] as const,
        )
      : CORNERS[shape]
  // y grows downwards.
  const level = 1 - 2 * Math.min(1, Math.max(0, share))
  const kept = corners.flatMap(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1]
    const crossing = y1 > level === y2 > level ? [] : [[x1 + ((x2 - x1) * (level - y1)) / (y2 - y1), level] as const]
    return y1 > level ? [[x1, y1] as const, ...crossing] : crossing
  })
  return polygonPath(kept.map(([dx, dy]) => ({ x: x + dx * r, y: y + dy * r })))
}

const STAR_POINTS = 12

/** The creator's ring, with points outwards. */
export function starPath(x: number, y: number, inner: number, outer: number): string {
  const corners: Point[] = []
  for (let i = 0; i < STAR_POINTS * 2; i++) {
    const angle = (i / (STAR_POINTS * 2)) * 2 * Math.PI
    const r = i % 2 === 0 ? outer : inner
    corners.push({ x: x + Math.cos(angle) * r, y: y + Math.sin(angle) * r })
  }
  return polygonPath(corners)
}

/** Glyphs drawn in a square from -1 to 1. */
const GLYPHS: Readonly<Record<Glyph, (at: (x: number, y: number) => string) => string>> = {
  padlock: (at) =>
    `M${at(-0.55, -0.05)}L${at(0.55, -0.05)}L${at(0.55, 0.7)}L${at(-0.55, 0.7)}Z` +
    `M${at(-0.34, -0.05)}L${at(-0.34, -0.35)}C${at(-0.34, -0.82)} ${at(0.34, -0.82)} ${at(0.34, -0.35)}L${at(0.34, -0.05)}`,
  flame: (at) =>
    `M${at(0, -0.8)}C${at(0.15, -0.35)} ${at(0.6, -0.15)} ${at(0.55, 0.3)}C${at(0.5, 0.85)} ${at(-0.5, 0.85)} ${at(-0.55, 0.3)}` +
    `C${at(-0.57, 0)} ${at(-0.3, -0.1)} ${at(-0.28, -0.4)}C${at(-0.1, -0.3)} ${at(-0.02, -0.5)} ${at(0, -0.8)}Z`,
}

export function glyphPath(glyph: Glyph, x: number, y: number, size: number): string {
  return GLYPHS[glyph]((dx, dy) => `${num(x + dx * size)} ${num(y + dy * size)}`)
}
