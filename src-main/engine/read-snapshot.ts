import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { StoreReads } from '../store/interface.ts'

/** @param timestamp null for the newest snapshot @returns null if it is not stored */
export function readSnapshot(reads: Pick<StoreReads, 'snapshot'>, token: TokenKey, timestamp: number | null): SnapshotRecord | null {
  const stored = reads.snapshot({ token, timestamp })
  return stored === null ? null : (JSON.parse(Buffer.from(stored.json).toString('utf8')) as SnapshotRecord)
}
