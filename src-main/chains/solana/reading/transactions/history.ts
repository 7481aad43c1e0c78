import { z } from 'zod'
import { request } from '../../../rpc/request.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'

/** A transaction that mentions an address, from getSignaturesForAddress. */
export interface Mention {
  readonly signature: string
  readonly slot: number
  readonly failed: boolean
  /** Unix seconds. */
  readonly time: number | null
}

export interface History {
  /** Oldest first. */
  readonly mentions: readonly Mention[]
  /** The first slot from which nothing is missing; zero when the list reaches the address's first transaction. */
  readonly completeFrom: number
}

const rawMentions = z.array(
  z
    .object({ signature: z.string(), slot: z.int().nonnegative(), err: z.unknown(), blockTime: z.int().nullish() })
    .transform(({ signature, slot, err, blockTime }): Mention => ({ signature, slot, failed: err !== null, time: blockTime ?? null })),
)

/** Limit of getSignaturesForAddress (https://solana.com/docs/rpc/http/getsignaturesforaddress). */
const MENTIONS_PER_PAGE = 1_000

export interface HistoryQuery {
  readonly address: string
  readonly from: number
  readonly to: number
  /** Maximum number of pages of 1,000. */
  readonly pages: number
  /** Size of the first page, when few rows are expected. */
  readonly firstPage?: number
}

/** Transactions that mention an address between two slots. Nodes list the newest first, so old ranges also cost the newer pages. */
export async function readHistory({ rpc }: SolanaNode, query: HistoryQuery, signal: AbortSignal): Promise<History> {
  const { address, from, to, pages, firstPage = MENTIONS_PER_PAGE } = query
  const found: Mention[] = []
  let before: string | undefined
  let oldest = Number.POSITIVE_INFINITY
  for (let page = 0; page < pages; page++) {
    const limit = page === 0 ? firstPage : MENTIONS_PER_PAGE
    const options = { limit, commitment: COMMITMENT, ...(before === undefined ? {} : { before }) }
    const rows = await request(rpc, rawMentions, 'getSignaturesForAddress', [address, options], signal)
    for (const row of rows) if (row.slot >= from && row.slot <= to) found.push(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return { mentions: found.reverse(), completeFrom: 0 }
    oldest = last.slot
    if (oldest < from) return { mentions: found.reverse(), completeFrom: from }
    before = last.signature
  }
  return { mentions: found.reverse(), completeFrom: oldest + 1 }
}
