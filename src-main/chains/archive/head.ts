import { z } from 'zod'
import { sleep } from '../../lib/backoff.ts'
import { ArchiveFault, type BlockMark } from './fault.ts'
import { ARCHIVE_LIMITS, request, type ArchiveAccess } from './request.ts'

const LIMITS = { ...ARCHIVE_LIMITS, idleMs: 10_000, answerMs: 10_000, answerBytes: 64 * 1024 }
/** An archive may have no head for a moment, as after its start. */
const ATTEMPTS = 3
const WAIT_MS = 500

const head = z.object({ number: z.int().nonnegative(), hash: z.string().max(128) }).nullable()

/** The newest block that the archive calls final. @throws ArchiveFault; the signal's reason when aborted */
export async function readFinalizedHead(access: ArchiveAccess, signal: AbortSignal): Promise<BlockMark> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await readHead(access, signal)
    if (found !== null) return found
    await sleep(WAIT_MS, signal)
  }
  throw new ArchiveFault('unreachable', `${new URL(access.url).host} names no finalised block`)
}

async function readHead(access: ArchiveAccess, signal: AbortSignal): Promise<BlockMark | null> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request(access, 'finalized-head', null, LIMITS, signal)) chunks.push(chunk)
  try {
    return head.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch (cause) {
    throw new ArchiveFault('malformed', `${new URL(access.url).host} does not answer its head in the expected form`, { cause })
  }
}
