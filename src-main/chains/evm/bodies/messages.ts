import type { Reading } from './parse.ts'
import type { TransferColumns } from './transfer-columns.ts'

export interface ParseRequest {
  readonly id: number
  readonly bytes: Uint8Array
  readonly reading: Reading
}

/** Long lists of JSON come back in parts, so that taking one over never holds the main thread for long. */
export type ParseReply =
  | { readonly id: number; readonly part: readonly unknown[] }
  /** The body without the list that came in parts. */
  | { readonly id: number; readonly rest: unknown }
  | { readonly id: number; readonly columns: TransferColumns }
