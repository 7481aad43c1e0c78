import type { LaunchTransaction } from '../../../src-shared/domain/events.ts'
import type { FactIndex } from '../fact-index.ts'
import type { Swap } from '../flows/swaps.ts'
import { atLeastShare } from '../math/exact.ts'
import { countWallets, hasWallets, type BuyGroup } from './buy-groups.ts'

/** Buys tied by how their transactions were sent (docs/detection.md#bundlers). Known only for the first buys, on networks with gas settings. */

type Sent = ReadonlyMap<string, LaunchTransaction>

export function indexSent({ facts, state }: Pick<FactIndex, 'facts' | 'state'>): Sent {
  const rows = facts.launchTransactions
  return state.memoize<Sent>('launch transactions', [rows], () => new Map(rows.map((row) => [row.tx, row])))
}

/**
 * The buys whose gas settings are known, of a list to which later computations append.
 *
 * @param stage identifies the list among the computation's stages
 */
export function sentBuys(index: Pick<FactIndex, 'facts' | 'state'>, stage: string, buys: readonly Swap[]): readonly Swap[] {
  const sent = indexSent(index)
  return index.state.accumulate<Swap[], Swap>(
    stage,
    [sent],
    buys,
    () => [],
    (known, buy) => void (sent.has(buy.tx) && known.push(buy)),
  )
}

/** The signer that sent the coin for another wallet's buy; null if the wallet paid for itself. */
export function payerBySignature(index: FactIndex, { wallet, signer, tx, native }: Swap): string | null {
  const sent = indexSent(index).get(tx)
  if (sent === undefined || signer === null || signer === wallet || native === null || native === 0n) return null
  const { funding, hub } = index.rules
  // A wallet with this many transactions is a service that buys for its customers.
  if (index.isHub(signer) || sent.nonce >= hub.sent_transactions) return null
  return atLeastShare(sent.value, native, funding.before_buy_share) ? signer : null
}

/**
 * Buys for several wallets that one wallet signed and paid for. They share a funder, and buys with consecutive nonces also form a run.
 *
 * @param buys those with known gas settings
 */
export function findSameSender(index: FactIndex, buys: readonly Swap[]): BuyGroup[] {
  const sent = indexSent(index)
  const nonceOf = ({ tx }: Swap): number => sent.get(tx)?.nonce ?? 0
  const paid = Map.groupBy(
    buys.filter((buy) => payerBySignature(index, buy) !== null),
    ({ signer }) => signer,
  )
  return [...paid.values()].flatMap((own): BuyGroup[] => {
    const runs: Swap[][] = []
    for (const buy of own.toSorted((x, y) => nonceOf(x) - nonceOf(y))) {
      const last = runs.at(-1)?.at(-1)
      if (last !== undefined && nonceOf(buy) - nonceOf(last) <= 1) runs.at(-1)?.push(buy)
      else runs.push([buy])
    }
    const groups: BuyGroup[] = [{ reason: 'same_funder', buys: own }, ...runs.map((run): BuyGroup => ({ reason: 'next_nonces', buys: run }))]
    return groups.filter((group) => hasWallets(2, group.buys))
  })
}

/** Settings shared by more than this part of the early buyers are taken as a wallet app's defaults. */
const MAX_SHARE = 0.5

/**
 * Wallets whose first buys were sent in one block with the same gas limit, fees and nonce, if no other early buyer has these settings. An app gives
 * all its users the same settings, but they buy at different times, from wallets with different numbers of earlier transactions.
 *
 * @param buys those with known gas settings
 */
export function findSameGas(index: FactIndex, buys: readonly Swap[]): BuyGroup[] {
  const least = index.rules.bundler.same_gas_min_wallets
  const sent = indexSent(index)
  if (least === 0) return []
  const first = new Map<string, Swap>()
  for (const buy of buys) if (buy.signer === buy.wallet && !first.has(buy.wallet)) first.set(buy.wallet, buy)
  const known = [...first.values()]
  const settingsOf = ({ tx }: Swap): string => {
    const { gasLimit, maxFee, maxPriorityFee } = sent.get(tx) as LaunchTransaction
    return [gasLimit, maxFee, maxPriorityFee].join()
  }
  return [...Map.groupBy(known, settingsOf).values()]
    .filter((alike) => hasWallets(least, alike) && countWallets(alike) <= known.length * MAX_SHARE)
    .filter((alike) => new Set(alike.map(({ tx, position }) => [position.block, sent.get(tx)?.nonce].join())).size === 1)
    .map((alike): BuyGroup => ({ reason: 'same_gas', buys: alike }))
}
