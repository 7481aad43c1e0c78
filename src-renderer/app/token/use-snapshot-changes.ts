import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { snapshotListQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { diffSummaryInSlices } from '../../../src-shared/domain/snapshot-diff.ts'
import { whenIdle } from '../../ui/when-idle.ts'

interface Comparison {
  readonly earlier: SnapshotRecord
  readonly later: SnapshotRecord
  readonly summary: string
}

/** Summary of changes since the previous snapshot; null for the first one, and until both are loaded and compared. */
export function useSnapshotChanges(token: TokenRef, later: SnapshotRecord | null): string | null {
  const client = useClient()
  const list = useQuery(snapshotListQuery(client, token))
  const stamps = list.data?.value.snapshots ?? []
  const at = later === null ? -1 : stamps.indexOf(later.timestamp)
  const stamp = stamps[at - 1] ?? null
  const before = useQuery({ ...snapshotQuery(client, token, stamp), enabled: stamp !== null })
  const earlier = stamp === null ? null : (before.data?.value ?? null)
  const [comparison, setComparison] = useState<Comparison | null>(null)
  // The comparison runs while the page is idle, and the next step cancels it.
  useEffect(() => {
    if (later === null || earlier === null || earlier.timestamp >= later.timestamp) return undefined
    const work = diffSummaryInSlices(earlier, later)
    let stop = (): void => undefined
    const slice = (): void => {
      const { done, value } = work.next()
      if (done === true) setComparison({ earlier, later, summary: value ?? 'no changes' })
      else stop = whenIdle(slice)
    }
    stop = whenIdle(slice)
    return () => stop()
  }, [earlier, later])
  return comparison?.later === later && comparison?.earlier === earlier ? comparison.summary : null
}
