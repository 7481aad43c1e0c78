import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { snapshotListQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { wordsInSlices } from '../../features/compare/diff-snapshots.ts'
import { whenIdle } from '../../ui/when-idle.ts'

interface Told {
  readonly earlier: SnapshotRecord
  readonly later: SnapshotRecord
  readonly words: string
}

/** What the open snapshot changed since the one before it, in a few words; null at the first one and until both are read and compared. */
export function useMomentChanges(token: TokenRef, later: SnapshotRecord | null): string | null {
  const client = useClient()
  const list = useQuery(snapshotListQuery(client, token))
  const stamps = list.data?.value.snapshots ?? []
  const at = later === null ? -1 : stamps.indexOf(later.timestamp)
  const stamp = stamps[at - 1] ?? null
  const before = useQuery({ ...snapshotQuery(client, token, stamp), enabled: stamp !== null })
  const earlier = stamp === null ? null : (before.data?.value ?? null)
  const [told, tell] = useState<Told | null>(null)
  // The picture comes first: the comparison waits for an idle page, and a step that is left before is never compared.
  useEffect(() => {
    if (later === null || earlier === null || earlier.timestamp >= later.timestamp) return undefined
    const work = wordsInSlices(earlier, later)
    let stop = (): void => undefined
    const slice = (): void => {
      const { done, value } = work.next()
      if (done === true) tell({ earlier, later, words: value ?? 'no changes' })
      else stop = whenIdle(slice)
    }
    stop = whenIdle(slice)
    return () => stop()
  }, [earlier, later])
  return told?.later === later && told?.earlier === earlier ? told.words : null
}
