import type { TokenRecords } from '../records/token-records.ts'

export type RecordName = keyof TokenRecords
/** Records made by every recomputation. The others, such as lists of every holder, are made on request. */
export type StreamedName = Exclude<RecordName, `local${string}`>

/** Streams that show a token's records (docs/api/streams.md#streams). */
export const RECORD_STREAMS = ['dex_metrics', 'clusters', 'insiders', 'bundlers', 'snipers'] as const
export type RecordStream = (typeof RECORD_STREAMS)[number]

export function isRecordStream(stream: string): stream is RecordStream {
  return (RECORD_STREAMS as readonly string[]).includes(stream)
}
