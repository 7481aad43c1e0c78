import { AppError } from '../../lib/app-error.ts'
import { readCapped } from '../../lib/http-answer.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly value: unknown
}

/** What a service tells stands beside what the chain tells, and is not waited for longer. */
const WITHIN_MS = 3_000
const MOST_BYTES = 1024 * 1024

/** `path` and a query put behind a base address. */
export function serviceUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base)
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/**
 * Asks a service once. Redirects are refused: a key must not follow them to another host.
 *
 * @throws AppError `source_unavailable` with the reason for people; the signal's reason when cancelled
 */
export async function getFromService(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ServiceAnswer> {
  const late = AbortSignal.timeout(WITHIN_MS)
  const unavailable = (why: string, cause?: unknown): AppError => new AppError('source_unavailable', { say: `${url.host} ${why}.`, cause })
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    })
    const body = await readCapped(answer.body, MOST_BYTES)
    if (body === null) throw unavailable(`answered more than ${MOST_BYTES} bytes`)
    return { status: answer.status, value: parsed(body) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) throw error
    throw unavailable(late.aborted ? `did not answer within ${WITHIN_MS / 1_000} s` : 'could not be asked', error)
  }
}

/** Null for what is no JSON: no form in use answers so. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
