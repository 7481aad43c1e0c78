import { shortPercent } from '../../../src-shared/domain/shown.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { countText } from '../text.ts'
import type { TreeEdge } from './graph/components.ts'

/** The sentence of a cluster: number of wallets, share of supply, and the ties, most frequent first. */

const TIES: Readonly<Record<string, string>> = {
  owner_said: 'together by the investigator’s word',
  same_tx: 'bought in the same transaction',
  paid_fee: 'one paid for the other’s buy',
  first_funder_direct: 'one gave the other its first coin',
  shared_first_funder_24h: 'first funded by the same wallet within a day',
  shared_first_funder_7d: 'first funded by the same wallet within a week',
  shared_first_funder: 'first funded by the same wallet',
  funding_before_buy: 'one paid for the other’s first buy',
  disperse: 'paid by one wallet in one transaction',
  pass_through: 'funded through a pass-through wallet',
  token_transfer: 'one sent the other the token',
  token_transfer_together: 'one sent a little of the token to several that started with it',
  token_transfer_small: 'one sent the other a little of the token',
  otc_transfer: 'one sold the other the token directly',
  distributor_transfer: 'one handed out the token to many',
  shared_deposit: 'pay into the same exchange deposit address',
  consolidation: 'sent most of what they had to the same wallet',
  same_slot_group: 'bought in one bundle of a block',
  sync_sell: 'sold at the same moment',
  recorded_native: 'moved native coin between them',
  recorded_token: 'moved the token between them',
}

export function clusterSentence(wallets: number, pct: number, tree: readonly TreeEdge[]): string {
  const counts = new Map<string, number>()
  for (const { edge } of tree) {
    const tie = TIES[edge.facts[0]?.rule ?? '']
    if (tie !== undefined) counts.set(tie, (counts.get(tie) ?? 0) + 1)
  }
  const ties = [...counts].sort(([a, x], [b, y]) => y - x || compareText(a, b)).map(([tie, count]) => `${tie} (${countText(count, 'link')})`)
  const why = ties.length === 0 ? '' : `: ${ties.join(', ')}`
  return `${countText(wallets, 'wallet')} ${wallets === 1 ? 'holds' : 'hold'} ${shortPercent(pct)} of supply together${why}.`
}
