import type { z } from 'zod'
import type { requestLogEntry } from '../../src-shared/contract/records/local.ts'

export type RequestLogEntry = z.infer<typeof requestLogEntry>

const KEPT = 500

/** The latest requests, newest first when read. Paths carry no query, so no key can be in them. */
export class RequestLog {
  readonly #entries: RequestLogEntry[] = []
  #next = 0

  add(entry: RequestLogEntry): void {
    this.#entries[this.#next] = entry
    this.#next = (this.#next + 1) % KEPT
  }

  latest(): RequestLogEntry[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)].reverse()
  }
}
