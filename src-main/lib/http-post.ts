import type { IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { withDescriptor } from './descriptors.ts'
import { readCapped, retryAfter } from './http-answer.ts'
import { Agent, request } from './node-http.ts'

/**
 * Posts JSON with Node's HTTP client. `fetch` holds every request and its body by weak references, which survive collections of the young
 * generation. At hundreds of calls per second they fill the old generation with garbage.
 */

export interface PostAnswer {
  readonly status: number
  /** Seconds; null if the answer names none. */
  readonly waitSeconds: number | null
  /** null when it is longer than the limit. */
  readonly body: Buffer | null
}

const IDLE_MS = 4_000
const agents = { 'http:': new Agent({ keepAlive: true, timeout: IDLE_MS }), 'https:': new SecureAgent({ keepAlive: true, timeout: IDLE_MS }) }

/**
 * Closes every connection, including those of running requests, which then fail as if the peer had closed them. After the machine slept, connections
 * may be dead without notice, and a request on one would wait for its timeout.
 */
export function closeConnections(): void {
  for (const agent of Object.values(agents)) agent.destroy()
}

/**
 * Waits for a free descriptor until the signal aborts. Redirects are not followed, because only the configured endpoint may be called.
 *
 * @throws the error of the connection, or an AbortError
 */
export async function postJson(url: URL, body: string, { signal, answerBytes }: { signal: AbortSignal; answerBytes: number }): Promise<PostAnswer> {
  const secure = url.protocol === 'https:'
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'content-length': Buffer.byteLength(body),
  }
  const send = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', headers, signal }
      const call = secure ? requestSecurely(url, { ...options, agent: agents['https:'] }) : request(url, { ...options, agent: agents['http:'] })
      call.on('response', resolve).on('error', reject).end(body)
    })
  const answer = await withDescriptor(send, signal)
  return {
    status: answer.statusCode ?? 0,
    waitSeconds: retryAfter(answer.headers['retry-after'] ?? null, answer.headers.date ?? null),
    body: await readCapped(plain(answer), answerBytes),
  }
}

/** The decompressed body, to which the limit applies. */
function plain(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  if (answer.headers['content-encoding']?.toLowerCase() !== 'gzip') return answer
  return pipeline(answer, createGunzip(), () => {
    // Faults reach the reader of the decompressed stream.
  })
}
