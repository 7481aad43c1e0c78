import type { Point } from '../elements/elements.ts'

/** Each next direction lies in the widest gap that those before left. */
export const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Where the seed of this number lies, from the middle: places in every direction, ever farther out, about `step` apart. */
export function seedAt(number: number, step: number): Point {
  const [angle, distance] = [number * GOLDEN_ANGLE, step * Math.sqrt(number)]
  return { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance }
}
