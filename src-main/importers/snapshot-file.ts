import { snapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { SnapshotPlan } from './plans.ts'
import { refuse } from './refuse.ts'

/** Our own snapshot record (contract.md §4), as the API and `export` give it out. */
export function readSnapshotFile(value: unknown): SnapshotPlan {
  const parsed = snapshotRecord.safeParse(value)
  if (parsed.success) return { kind: 'snapshot', record: parsed.data }
  const issue = parsed.error.issues[0]
  throw refuse(`The file looks like a snapshot, but ${issue?.path.join('.') ?? 'it'} does not fit: ${issue?.message ?? 'unknown reason'}.`, parsed.error)
}
