import type { DexMetricsData, StreamData } from '../../src-shared/contract/streams.ts'
import type { Completeness } from '../records/completeness.ts'
import type { RecordBytes } from './record-bytes.ts'
import type { RecordStream } from './token-records.ts'
import { unknownStreamFields } from './unknown-fields.ts'

/** Payloads of the streams that show a token's records (docs/api/streams.md#streams). */

/** JSON text of what the streams send beyond the records themselves. Made in the worker. */
export interface StreamTexts {
  readonly supply: string
  readonly insiders: string
  readonly bundlers: string
  readonly snipers: string
}

/** The `data` of an event as JSON. */
export interface StreamPayload {
  /** The JSON in pieces, so that a record's bytes are shared and never copied. */
  readonly json: readonly Uint8Array[]
  /** What the frame says beside its data: `,"unknown":[…],"coverage":"…"`, or empty if everything is known. */
  readonly notes: string
  /** Equal for equal payloads of a stream. */
  readonly fingerprint: string
}

export type StreamPayloads = Readonly<Record<RecordStream, StreamPayload | null>>

export function streamTexts({ total_supply, insiders_pct, dev_pct, bundlers_pct, snipers_pct }: DexMetricsData): StreamTexts {
  return {
    supply: JSON.stringify({ total_supply } satisfies Pick<StreamData<'clusters'>, 'total_supply'>),
    insiders: JSON.stringify({ insiders_pct, dev_pct } satisfies StreamData<'insiders'>),
    bundlers: JSON.stringify({ bundlers_pct } satisfies StreamData<'bundlers'>),
    snipers: JSON.stringify({ snipers_pct } satisfies StreamData<'snipers'>),
  }
}

/** Payloads of one version of the records. Null for a stream whose record needs missing facts. */
export function streamPayloads(
  texts: StreamTexts,
  { dexMetrics, clusters }: { readonly dexMetrics: RecordBytes; readonly clusters: RecordBytes },
  completeness: Completeness,
  isReady: (stream: RecordStream) => boolean,
): StreamPayloads {
  const payload = (stream: RecordStream, json: readonly Uint8Array[], content: string): StreamPayload | null => {
    const notes = frameNotes(unknownStreamFields(stream, completeness.publicUnknown), completeness.coverage)
    return isReady(stream) ? { json, notes, fingerprint: `${content}${notes}` } : null
  }
  return {
    dex_metrics: payload('dex_metrics', [dexMetrics.json], dexMetrics.etag),
    // Joins two objects: the first keeps its opening brace, the second its closing one.
    clusters: payload('clusters', [Buffer.from(`${texts.supply.slice(0, -1)},`), clusters.json.subarray(1)], `${texts.supply} ${clusters.etag}`),
    insiders: payload('insiders', [Buffer.from(texts.insiders)], texts.insiders),
    bundlers: payload('bundlers', [Buffer.from(texts.bundlers)], texts.bundlers),
    snipers: payload('snipers', [Buffer.from(texts.snipers)], texts.snipers),
  }
}

function frameNotes(unknown: readonly string[], coverage: string | null): string {
  return `${unknown.length === 0 ? '' : `,"unknown":${JSON.stringify(unknown)}`}${coverage === null ? '' : `,"coverage":${JSON.stringify(coverage)}`}`
}
