import { NOT_IN_POPULATION, type Label } from '../../src-shared/domain/labels.ts'
import type { PercentBasis } from '../stores/preferences.ts'

/** Shares of total supply, or of the supply without pools and burns. */

interface Holding {
  readonly percentage: number
  readonly tags: readonly Label[]
}

export const isOutside = (tags: readonly Label[]): boolean => tags.some((tag) => NOT_IN_POPULATION.has(tag))

/** Percent of supply that sits in pools and burns among these holders. */
export function outsidePercent(holders: Iterable<Holding>): number {
  let sum = 0
  for (const holder of holders) if (isOutside(holder.tags)) sum += holder.percentage
  return sum
}

/** A function from a holding to its share by this basis; null for what the basis leaves out. */
export function shareBy(basis: PercentBasis, outside: number): (holding: Holding) => number | null {
  if (basis === 'supply') return ({ percentage }) => percentage
  const rest = 100 - outside
  return ({ percentage, tags }) => (isOutside(tags) || rest <= 0 ? null : (percentage / rest) * 100)
}
