import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { toUnits } from '../../../src-shared/domain/amount.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { StoredToken } from '../../store/interface.ts'
import { liveAnswer, originProvenance, valueAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { afterFirstRead, answerableToken } from './shared/token-record.ts'

/** Stored tokens, listed and one by one. */

const LIST_DEFAULT = 50

function tokenSummary(token: StoredToken): TokenSummary {
  return {
    network: token.network,
    address: token.address,
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    total_supply: toUnits(token.totalSupply, token.decimals),
    holder_count: token.holderCount,
    holders_known: token.holdersKnown,
    holders_seen: token.firstRead?.holdersSeen === true,
    creator: token.creator,
    created_at: token.createdAt,
    origin: token.origin,
    as_of: token.asOf,
    opened_at: token.openedAt,
    trades: token.tradeCount,
    snapshots: token.snapshotCount,
    links_known: token.linksKnown,
    clusters_from: token.clustersFrom,
    notes: [...token.notes],
  }
}

export const localTokens: Handler<'localTokens'> = async ({ query }, { store, clock }) => {
  const q = query.q?.trim() ?? ''
  const tokens = await store.read.tokens({ q: q === '' ? null : q, limit: query.limit ?? LIST_DEFAULT })
  return liveAnswer({ tokens: tokens.map(tokenSummary) }, clock)
}

/** Reading a token marks it as opened. The list is in that order. */
export const localToken: Handler<'localToken'> = async (call, context) => {
  const { store, clock } = context
  const stored = await afterFirstRead(call, context, () => answerableToken(call.token, context))
  await store.write.markOpened({ token: call.token, at: unixSeconds(clock) })
  return valueAnswer(tokenSummary(stored), originProvenance(stored))
}
