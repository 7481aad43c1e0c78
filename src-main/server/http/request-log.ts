import type { z } from 'zod'
import type { requestLogEntry } from '../../../src-shared/contract/records/service.ts'

export type RequestLogEntry = z.infer<typeof requestLogEntry>

/** A request as it is noted on its way out; it is put into words only when somebody looks. */
export interface SeenRequest {
  readonly id: string
  /** Unix milliseconds at its beginning. */
  readonly at: number
  readonly method: string
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly key: string | null
}

const KEPT = 500

/** The path carries no query, so no key can be in it. */
export function logEntry({ id, at, method, url, status, ms, key }: SeenRequest): RequestLogEntry {
  return { id, at: new Date(at).toISOString(), method, path: url.split('?', 1)[0] ?? '/', status, ms: Math.round(ms * 1000) / 1000, key }
}

/** The latest requests, newest first when read. */
export class RequestLog {
  readonly #seen: SeenRequest[] = []
  #next = 0

  add(request: SeenRequest): void {
    this.#seen[this.#next] = request
    this.#next = (this.#next + 1) % KEPT
  }

  latest(): RequestLogEntry[] {
    return [...this.#seen.slice(this.#next), ...this.#seen.slice(0, this.#next)].reverse().map(logEntry)
  }
}
