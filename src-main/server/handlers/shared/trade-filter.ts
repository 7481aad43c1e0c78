import type { Address, TokenKey } from '../../../../src-shared/domain/address.ts'
import { parseAddress, parsePool, parseTokenAddress } from '../../../../src-shared/domain/parse-address.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { TradeFilter } from '../../../store/interface.ts'
import { unixSeconds } from '../../../lib/clock.ts'
import { liveProvenance, originProvenance, type Provenance } from '../../http/answer.ts'
import type { ServerContext } from '../../context.ts'
import { inputError } from '../../http/input-error.ts'
import { afterFirstRead, orIfNotFound, readyToken, type TokenCall } from './token-record.ts'

/** The one filter that a call about trades names (docs/api/rest.md#historical-trades). */
export type TradeSubject = Pick<TradeFilter, 'network' | 'by' | 'address'>

const FILTERS = ['token', 'pool', 'signer'] as const

export interface TradeFilterQuery {
  readonly token?: string | undefined
  readonly pool?: string | undefined
  readonly signer?: string | undefined
}

/** @throws InputError unless exactly one of token, pool and signer is given and parses. */
export function tradeSubject(network: NetworkId, query: TradeFilterQuery): TradeSubject {
  const given = FILTERS.filter((name) => query[name] !== undefined)
  const [by] = given
  if (by === undefined || given.length > 1) throw inputError(['query'], 'Exactly one of token, pool and signer is needed.', 'one_filter')
  return { network, by, address: subjectAddress(network, by, query[by] ?? '') }
}

/** `token` also matches the pool field. A pool on Sui is not a coin type, so text that parses as either is accepted. */
function subjectAddress(network: NetworkId, by: (typeof FILTERS)[number], text: string): Address {
  const parsed = { token: parseTokenAddress, pool: parsePool, signer: parseAddress }[by](network, text)
  if (parsed.ok) return parsed.address
  const other = by === 'token' ? parsePool(network, text) : parsed
  if (other.ok) return other.address
  throw inputError(['query', by], parsed.reason, 'address')
}

/**
 * Waits until the trades of a token are read, like every route of a token. The address may also be a pool or wallet, so an address with stored trades
 * is answered without a read. An address that is not a token has no trades.
 *
 * @throws AppError token_pending, source_unavailable
 */
export async function tradesRead(call: Pick<TokenCall, 'left'>, { network, by, address }: TradeSubject, context: ServerContext): Promise<void> {
  if (by !== 'token' || !parseTokenAddress(network, address).ok) return
  const { store } = context
  const token: TokenKey = { network, address }
  const stored = await store.read.token(token)
  if (stored === null && (await store.read.trades({ network, by, address, sort: 'desc', limit: 1, after: null })).trades.length > 0) return
  const read = afterFirstRead({ token, left: () => call.left() }, context, () => readyToken(token, context, ['trades']))
  await orIfNotFound(read, () => null)
}

/** A trade does not store its origin. Returns the origin of a stored token of the trade, or an import if no such token is stored. */
export async function tradeProvenance({ store, clock }: ServerContext, subject: TradeSubject, first: Trade | undefined): Promise<Provenance> {
  const named = first === undefined ? [] : [first.tokenIn.token, first.tokenOut.token]
  for (const address of new Set(subject.by === 'token' ? [subject.address, ...named] : named)) {
    const token = await store.read.token({ network: subject.network, address })
    if (token !== null) return originProvenance(token)
  }
  if (first === undefined) return liveProvenance(clock)
  const [newest] = (await store.read.trades({ ...subject, sort: 'desc', limit: 1, after: null })).trades
  return { asOf: (newest?.time ?? unixSeconds(clock)) * 1000, source: 'import' }
}
