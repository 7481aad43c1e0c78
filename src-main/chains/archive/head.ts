import { z } from 'zod'
import { sleep } from '../../lib/backoff.ts'
import { ArchiveFault } from './fault.ts'
import { readHypersyncHead } from './hypersync/read.ts'
import { ARCHIVE_LIMITS, readBody, type ArchiveAccess } from './request.ts'

const LIMITS = { ...ARCHIVE_LIMITS, idleMs: 10_000, answerMs: 10_000, answerBytes: 64 * 1024 }
/** An archive may have no head for a moment, for example after its start. */
const ATTEMPTS = 3
const WAIT_MS = 500

const head = z.object({ number: z.int().nonnegative() }).nullable()
type Head = NonNullable<z.infer<typeof head>>

/** The newest block that the archive calls final. @throws ArchiveFault; the signal's reason when aborted */
export async function readFinalizedHead(access: ArchiveAccess, signal: AbortSignal): Promise<Head> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await (access.protocol === 'hypersync' ? readHypersyncHead(access, LIMITS, signal) : readPortalHead(access, signal))
    if (found !== null) return found
    await sleep(WAIT_MS, signal)
  }
  throw new ArchiveFault('unreachable', `${new URL(access.url).host} names no finalised block`)
}

async function readPortalHead(access: ArchiveAccess, signal: AbortSignal): Promise<Head | null> {
  const body = await readBody(access, 'finalized-head', null, LIMITS, signal)
  try {
    return head.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new ArchiveFault('malformed', `${new URL(access.url).host} does not answer its head in the expected form`, { cause })
  }
}
