import { NOT_IN_POPULATION, type Label } from '../../src-shared/domain/labels.ts'
import type { PercentBasis } from '../stores/preferences.ts'

/** Shares of total supply, or of supply excluding pools and burns. */

interface Holding {
  readonly percentage: number
  readonly tags: readonly Label[]
}

const isExcluded = (tags: readonly Label[]): boolean => tags.some((tag) => NOT_IN_POPULATION.has(tag))

/** Percent of supply in pools and burn addresses among these holders. */
export function excludedPercent(holders: Iterable<Holding>): number {
  let sum = 0
  for (const holder of holders) if (isExcluded(holder.tags)) sum += holder.percentage
  return sum
}

/** Returns a function that gives the share of a holding, or null for excluded holdings. */
export function createShareReader(basis: PercentBasis, outside: number): (holding: Holding) => number | null {
  if (basis === 'supply') return ({ percentage }) => percentage
  const rest = 100 - outside
  return ({ percentage, tags }) => (isExcluded(tags) || rest <= 0 ? null : (percentage / rest) * 100)
}
