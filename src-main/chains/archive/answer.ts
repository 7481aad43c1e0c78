import { z } from 'zod'
import { readCapped, retryAfter } from '../../lib/http-answer.ts'
import { ArchiveFault, type BlockMark } from './fault.ts'

const MS_PER_SECOND = 1_000
const MAX_ERROR_BYTES = 64 * 1024
/** Wait after an answer that names none (https://docs.sqd.dev, public gateway: 20 requests in 10 s). */
const DEFAULT_WAIT_MS = 500
/** A longer wait is not worthwhile: the read continues from the node. */
const MAX_WAIT_MS = 60 * MS_PER_SECOND
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504, 521, 522, 523, 524, 529])

const fork = z.object({ previousBlocks: z.array(z.object({ number: z.int().nonnegative(), hash: z.string() })).max(10_000) })

/**
 * Checks the status of an answer. Bodies of errors have no stable form, so the status alone decides.
 *
 * @throws ArchiveFault unless lines follow
 */
export async function checkStatus(answer: Response, host: string): Promise<void> {
  const { status } = answer
  if (status === 200) return
  const body = await readCapped(answer.body, MAX_ERROR_BYTES)
  if (status === 204) throw new ArchiveFault('above_head', `${host} has not indexed this block`)
  if (status === 409) throw new ArchiveFault('forked', `${host} follows another chain`, { previousBlocks: previousBlocks(body) })
  const reason = `${host} answered with status ${status}`
  if (!TRANSIENT.has(status)) throw new ArchiveFault('refused', reason)
  const seconds = retryAfter(answer.headers.get('retry-after'), answer.headers.get('date'))
  const waitMs = seconds === null ? DEFAULT_WAIT_MS : seconds * MS_PER_SECOND
  throw new ArchiveFault('unreachable', reason, waitMs > MAX_WAIT_MS ? {} : { retryAfterMs: waitMs })
}

/** Sorted ascending, because archives answer in either order; empty for an answer of another form. */
function previousBlocks(body: Buffer | null): readonly BlockMark[] {
  try {
    return fork.parse(JSON.parse(body?.toString('utf8') ?? '')).previousBlocks.toSorted((a, b) => a.number - b.number)
  } catch {
    return []
  }
}
