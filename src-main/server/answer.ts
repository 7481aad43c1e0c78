import type { Readable } from 'node:stream'
import type { TokenInfo } from '../../src-shared/domain/token.ts'
import type { DataSource, RecordAnswer } from '../engine/interface.ts'
import type { Clock } from '../lib/clock.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Kept by callers, and asked for again each time by its ETag. */
export const REVALIDATE = 'private, no-cache'

/** Where and when the data of an answer comes from. */
export interface Provenance {
  /** Unix milliseconds of the state described. */
  readonly asOf: number
  readonly source: DataSource
}

/** Bytes that many calls are answered with; made once for them, headers and all. */
export interface StoredAnswer {
  readonly kind: 'record'
  readonly json: Uint8Array
  /** With its quotation marks. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a handler gives back; `respond.ts` alone turns it into bytes and headers. */
export type Answer =
  /** A stored record in its own bytes: never serialised per call, revalidated by its ETag. */
  | StoredAnswer
  /** A value made for this call. */
  | { readonly kind: 'value'; readonly value: unknown; readonly status?: number; readonly location?: string; readonly provenance: Provenance }
  /** Lines that are written as the caller reads them. */
  | { readonly kind: 'stream'; readonly stream: Readable; readonly type: string; readonly provenance: Provenance }
  /** A document made once per run. */
  | {
      readonly kind: 'document'
      readonly body: Buffer
      readonly type: string
      readonly etag: string
      readonly csp: string | null
      readonly provenance: Provenance
    }

const made = new WeakMap<object, StoredAnswer>()

/** The answer for stored bytes; the same object each time it is asked with the same `owner`. */
export function storedAnswer(owner: object, bytes: { readonly json: Uint8Array; readonly hash: string }, provenance: Provenance): StoredAnswer {
  const present = made.get(owner)
  if (present !== undefined) return present
  const etag = `"${bytes.hash}"`
  const answer: StoredAnswer = {
    kind: 'record',
    json: bytes.json,
    etag,
    headers: { 'content-type': JSON_TYPE, etag, 'cache-control': REVALIDATE, ...provenanceHeaders(provenance) },
  }
  made.set(owner, answer)
  return answer
}

export const recordAnswer = (record: RecordAnswer<unknown>): StoredAnswer => storedAnswer(record, { json: record.json, hash: record.etag }, record)

export const provenanceHeaders = ({ asOf, source }: Provenance): Record<string, string> => ({
  'x-data-as-of': new Date(asOf).toISOString(),
  'x-data-source': source,
})

export const valueAnswer = (value: unknown, provenance: Provenance): Answer => ({ kind: 'value', value, provenance })

/** Of a stored token: as it was read from its chain, or as a file tells it. */
export const originProvenance = ({ asOf, origin }: Pick<TokenInfo, 'asOf' | 'origin'>): Provenance => ({
  asOf: asOf * 1000,
  source: origin === 'import' ? 'import' : 'live',
})

/** What is so now. */
export const liveProvenance = (clock: Clock): Provenance => ({ asOf: clock.now(), source: 'live' })

export const liveAnswer = (value: unknown, clock: Clock): Answer => valueAnswer(value, liveProvenance(clock))
