import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory, type Mention } from '../reading/transactions/history.ts'
import { mergeMentions } from '../reading/transactions/pages.ts'
import type { ReadTransaction } from '../reading/transactions/read-transaction.ts'

/** Size of the first page. Few mentions per address are expected since the last poll. */
const FIRST_PAGE = 50
/** Maximum history per address when filling a gap, in pages of 1,000 transactions. */
const MAX_PAGES = 200
const CONCURRENT_HISTORIES = 4

export interface Listed {
  /** By slot, without failed transactions. */
  readonly mentions: readonly Mention[]
  /** The first slot from which nothing is missing. */
  readonly completeFrom: number
}

/** Transactions of a range of slots that mention any of the addresses. */
export async function listMentions(
  node: SolanaNode,
  addresses: readonly string[],
  range: { from: number; to: number },
  signal: AbortSignal,
): Promise<Listed> {
  const histories = await mapLimited([...new Set(addresses)], CONCURRENT_HISTORIES, (address) =>
    readHistory(node.rpc, { ...range, address, pages: MAX_PAGES, firstPage: FIRST_PAGE }, signal),
  )
  return {
    mentions: mergeMentions(histories.flatMap((history) => history.mentions)),
    completeFrom: Math.max(range.from, ...histories.map((history) => history.completeFrom)),
  }
}

/** The activity of one token in some transactions. */
export interface TokenActivity {
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  /** Pools of the token in its trades. */
  readonly pools: readonly Pool[]
  /** Owners whose accounts of the token took part, and the mint if it withheld or paid out fees. */
  readonly owners: readonly Address[]
  /** Whether tokens were minted or burned. */
  readonly supplyChanged: boolean
}

export function tokenActivity(token: Address, read: readonly ReadTransaction[]): TokenActivity {
  const events = read.flatMap((one) => one.events)
  const transfers = events.filter((event) => event.kind === 'transfer' && event.token === token) as Transfer[]
  const tokens = read.flatMap((one) => one.tokens.filter((balance) => balance.mint === token))
  // Withheld fees pass through the mint, which owns no account. Its balance is read, since the transfers alone would make it a holder.
  const withheldBy = transfers.some((transfer) => transfer.to === token || transfer.from === token) ? [token] : []
  return {
    trades: events.filter((event) => event.kind === 'trade' && (event.tokenIn.token === token || event.tokenOut.token === token)) as Trade[],
    transfers,
    pools: events.filter((event) => event.kind === 'pool' && (event.token0 === token || event.token1 === token)) as Pool[],
    owners: [
      ...new Set([
        ...tokens.flatMap(({ owner, formerOwner }) => [owner, formerOwner].flatMap((one) => one ?? [])).map(trustedAddress),
        ...withheldBy,
      ]),
    ],
    supplyChanged: transfers.some((transfer) => transfer.from === SYSTEM_PROGRAM || transfer.to === SYSTEM_PROGRAM),
  }
}
