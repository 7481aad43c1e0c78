import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../api/service.tsx'
import { snapshotListQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'

const NONE: readonly number[] = []

/** Unix seconds of the stored snapshots, ascending, plus the latest state if it is newer than all of them. */
export function withLatest(stored: readonly number[], latest: number | null): readonly number[] {
  const newest = stored.at(-1)
  return latest === null || newest === undefined || latest <= newest ? stored : [...stored, latest]
}

/** The moments that the slider and the picker step through. The last one is the latest state, which opens as null. */
export function useMoments(token: TokenRef): { readonly moments: readonly number[]; readonly stored: readonly number[] } {
  const client = useClient()
  const { data } = useQuery({ ...snapshotListQuery(client, token), retry: false })
  const latest = useQuery({ ...snapshotQuery(client, token, null), enabled: false }).data?.value.timestamp ?? null
  const stored = data?.value.snapshots ?? NONE
  return useMemo(() => ({ moments: withLatest(stored, latest), stored }), [stored, latest])
}
