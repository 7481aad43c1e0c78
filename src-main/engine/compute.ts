import { createHash } from 'node:crypto'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import { detectAll } from '../detectors/findings.ts'
import type { ActiveRules } from '../detectors/rules.ts'
import { snapshotRecord } from '../records/snapshot.ts'
import { tokenRecords } from '../records/token-records.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'
import { LABELS_REVISION } from '../store/labels.ts'
import { gather } from './gather.ts'
import type { TokenRecords } from './interface.ts'
import { RECORD_NAMES, type Bytes, type ComputedRecords } from './messages.ts'
import { distributionSeries } from './series.ts'

/** Facts in the store → serialised records, on the thread that calls. */

/** What records were computed from: equal versions have equal bytes. */
export function versionOf(token: Pick<StoredToken, 'revision' | 'snapshotCount'>, labelsRevision: string | null): string {
  return `${token.revision}.${token.snapshotCount}.${labelsRevision ?? '0'}`
}

/** Null when nothing is stored. Each record is serialised here once. */
export function computeRecords(reads: StoreReads, key: TokenKey, active: ActiveRules): ComputedRecords | null {
  const labelsRevision = reads.setting(LABELS_REVISION)
  const gathered = gather(reads, key, active.rules.cluster.depth_holders)
  if (gathered === null) return null
  const records: TokenRecords = tokenRecords(detectAll(gathered.facts, active), distributionSeries(reads, key))
  const bodies = Object.fromEntries(RECORD_NAMES.map((name) => [name, serialise(records[name])]))
  return { version: versionOf(gathered.token, labelsRevision), origin: gathered.token.origin, asOf: gathered.token.asOf, bodies }
}

/** The snapshot of the stored state as JSON text; null when nothing is stored. */
export function computeSnapshot(reads: StoreReads, key: TokenKey, active: ActiveRules, timestamp: number): Bytes['json'] | null {
  const gathered = gather(reads, key, active.rules.cluster.depth_holders)
  if (gathered === null) return null
  return serialise(snapshotRecord(detectAll(gathered.facts, active), timestamp)).json
}

function serialise(value: unknown): Bytes {
  // Bytes of their own, not of a pool: they are handed over to another thread.
  const json = new TextEncoder().encode(JSON.stringify(value))
  return { json, etag: createHash('sha256').update(json).digest('hex') }
}
