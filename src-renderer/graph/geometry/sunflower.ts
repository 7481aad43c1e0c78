import type { Point } from '../elements/elements.ts'

/** Consecutive multiples of this angle always fall into the widest remaining gap (Vogel 1979). */
export const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** The position of the nth seed of a sunflower, relative to the centre. Neighbours are about `step` apart. */
export function seedAt(number: number, step: number): Point {
  const [angle, distance] = [number * GOLDEN_ANGLE, step * Math.sqrt(number)]
  return { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance }
}
