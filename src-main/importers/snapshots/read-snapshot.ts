import { snapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { SnapshotPlan } from '../plans.ts'
import { formError } from '../errors.ts'

/** A snapshot record (docs/api/records.md#snapshot) from the API or from `export`. */
export function readSnapshotFile(value: unknown): SnapshotPlan {
  const parsed = snapshotRecord.safeParse(value)
  if (!parsed.success) throw formError('a snapshot', parsed.error)
  return { kind: 'snapshot', record: parsed.data }
}
