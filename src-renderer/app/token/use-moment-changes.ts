import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { snapshotListQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { diffSnapshots, diffWords } from '../../features/compare/diff-snapshots.ts'

/** What the open snapshot changed since the one before it, in a few words; null at the first one and while the other one loads. */
export function useMomentChanges(token: TokenRef, open: SnapshotRecord | null): string | null {
  const client = useClient()
  const list = useQuery(snapshotListQuery(client, token))
  const stamps = list.data?.value.snapshots ?? []
  const at = open === null ? -1 : stamps.indexOf(open.timestamp)
  const earlier = stamps[at - 1] ?? null
  const before = useQuery({ ...snapshotQuery(client, token, earlier), enabled: earlier !== null })
  const record = earlier === null ? null : (before.data?.value ?? null)
  return useMemo(() => {
    if (open === null || record === null || record.timestamp >= open.timestamp) return null
    return diffWords(diffSnapshots(record, open)) ?? 'nothing changed'
  }, [open, record])
}
