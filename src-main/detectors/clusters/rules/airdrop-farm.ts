import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import type { FactIndex } from '../../fact-index.ts'
import { NO_MOVES } from '../../flows/moves-by-address.ts'
import { atLeastShare } from '../../math/exact.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { amountText, countText, limitText } from '../../text.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { peaks } from './peaks.ts'

/**
 * Wallets that only passed on an airdrop, and the wallet that collected it. The collector is joined only if they gave it a large share of
 * the most it ever held, because anyone can send a little to anyone.
 */
export const airdropFarm: ClusterRule = (index) => {
  const peak = peaks(index)
  return [...index.funnels]
    .filter(([collector]) => !index.isHub(collector))
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([collector, groups]) => groups.flatMap((wallets) => passedOn(index, collector, peak(collector), [...wallets].sort(compareText))))
}

function passedOn(index: FactIndex, collector: string, held: bigint | null, wallets: readonly string[]): Evidence[] {
  const { sink } = index.rules
  const moves = wallets.flatMap((wallet) => (index.movesByAddress.byAddress.get(wallet) ?? NO_MOVES).sent)
  const raw = sumRaw(moves.map((move) => move.raw))
  if (held === null || !atLeastShare(raw, held, sink.consolidation_share)) return []
  const txs = Map.groupBy(moves, ({ from }) => from as string)
  const total = amountText(raw, index.facts.token.decimals, index.symbol)
  return wallets
    .filter((wallet) => index.isHolder(wallet) && !index.isHub(wallet))
    .map((wallet) =>
      evidence({
        rule: 'airdrop_passed_on',
        family: 'sink',
        between: [wallet, collector],
        around: collector,
        weight: sink.consolidation,
        txs: (txs.get(wallet) ?? []).map(({ tx }) => tx),
        value: `one of ${countText(wallets.length, 'wallet')} that got the same amount from one wallet and passed it on, ${total} in all`,
        threshold: `at least ${limitText(sink.deposit_forwarded_share * 100)} passed on, and in all ${limitText(sink.consolidation_share * 100)} of the most that the receiver ever held`,
        sentence: `${shortAddress(wallet)} did nothing but pass its airdrop of ${index.symbol} on to ${shortAddress(collector)}, like ${countText(wallets.length - 1, 'other wallet')}.`,
      }),
    )
}
