import { minRaw, sumRaw } from '../../../src-shared/domain/amount.ts'
import type { TradeFact } from '../../../src-shared/domain/events.ts'
import type { FactIndex } from '../fact-index.ts'
import { sumNative, type Swap } from '../flows/swaps.ts'
import type { BundleGroup } from './bundlers.ts'

/** What the wallets of a bundle bought in it, what they paid, and how much they still hold (docs/detection.md#bundlers). */
export interface BundleStatistics {
  readonly wallets: number
  /** Raw units. */
  readonly bought: bigint
  /** Raw units of the native coin. Null if a buy was paid in another coin, or its price is not decoded. */
  readonly spent: bigint | null
  /** Raw units, capped per wallet at what it bought in the bundle. */
  readonly held: bigint
}

/** Statistics of each group, and of the buys of all groups, each buy counted once. */
export function bundleStatistics(
  index: FactIndex,
  groups: readonly BundleGroup[],
): { readonly each: readonly BundleStatistics[]; readonly all: BundleStatistics } {
  const txs = new Set(groups.flatMap((group) => group.txs))
  const buysOf = Map.groupBy(
    index.flows.buys.filter(({ tx }) => txs.has(tx)),
    ({ tx }) => tx,
  )
  const legsOf = Map.groupBy(
    index.flows.trades.filter(({ tx }) => txs.has(tx)),
    ({ tx }) => tx,
  )
  const own = groups.map(({ txs: ids, wallets }) => {
    const members = new Set(wallets)
    return ids.flatMap((tx) => (buysOf.get(tx) ?? []).filter(({ wallet }) => members.has(wallet)))
  })
  const measure = (buys: readonly Swap[]): BundleStatistics => {
    const bought = new Map<string, bigint>()
    for (const { wallet, raw } of buys) bought.set(wallet, (bought.get(wallet) ?? 0n) + raw)
    const spends = [...Map.groupBy(buys, ({ tx }) => tx)].map(([tx, together]) =>
      spentIn(index, together, buysOf.get(tx) ?? [], legsOf.get(tx) ?? []),
    )
    return {
      wallets: bought.size,
      bought: sumRaw([...bought.values()]),
      spent: spends.reduce((sum, spent) => (sum === null || spent === null ? null : sum + spent), 0n),
      held: sumRaw([...bought].map(([wallet, raw]) => minRaw(index.balances.get(wallet) ?? 0n, raw))),
    }
  }
  return { each: own.map(measure), all: measure([...new Set(own.flat())]) }
}

/** Coin paid by buys of one transaction. If several wallets bought, only their total is known. */
function spentIn({ facts }: FactIndex, together: readonly Swap[], all: readonly Swap[], legs: readonly TradeFact[]): bigint | null {
  if (together.length === all.length) return sumNative(facts, legs, 'tokenIn')
  return together.reduce<bigint | null>((sum, { native }) => (sum === null || native === null ? null : sum + native), 0n)
}
