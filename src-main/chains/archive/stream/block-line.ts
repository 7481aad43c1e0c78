import { z } from 'zod'
import { ArchiveFault } from '../fault.ts'

const header = z.object({ number: z.int().nonnegative(), hash: z.string().optional(), parentHash: z.string().optional() })
const line = z.looseObject({ header: z.looseObject(header.shape) })

export type ArchiveHeader = z.infer<typeof header>

/** One block with its rows that match the query. The tables are unchecked: the reader of a chain parses them. */
export type ArchiveBlock = z.infer<typeof line>

/** @throws ArchiveFault `malformed` */
export function parseBlockLine(text: Buffer): ArchiveBlock {
  try {
    return line.parse(JSON.parse(text.toString('utf8')))
  } catch (cause) {
    throw new ArchiveFault('malformed', 'a line is not a block', { retryAfterMs: 0, cause })
  }
}

/**
 * Checks that a block lies in the range, above the block before it, and is its child if both are neighbours and name hashes.
 *
 * @throws ArchiveFault `malformed`
 */
export function checkOrder({ header: next }: ArchiveBlock, before: ArchiveHeader | null, from: number, to: number): void {
  const malformed = (why: string): ArchiveFault => new ArchiveFault('malformed', why, { retryAfterMs: 0 })
  if (next.number < from || next.number > to) throw malformed(`requested blocks ${from} to ${to}, got block ${next.number}`)
  if (before === null) return
  if (next.number <= before.number) throw malformed(`block ${next.number} follows block ${before.number}`)
  if (next.number !== before.number + 1 || before.hash === undefined || next.parentHash === undefined) return
  if (next.parentHash !== before.hash) throw malformed(`block ${next.number} is not a child of the block before it`)
}
