import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, holdersQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { clustersDescribe, clustersOfSnapshot, rowsOfClusters, type ClusterRow } from '../../features/clusters/cluster-rows.ts'
import { rowsOfPage, rowsOfSnapshot, type HolderRow } from '../../features/holders/holder-rows.ts'

/** One part of the workspace: its data, or why it is not there. */
export interface Part<T> {
  readonly value: T | null
  readonly error: Error | null
  readonly fetching: boolean
  readonly retry: () => void
}

export interface TokenData {
  readonly snapshot: Part<SnapshotRecord>
  /** Clusters with their reasons; null where the open snapshot groups wallets differently. */
  readonly reasons: ExplainedClusters | null
  readonly holders: Part<readonly HolderRow[]>
  readonly clusters: Part<readonly ClusterRow[]>
  /** Symbols of the other tokens that the snapshot names, by address. */
  readonly symbols: ReadonlyMap<string, string>
  /** What the detectors could not see. */
  readonly notes: readonly string[]
}

const NO_NOTES: readonly string[] = []

/** What the graph and the tables show: the present state, or with a timestamp that snapshot alone. */
export function useTokenData(token: TokenRef, timestamp: number | null): TokenData {
  const client = useClient()
  const snapshot = useQuery(snapshotQuery(client, token, timestamp))
  const explained = useQuery(clustersQuery(client, token))
  const page = useQuery({ ...holdersQuery(client, token), enabled: timestamp === null })

  const record = snapshot.data?.value ?? null
  const present = explained.data?.value ?? null
  const reasons = useMemo(() => (record !== null && present !== null && clustersDescribe(present, record) ? present : null), [record, present])
  const holderRows = useMemo(() => {
    if (timestamp !== null) return record === null ? null : rowsOfSnapshot(record)
    return page.data === undefined ? null : rowsOfPage(page.data.value)
  }, [timestamp, record, page.data])
  const clusterRows = useMemo(() => {
    if (timestamp === null) return present === null ? null : rowsOfClusters(present)
    if (record === null) return null
    return reasons === null ? clustersOfSnapshot(record) : rowsOfClusters(reasons)
  }, [timestamp, record, present, reasons])

  const symbols = useMemo(
    () => new Map(record?.token_links.flatMap(({ token: { address, symbol } }) => (symbol === null ? [] : [[address, symbol] as const]))),
    [record],
  )

  const holderSource = timestamp === null ? page : snapshot
  const clusterSource = timestamp === null ? explained : snapshot
  return {
    snapshot: part(record, snapshot),
    reasons,
    holders: part(holderRows, holderSource),
    clusters: part(clusterRows, clusterSource),
    symbols,
    notes: present?.notes ?? NO_NOTES,
  }
}

function part<T>(value: T | null, source: { error: Error | null; isFetching: boolean; refetch: () => unknown }): Part<T> {
  return { value, error: value === null ? source.error : null, fetching: source.isFetching, retry: () => void source.refetch() }
}
