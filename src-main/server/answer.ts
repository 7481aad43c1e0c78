import type { Readable } from 'node:stream'
import type { DataSource, RecordAnswer } from '../engine/interface.ts'

/** Where and when the data of an answer comes from. */
export interface Provenance {
  /** Unix milliseconds of the state described. */
  readonly asOf: number
  readonly source: DataSource
}

/** What a handler gives back; `respond.ts` alone turns it into bytes and headers. */
export type Answer =
  /** A stored record in its own bytes: never serialised per call, revalidated by its ETag. */
  | { readonly kind: 'record'; readonly json: Uint8Array; readonly etag: string; readonly provenance: Provenance }
  /** A value made for this call. */
  | { readonly kind: 'value'; readonly value: unknown; readonly status?: number; readonly location?: string; readonly provenance: Provenance | null }
  /** Lines that are written as the caller reads them. */
  | { readonly kind: 'stream'; readonly stream: Readable; readonly type: string; readonly provenance: Provenance }
  /** A document made once per run. */
  | { readonly kind: 'document'; readonly body: Buffer; readonly type: string; readonly etag: string; readonly csp: string | null }

export function recordAnswer(record: RecordAnswer<unknown>): Answer {
  return { kind: 'record', json: record.json, etag: record.etag, provenance: { asOf: record.asOf, source: record.source } }
}

export const valueAnswer = (value: unknown, provenance: Provenance): Answer => ({ kind: 'value', value, provenance })
