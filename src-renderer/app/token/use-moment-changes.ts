import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
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
  // The picture comes first: the comparison is made in a render of its own, and until then there are no words.
  const [later, earlierLater] = [useDeferredValue(open), useDeferredValue(record)]
  const words = useMemo(() => {
    if (later === null || earlierLater === null || earlierLater.timestamp >= later.timestamp) return null
    return diffWords(diffSnapshots(earlierLater, later)) ?? 'nothing changed'
  }, [later, earlierLater])
  return later === open && earlierLater === record ? words : null
}
