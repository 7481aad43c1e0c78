import type { Reading } from './parse.ts'

export interface ParseRequest {
  readonly id: number
  readonly bytes: Uint8Array
  readonly reading: Reading
}

/** Long lists come back in parts, so that taking one over never holds the main thread for long. */
export type ParseReply =
  | { readonly id: number; readonly part: readonly unknown[] }
  /** `rest` is the body without the list that came in parts. */
  | { readonly id: number; readonly kind: 'json' | 'transfers'; readonly rest: unknown }
