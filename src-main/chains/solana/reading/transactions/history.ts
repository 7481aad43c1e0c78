import { z } from 'zod'
import { parseUnixSeconds } from '../../../../../src-shared/domain/unix-time.ts'
import { request, type RpcClient } from '../../../rpc/request.ts'
import { COMMITMENT } from '../../rpc/node.ts'

/** A transaction that mentions an address, from getSignaturesForAddress. */
export interface Mention {
  readonly signature: string
  readonly slot: number
  readonly failed: boolean
  /** Unix seconds. */
  readonly time: number | null
  /** Index in its block; absent from nodes before Agave 4.0 (https://github.com/anza-xyz/agave/pull/9683). */
  readonly index?: number
}

export interface History {
  /** Oldest first. */
  readonly mentions: readonly Mention[]
  /** The first slot from which nothing is missing; zero if the list was read to its end. */
  readonly completeFrom: number
  /**
   * Successful transactions of the oldest slot that has any, if the list was read to its end; else null. They may be outside the requested
   * slots. Whether the account begins there must be proved separately (account-history.ts).
   */
  readonly oldest: readonly Mention[] | null
}

const rawMentions = z.array(
  z
    .object({
      signature: z.string(),
      slot: z.int().nonnegative(),
      err: z.unknown(),
      blockTime: z.int().nullish(),
      transactionIndex: z.int().nonnegative().nullish(),
    })
    .transform(({ signature, slot, err, blockTime, transactionIndex }): Mention => ({
      signature,
      slot,
      failed: err !== null,
      time: parseUnixSeconds(blockTime),
      ...(typeof transactionIndex === 'number' ? { index: transactionIndex } : {}),
    })),
)

/** Limit of getSignaturesForAddress (https://solana.com/docs/rpc/http/getsignaturesforaddress). */
export const MENTIONS_PER_PAGE = 1_000
/** Short pages that do not count towards the limit of pages. Bounds reads from an endpoint that ends every page early. */
const MAX_SHORT_PAGES = 8

/** Lists one page of the transactions that mention an address, newest first: the newest page, or the page before a signature. */
export type ListMentions = (
  rpc: RpcClient,
  address: string,
  page: { readonly limit: number; readonly before: string | null },
  signal: AbortSignal,
) => Promise<readonly Mention[]>

export const listMentions: ListMentions = (rpc, address, { limit, before }, signal) => {
  const options = { limit, commitment: COMMITMENT, ...(before === null ? {} : { before }) }
  return request(rpc, rawMentions, 'getSignaturesForAddress', [address, options], signal)
}

export interface HistoryQuery {
  readonly address: string
  readonly from: number
  readonly to: number
  /** Maximum number of pages of 1,000. */
  readonly pages: number
  /** Size of the first page, if few rows are expected. */
  readonly firstPage?: number
}

/**
 * Transactions that mention an address between two slots. Nodes list newest first, so reading an old range also costs the newer pages.
 *
 * Only an empty page ends a list. If its long-term storage fails, Agave answers from its own ledger alone, so a short page may be followed
 * by older ones.
 */
export async function readHistory(rpc: RpcClient, query: HistoryQuery, signal: AbortSignal, list = listMentions): Promise<History> {
  const { address, from, to, firstPage = MENTIONS_PER_PAGE } = query
  const found: Mention[] = []
  let oldest: Mention[] = []
  let before: Mention | undefined
  let pages = 0
  let shortPages = 0
  while (pages < query.pages && shortPages <= MAX_SHORT_PAGES) {
    const limit = before === undefined ? firstPage : MENTIONS_PER_PAGE
    const rows = await list(rpc, address, { limit, before: before?.signature ?? null }, signal)
    const last = rows.at(-1)
    if (last === undefined) return { mentions: found.reverse(), completeFrom: 0, oldest: oldest.toReversed() }
    found.push(...rows.filter(({ slot }) => slot >= from && slot <= to))
    oldest = oldestSlot([...oldest, ...rows])
    if (last.slot < from) return { mentions: found.reverse(), completeFrom: from, oldest: null }
    before = last
    if (rows.length < limit) shortPages++
    else pages++
  }
  return { mentions: found.reverse(), completeFrom: (before?.slot ?? to) + 1, oldest: null }
}

/** Successful transactions of the oldest slot that has any. @param rows newest first */
export function oldestSlot(rows: readonly Mention[]): Mention[] {
  const good = rows.filter(({ failed }) => !failed)
  return good.filter(({ slot }) => slot === good.at(-1)?.slot)
}
