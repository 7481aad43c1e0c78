import { z } from 'zod'
import { request } from '../../rpc/request.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'

/** A transaction that names an address, as the node lists it. */
export interface Mention {
  readonly signature: string
  readonly slot: number
  readonly failed: boolean
  /** Unix seconds. */
  readonly time: number | null
}

export interface History {
  /** Ascending: the first is the oldest. */
  readonly mentions: readonly Mention[]
  /** First slot from which on nothing is missing. Zero when the list reached the address's first transaction. */
  readonly completeFrom: number
}

const rawMentions = z.array(
  z
    .object({ signature: z.string(), slot: z.int().nonnegative(), err: z.unknown(), blockTime: z.int().nullish() })
    .transform(({ signature, slot, err, blockTime }): Mention => ({ signature, slot, failed: err !== null, time: blockTime ?? null })),
)

/** Most that one call lists. */
const MENTIONS_A_PAGE = 1_000

export interface HistoryQuestion {
  readonly address: string
  readonly from: number
  readonly to: number
  /** Pages of 1,000 read at most. */
  readonly pages: number
  /** Rows of the first page, where few are expected. */
  readonly firstPage?: number
}

/** Transactions that name an address between two slots. The node lists from the newest back, so old ranges cost the newer pages too. */
export async function readHistory({ rpc }: SolanaNode, question: HistoryQuestion, signal: AbortSignal): Promise<History> {
  const { address, from, to, pages, firstPage = MENTIONS_A_PAGE } = question
  const found: Mention[] = []
  let before: string | undefined
  let oldest = Number.POSITIVE_INFINITY
  for (let page = 0; page < pages; page++) {
    const limit = page === 0 ? firstPage : MENTIONS_A_PAGE
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
