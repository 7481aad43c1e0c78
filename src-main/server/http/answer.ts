import type { Readable } from 'node:stream'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'
import type { DataSource, RecordAnswer } from '../../engine/interface.ts'
import type { Clock } from '../../lib/clock.ts'
import type { LineForm } from '../../records/trade-lines.ts'
import { COMPRESS_FROM_BYTES } from './encodings.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const LINE_TYPES: Readonly<Record<LineForm, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
}
/** Clients may cache the answer and must revalidate it by its ETag. */
export const REVALIDATE = 'private, no-cache'

/** The source and time of the data in an answer. */
export interface Provenance {
  /** Unix milliseconds of the state described. */
  readonly asOf: number
  readonly source: DataSource
  /** Fields of the body whose value is unknown. */
  readonly unknown?: readonly string[]
  /** What the facts behind the body cover; null or absent if that is everything. */
  readonly coverage?: string | null
}

/** A record as stored bytes, with the parts that are the same in every answer with these bytes. */
export interface RecordBody {
  readonly kind: 'record'
  readonly json: Buffer
  /** As `shortText`. */
  readonly text: string | null
  /** SHA-256 of the bytes, hex, or another key that only these bytes have. */
  readonly hash: string
  /** Without the content type, which an answer without a body does not state. */
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
}

/** What a handler returns. Only `send-answer.ts` turns it into bytes and headers. */
export type Answer =
  | RecordBody
  /** A value made for this call. `status`: another one than the route states. */
  | { readonly kind: 'value'; readonly value: unknown; readonly status?: number; readonly location?: string; readonly provenance: Provenance }
  /** Lines, written as the client reads them. A live one is not compressed, since its lines may not wait for more. */
  | { readonly kind: 'stream'; readonly stream: Readable; readonly type: string; readonly provenance: Provenance; readonly isLive?: true }
  /** A document made once per run. */
  | {
      readonly kind: 'document'
      readonly body: Buffer
      readonly type: string
      readonly etag: string
      readonly csp: string | null
      readonly provenance: Provenance
    }

/** A body that is too short to compress, as text: Node sends text together with the headers, but bytes in a second write. Null for a longer body. */
export const shortText = (body: Buffer): string | null => (body.byteLength < COMPRESS_FROM_BYTES ? body.toString('utf8') : null)

export function storedAnswer(bytes: Uint8Array, hash: string, provenance: Provenance): RecordBody {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    kind: 'record',
    json,
    text: shortText(json),
    hash,
    headers: { etag: `"${hash}"`, 'cache-control': REVALIDATE, ...provenanceHeaders(provenance) },
  }
}

/** One answer per version of a record, since formatting the time in its headers takes longer than this look-up. */
const recordAnswers = new WeakMap<RecordAnswer<unknown>, Answer>()

export function recordAnswer(record: RecordAnswer<unknown>): Answer {
  const made = recordAnswers.get(record)
  if (made !== undefined) return made
  const answer = storedAnswer(record.json, record.etag, record)
  recordAnswers.set(record, answer)
  return answer
}

export const provenanceHeaders = ({ asOf, source, unknown = [], coverage = null }: Provenance): Record<string, string> => ({
  'x-data-as-of': new Date(asOf).toISOString(),
  'x-data-source': source,
  ...(unknown.length === 0 ? {} : { 'x-data-unknown': unknown.join(', ') }),
  ...(coverage === null ? {} : { 'x-data-coverage': coverage }),
})

export const valueAnswer = (value: unknown, provenance: Provenance): Answer => ({ kind: 'value', value, provenance })

/** Provenance of a stored token: read from its chain, or imported from a file. */
export const originProvenance = ({ asOf, origin }: Pick<TokenInfo, 'asOf' | 'origin'>): Provenance => ({
  asOf: asOf * 1000,
  source: origin === 'import' ? 'import' : 'live',
})

/** Provenance of the current state of the service. */
export const liveProvenance = (clock: Clock): Provenance => ({ asOf: clock.now(), source: 'live' })

export const liveAnswer = (value: unknown, clock: Clock): Answer => valueAnswer(value, liveProvenance(clock))
