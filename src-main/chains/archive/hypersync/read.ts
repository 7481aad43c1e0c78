import { z } from 'zod'
import { checkOrder } from '../stream/block-line.ts'
import { ArchiveFault } from '../fault.ts'
import type { ArchivePage, ArchiveRead, Cursor } from '../page.ts'
import { ARCHIVE_LIMITS, readBody, type ArchiveAccess, type ArchiveLimits } from '../request.ts'
import { parseHypersyncAnswer } from './answer.ts'
import { hypersyncQuery } from './query.ts'

/**
 * HyperSync names its newest block but no final one. Blocks this far below it are final on every network that is read: about 3 hours on Ethereum
 * (finality 13 minutes), 33 minutes on Base (about 20) and 8 minutes on BNB Chain (seconds).
 */
const BLOCKS_TO_FINALITY = 1_000

const height = z.object({ height: z.int().nonnegative() })

/** The newest block that is certainly final; null while there is none. @throws ArchiveFault; the signal's reason when aborted */
export async function readHypersyncHead(access: ArchiveAccess, limits: ArchiveLimits, signal: AbortSignal): Promise<{ number: number } | null> {
  const body = await readBody(access, 'height', null, limits, signal)
  try {
    const { height: newest } = height.parse(JSON.parse(body.toString('utf8')))
    return newest < BLOCKS_TO_FINALITY ? null : { number: newest - BLOCKS_TO_FINALITY }
  } catch (cause) {
    throw new ArchiveFault('malformed', `${new URL(access.url).host} does not answer its height in the expected form`, { cause })
  }
}

/**
 * One answer, which is one page and moves the cursor. An answer ends after 5 s of search, or after the rows that the query allows, and names the
 * block at which the next answer starts.
 */
export async function* readHypersyncAnswer(
  { access, query, to, budget, signal, limits = ARCHIVE_LIMITS }: ArchiveRead,
  cursor: Cursor,
): AsyncGenerator<ArchivePage> {
  const from = cursor.next
  const body = await readBody(access, 'query', hypersyncQuery(query, from, to), limits, signal)
  budget.bytes -= body.length
  const { next, blocks } = parseHypersyncAnswer(body)
  if (next < from) throw new ArchiveFault('malformed', `the answer for block ${from} ends before it`, { retryAfterMs: 0 })
  let before = cursor.before
  const last = Math.min(next - 1, to)
  for (const block of blocks) {
    checkOrder(block, before, from, last)
    before = block.header
  }
  Object.assign(cursor, { next: last + 1, before })
  if (last >= from) yield { from, to: last, blocks }
}
