import { createHash } from 'node:crypto'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { ActiveRules } from '../detectors/rules.ts'
import { snapshotRecord } from '../records/snapshot.ts'
import { tokenRecords } from '../records/token-records.ts'
import type { StoreReads } from '../store/interface.ts'
import type { RecordName, TokenRecords } from './interface.ts'
import type { Answered, Bytes, ComputedRecords } from './messages.ts'
import { answerQuestion, type Question } from './questions.ts'
import { distributionSeries } from './series.ts'
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
  return { version, origin: token.origin, asOf: token.asOf, bodies }
}

/** The snapshot of the stored state as JSON text; null when nothing is stored. */
export function computeSnapshot(studied: Studied, key: TokenKey, active: ActiveRules, timestamp: number): Bytes['json'] | null {
  const found = studied.of(key, active)
  return found === null ? null : serialise(snapshotRecord(found.findings, timestamp)).json
}

export function computeAnswer(studied: Studied, key: TokenKey, active: ActiveRules, question: Question): Answered | null {
  const found = studied.of(key, active)
  if (found === null) return null
  return { body: serialise(answerQuestion(found.findings, question)), asOf: found.token.asOf, origin: found.token.origin }
}

function serialise(value: unknown): Bytes {
  // Bytes of their own, not of a pool: they are handed over to another thread.
  const json = new TextEncoder().encode(JSON.stringify(value))
  return { json, etag: createHash('sha256').update(json).digest('hex') }
}
