import type { StreamData } from '../../../src-shared/contract/streams.ts'
import type { TokenRecords } from '../../engine/interface.ts'

/** Streams that are made of a token's records, and what each of them shows (interface.md, "Streams"). */

export type RecordStream = 'dex_metrics' | 'clusters' | 'insiders' | 'bundlers' | 'snipers'
export type StreamRecords = Pick<TokenRecords, 'dexMetrics' | 'clusters'>

export const DERIVE: { readonly [S in RecordStream]: (records: StreamRecords) => StreamData<S> } = {
  dex_metrics: ({ dexMetrics }) => dexMetrics,
  clusters: ({ dexMetrics, clusters }) => ({ total_supply: dexMetrics.total_supply, ...clusters }),
  insiders: ({ dexMetrics }) => ({ insiders_pct: dexMetrics.insiders_pct, dev_pct: dexMetrics.dev_pct }),
  bundlers: ({ dexMetrics }) => ({ bundlers_pct: dexMetrics.bundlers_pct }),
  snipers: ({ dexMetrics }) => ({ snipers_pct: dexMetrics.snipers_pct }),
}

export const RECORD_STREAMS = Object.keys(DERIVE) as RecordStream[]

export function isRecordStream(stream: string): stream is RecordStream {
  return Object.hasOwn(DERIVE, stream)
}
