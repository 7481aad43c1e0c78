import { createHash } from 'node:crypto'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { ActiveRules } from '../detectors/rules.ts'
import { snapshotRecord } from '../records/snapshot.ts'
import { tokenRecords } from '../records/token-records.ts'
import type { StoreReads } from '../store/interface.ts'
import type { RecordName, TokenRecords } from './interface.ts'
import type { QueryResult, RecordBytes, ComputedRecords } from './messages.ts'
import { answerQuery, type Query } from './queries.ts'
import { distributionSeries } from './series.ts'
import { streamTexts } from './stream-payloads.ts'
import type { Studied } from './studied.ts'

/** Findings → serialised records, on the thread that calls. */

/** Null when nothing is stored. Each record asked for is serialised here once; the others are not made. */
export function computeRecords(
  reads: StoreReads,
  studied: Studied,
  key: TokenKey,
  active: ActiveRules,
  names: readonly RecordName[],
): ComputedRecords | null {
  const found = studied.of(key, active)
  if (found === null) return null
  const { token, version, findings } = found
  const records: TokenRecords = tokenRecords(findings, () => distributionSeries(reads, key))
  const bodies = Object.fromEntries(names.map((name) => [name, serialise(records[name])]))
  return { version, origin: token.origin, asOf: token.asOf, bodies, texts: names.includes('dexMetrics') ? streamTexts(records) : null }
}

/** The snapshot of the stored state as JSON text; null when nothing is stored. */
export function computeSnapshot(studied: Studied, key: TokenKey, active: ActiveRules, timestamp: number): RecordBytes['json'] | null {
  const found = studied.of(key, active)
  return found === null ? null : serialise(snapshotRecord(found.findings, timestamp)).json
}

export function computeAnswer(studied: Studied, key: TokenKey, active: ActiveRules, question: Query): QueryResult | null {
  const found = studied.of(key, active)
  if (found === null) return null
  return { body: serialise(answerQuery(found.findings, question)), asOf: found.token.asOf, origin: found.token.origin }
}

function serialise(value: unknown): RecordBytes {
  // Bytes of their own, not of a pool: they are handed over to another thread.
  const json = new TextEncoder().encode(JSON.stringify(value))
  return { json, etag: createHash('sha256').update(json).digest('hex') }
}
