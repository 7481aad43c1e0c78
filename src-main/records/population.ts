import { NOT_IN_POPULATION, type Label } from '../../src-shared/domain/labels.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import { diffBalances } from '../detectors/balances.ts'
import { addBalance, emptyTally, removeBalance, type Tally } from '../detectors/distribution/distribution.ts'
import type { Findings } from '../detectors/findings.ts'

/** Holders with a balance, without pools and burns (docs/api/records.md#distribution). */
export interface Population {
  readonly tally: Tally
  /** Pools and burns, with the label that excludes each. */
  readonly leftOut: ReadonlyMap<string, Label>
}

interface Counted extends Population {
  readonly leftOut: Map<string, Label>
  ranked: readonly Balance[]
}

/** Updates the population of the last computation with the balances that changed. */
export function population({ index: { state, labels, balances } }: Findings): Population {
  const counted = state.memoize<Counted>('population', [labels], () => ({ tally: emptyTally(), leftOut: new Map(), ranked: [] }))
  const { removed, added } = diffBalances(counted.ranked, balances.ranked)
  for (const { address, raw } of removed) if (!counted.leftOut.delete(address)) removeBalance(counted.tally, raw)
  for (const { address, raw } of added) {
    const label = labels.tags(address).find((tag) => NOT_IN_POPULATION.has(tag))
    if (label === undefined) addBalance(counted.tally, raw)
    else counted.leftOut.set(address, label)
  }
  counted.ranked = balances.ranked
  return counted
}
