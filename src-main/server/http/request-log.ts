import type { z } from 'zod'
import type { requestLogEntry } from '../../../src-shared/contract/records/service.ts'

export type RequestLogEntry = z.infer<typeof requestLogEntry>

/** A finished request. It is formatted only when the log is read. */
export interface FinishedRequest {
  readonly id: string
  /** Unix milliseconds at its beginning. */
  readonly at: number
  readonly method: string
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly key: string | null
}

const MAX_ENTRIES = 500

/** The path carries no query, so no key can be in it. */
export function logEntry({ id, at, method, url, status, ms, key }: FinishedRequest): RequestLogEntry {
  return { id, at: new Date(at).toISOString(), method, path: url.split('?', 1)[0] ?? '/', status, ms: Math.round(ms * 1000) / 1000, key }
}

/** The latest requests in a ring buffer, newest first when read. */
export class RequestLog {
  readonly #seen: FinishedRequest[] = []
  #next = 0

  add(request: FinishedRequest): void {
    this.#seen[this.#next] = request
    this.#next = (this.#next + 1) % MAX_ENTRIES
  }

  latest(): RequestLogEntry[] {
    return [...this.#seen.slice(this.#next), ...this.#seen.slice(0, this.#next)].reverse().map(logEntry)
  }
}
