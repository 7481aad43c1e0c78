import { backoffMs } from '../../../../src-shared/backoff.ts'
import { sleep as realSleep } from '../../../lib/backoff.ts'
import { checkOrder, parseBlockLine, type ArchiveBlock } from './block-line.ts'
import { ArchiveFault } from '../fault.ts'
import { readHypersyncAnswer } from '../hypersync/read.ts'
import { splitLines } from './lines.ts'
import type { ArchivePage, ArchiveRead, Cursor } from '../page.ts'
import { ARCHIVE_LIMITS, request } from '../request.ts'

/** A page is stored with its range, so that an interrupted read repeats little. */
const PAGE_BYTES = 2 ** 20
/** Consecutive requests without a new block. */
const MAX_ATTEMPTS = 6
/** An answer that contradicts itself is probably the same the next time. */
const MAX_MALFORMED = 2
const SCHEDULE = { firstMs: 1_000, longestMs: 30_000 }

/**
 * Reads finalised blocks of a closed range, ascending and without gaps. An answer may end anywhere, so the block number of the last whole line is the
 * cursor; the next request starts after it. Every page before a fault is valid, except from the fault's `suspectFrom` on.
 *
 * @throws ArchiveFault when the archive delivers no more; the signal's reason when aborted
 */
export async function* readArchive(read: ArchiveRead): AsyncGenerator<ArchivePage> {
  const { to, signal, sleep = realSleep } = read
  const cursor: Cursor = { next: read.from, before: null }
  let attempts = 0
  while (cursor.next <= to) {
    const start = cursor.next
    let fault: ArchiveFault | null = null
    try {
      if (read.budget.calls <= 0 || read.budget.bytes <= 0) throw new ArchiveFault('budget', 'the budget for the archive is used up')
      read.budget.calls -= 1
      yield* read.access.protocol === 'hypersync' ? readHypersyncAnswer(read, cursor) : readAnswer(read, cursor)
    } catch (error) {
      if (!(error instanceof ArchiveFault) || error.retryAfterMs === null) throw error
      fault = error
    }
    if (cursor.next > start) attempts = 0
    if (cursor.next > to || (fault === null && cursor.next > start)) continue
    attempts += 1
    fault ??= new ArchiveFault('unreachable', `${new URL(read.access.url).host} answered without a block`, { retryAfterMs: 0 })
    if (attempts >= (fault.kind === 'malformed' ? MAX_MALFORMED : MAX_ATTEMPTS)) throw fault
    await sleep(Math.max(fault.retryAfterMs ?? 0, backoffMs(attempts, SCHEDULE)), signal)
  }
}

/**
 * The pages of one answer. If the connection breaks, the lines received before it remain valid. A contradiction makes the whole answer untrustworthy,
 * because its lines are the only sign of what it covers. If pages of the answer were already yielded, the fault names their first block; otherwise
 * the cursor returns to the start of the answer.
 */
async function* readAnswer({ access, query, to, budget, signal, limits = ARCHIVE_LIMITS }: ArchiveRead, cursor: Cursor): AsyncGenerator<ArchivePage> {
  const start = { ...cursor }
  let blocks: ArchiveBlock[] = []
  let from = cursor.next
  let size = 0
  const takePage = (): ArchivePage => {
    const page = { from, to: cursor.next - 1, blocks }
    blocks = []
    from = cursor.next
    size = 0
    return page
  }
  let fault: unknown = null
  const lines = splitLines(request(access, 'finalized-stream', { ...query, fromBlock: cursor.next, toBlock: to }, limits, signal), limits.lineBytes)
  try {
    for await (const line of lines) {
      budget.bytes -= line.length
      const block = parseBlockLine(line)
      checkOrder(block, cursor.before, cursor.next, to)
      cursor.before = block.header
      cursor.next = block.header.number + 1
      blocks.push(block)
      size += line.length
      if (size >= PAGE_BYTES) yield takePage()
      if (budget.bytes <= 0) break
    }
  } catch (error) {
    signal.throwIfAborted()
    fault = error
  }
  if (fault instanceof ArchiveFault && fault.kind === 'malformed') {
    if (from > start.next) throw new ArchiveFault('malformed', fault.message, { suspectFrom: start.next, cause: fault })
    Object.assign(cursor, start)
    throw fault
  }
  if (cursor.next > from) yield takePage()
  if (fault !== null) throw fault
}
