import { snapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { SnapshotPlan } from './plans.ts'
import { formError } from './refuse.ts'

/** Our own snapshot record (contract.md §4), as the API and `export` give it out. */
export function readSnapshotFile(value: unknown): SnapshotPlan {
  const parsed = snapshotRecord.safeParse(value)
  if (!parsed.success) throw formError('a snapshot', parsed.error)
  return { kind: 'snapshot', record: parsed.data }
}
