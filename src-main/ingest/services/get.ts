import { AppError } from '../../lib/app-error.ts'
import { readCapped } from '../../lib/http-answer.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly value: unknown
}

/** A service only supplements the chain, so a slow answer is not worth waiting for. */
const TIMEOUT_MS = 3_000
const MAX_BYTES = 1024 * 1024

/** Appends a path and a query to a base address. */
export function serviceUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base)
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/**
 * Sends one GET request. Redirects are refused, because they could take a key to another host.
 *
 * @throws AppError `source_unavailable` with the reason in its message; the signal's reason when aborted
 */
export async function getFromService(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ServiceAnswer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const unavailable = (why: string, cause?: unknown): AppError => new AppError('source_unavailable', { message: `${url.host} ${why}.`, cause })
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    })
    const body = await readCapped(answer.body, MAX_BYTES)
    if (body === null) throw unavailable(`answered more than ${MAX_BYTES} bytes`)
    return { status: answer.status, value: parseJson(body) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) throw error
    throw unavailable(timeout.aborted ? `did not answer within ${TIMEOUT_MS / 1_000} s` : 'could not be reached', error)
  }
}

/** Null if the body is not JSON. No supported API sends such a body. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
