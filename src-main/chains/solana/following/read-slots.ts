import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { mapConcurrent } from '../../rpc/request.ts'
import { ZERO_ADDRESS } from '../ids.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory, type Mention } from '../reading/history.ts'
import { mergeMentions } from '../reading/pages.ts'
import type { ReadTransaction } from '../reading/read-transaction.ts'

/** Mentions expected of one address since the last look. */
const FEW = 50
/** A gap is filled this far back per address: 200,000 transactions. */
const MOST_PAGES = 200
const ADDRESSES_AT_ONCE = 4

export interface Listed {
  /** By slot, failed ones left out. */
  readonly mentions: readonly Mention[]
  /** First slot from which on nothing is missing. */
  readonly completeFrom: number
}

/** Transactions of a range of slots that name any of the addresses. */
export async function listMentions(
  node: SolanaNode,
  addresses: readonly string[],
  range: { from: number; to: number },
  signal: AbortSignal,
): Promise<Listed> {
  const histories = await mapConcurrent([...new Set(addresses)], ADDRESSES_AT_ONCE, (address) =>
    readHistory(node, { ...range, address, pages: MOST_PAGES, firstPage: FEW }, signal),
  )
  return {
    mentions: mergeMentions(histories.flatMap((history) => history.mentions)),
    completeFrom: Math.max(range.from, ...histories.map((history) => history.completeFrom)),
  }
}

/** What transactions tell of one token. */
export interface TokenRows {
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  /** Pools of the token that its trades name. */
  readonly pools: readonly Pool[]
  /** Owners whose accounts of the token took part. */
  readonly owners: readonly Address[]
  /** Accounts of the token that took part. */
  readonly accounts: ReadonlySet<string>
  /** Some was minted or burned. */
  readonly supplyMoved: boolean
}

export function rowsOf(token: Address, read: readonly ReadTransaction[]): TokenRows {
  const events = read.flatMap((one) => one.events)
  const transfers = events.filter((event) => event.kind === 'transfer' && event.token === token) as Transfer[]
  const tokens = read.flatMap((one) => one.tokens.filter((balance) => balance.mint === token))
  return {
    trades: events.filter((event) => event.kind === 'trade' && (event.tokenIn.token === token || event.tokenOut.token === token)) as Trade[],
    transfers,
    pools: events.filter((event) => event.kind === 'pool' && (event.token0 === token || event.token1 === token)) as Pool[],
    owners: [...new Set(tokens.flatMap((balance) => (balance.owner === null ? [] : [trustedAddress(balance.owner)])))],
    accounts: new Set(tokens.map((balance) => balance.account)),
    supplyMoved: transfers.some((transfer) => transfer.from === ZERO_ADDRESS || transfer.to === ZERO_ADDRESS),
  }
}
