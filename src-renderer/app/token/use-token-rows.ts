import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unknownBecause, type StoredFacts } from '../../../src-shared/domain/unknown-lists.ts'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, holdersQuery, overviewQuery, type TokenRef } from '../../api/token-queries.ts'
import { rowsFromClusters, rowsFromSnapshot as clusterRowsFromSnapshot, type ClusterRow } from '../../features/clusters/cluster-rows.ts'
import { rowsFromPage, rowsFromSnapshot as holderRowsFromSnapshot, type HolderRow } from '../../features/holders/holder-rows.ts'
import { useResource, type Resource, type TokenData } from './use-token-data.ts'

/** The table rows of what `TokenData` describes. */
export interface TokenRows {
  readonly holders: Resource<readonly HolderRow[]>
  /** Number of all stored holders, of which `holders` may have only the largest; null until known. */
  readonly holderTotal: number | null
  readonly clusters: Resource<readonly ClusterRow[]>
  /** Why it is unknown who belongs together, if no clusters were found; null if there truly are none. */
  readonly unknownClusters: string | null
  /** Limits of the data, as reported by the detectors. */
  readonly notes: readonly string[]
}

const NO_NOTES: readonly string[] = []

/** @param facts what is stored of the token, or known at the snapshot */
export function useTokenRows(
  token: TokenRef,
  { timestamp, snapshot, trial, activeClusters, explained: reasons }: TokenData,
  facts: StoredFacts,
): TokenRows {
  const client = useClient()
  const isLatest = timestamp === null
  const explained = useQuery(clustersQuery(client, token))
  const page = useQuery({ ...holdersQuery(client, token), enabled: isLatest })
  const { value: record } = snapshot
  const tried = isLatest ? trial.clusters : null
  const current = tried ?? activeClusters
  const holderRows = useMemo(() => {
    if (!isLatest) return record === null ? null : holderRowsFromSnapshot(record)
    if (page.data === undefined) return null
    const rows = rowsFromPage(page.data.value)
    if (tried === null) return rows
    const clusterOf = new Map(tried.clusters.flatMap(({ id, members }) => members.map(({ address }) => [address, id] as const)))
    return rows.map((row) => ({ ...row, cluster: clusterOf.get(row.address) ?? null }))
  }, [isLatest, record, page.data, tried])
  const clusterRows = useMemo(() => {
    if (isLatest) return current === null ? null : rowsFromClusters(current)
    if (record === null) return null
    return reasons === null ? clusterRowsFromSnapshot(record) : rowsFromClusters(reasons)
  }, [isLatest, record, current, reasons])
  const ofSnapshot = { error: snapshot.error, isFetching: snapshot.fetching, refetch: snapshot.retry }
  const holders = useResource<readonly HolderRow[]>(holderRows, isLatest ? page : ofSnapshot)
  const clusters = useResource<readonly ClusterRow[]>(clusterRows, isLatest ? explained : ofSnapshot)
  const holderTotal = isLatest ? (page.data?.value.total ?? null) : (holderRows?.length ?? null)
  const notes = current?.notes ?? NO_NOTES
  const unknownClusters = unknownBecause('clusters', facts, false, useQuery(overviewQuery(client, token)).data?.unknown)
  // Stable identity: a selection re-renders the workspace but not its thousands of rows.
  return useMemo(() => ({ holders, holderTotal, clusters, unknownClusters, notes }), [holders, holderTotal, clusters, unknownClusters, notes])
}
