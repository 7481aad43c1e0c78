import type { DexMetricsData, StreamData } from '../../src-shared/contract/streams.ts'
import type { RecordBytes } from './record-bytes.ts'

/** Payloads of the streams that show a token's records (docs/api/streams.md#streams). */

export const RECORD_STREAMS = ['dex_metrics', 'clusters', 'insiders', 'bundlers', 'snipers'] as const
export type RecordStream = (typeof RECORD_STREAMS)[number]

export function isRecordStream(stream: string): stream is RecordStream {
  return (RECORD_STREAMS as readonly string[]).includes(stream)
}

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
  /** Equal for equal payloads of a stream. */
  readonly fingerprint: string
}

export type StreamPayloads = Readonly<Record<RecordStream, StreamPayload>>

export function streamTexts({ total_supply, insiders_pct, dev_pct, bundlers_pct, snipers_pct }: DexMetricsData): StreamTexts {
  return {
    supply: JSON.stringify({ total_supply } satisfies Pick<StreamData<'clusters'>, 'total_supply'>),
    insiders: JSON.stringify({ insiders_pct, dev_pct } satisfies StreamData<'insiders'>),
    bundlers: JSON.stringify({ bundlers_pct } satisfies StreamData<'bundlers'>),
    snipers: JSON.stringify({ snipers_pct } satisfies StreamData<'snipers'>),
  }
}

export function streamPayloads(texts: StreamTexts, dexMetrics: RecordBytes, clusters: RecordBytes): StreamPayloads {
  return {
    dex_metrics: { json: [dexMetrics.json], fingerprint: dexMetrics.etag },
    // One object of two: the first keeps its opening brace, the second its closing one.
    clusters: { json: [Buffer.from(`${texts.supply.slice(0, -1)},`), clusters.json.subarray(1)], fingerprint: `${texts.supply} ${clusters.etag}` },
    insiders: textPayload(texts.insiders),
    bundlers: textPayload(texts.bundlers),
    snipers: textPayload(texts.snipers),
  }
}

const textPayload = (text: string): StreamPayload => ({ json: [Buffer.from(text)], fingerprint: text })
