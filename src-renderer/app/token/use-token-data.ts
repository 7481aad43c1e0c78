import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, holdersQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import {
  clustersDescribe,
  clustersOfSnapshot,
  explainedThen,
  regrouped,
  rowsOfClusters,
  type ClusterRow,
} from '../../features/clusters/cluster-rows.ts'
import { rowsOfPage, rowsOfSnapshot, type HolderRow } from '../../features/holders/holder-rows.ts'
import { memoizeRecent } from '../../ui/memoize-recent.ts'
import { useTokenTrial, type Trial } from './use-trial.ts'

/** One part of the workspace: its data, or why it is not there. */
export interface Part<T> {
  readonly value: T | null
  readonly error: Error | null
  readonly fetching: boolean
  readonly retry: () => void
}

export interface TokenData {
  /** The moment that everything here is of: Unix seconds of a snapshot, or null for the present. While another is read it is the one before. */
  readonly moment: number | null
  readonly snapshot: Part<SnapshotRecord>
  /** The present clusters as the rules in force count them, whatever is tried or open. */
  readonly inForce: ExplainedClusters | null
  readonly trial: Trial
  /** Clusters with their reasons, and the shares of the moment; null where the open snapshot groups wallets differently. */
  readonly reasons: ExplainedClusters | null
  readonly holders: Part<readonly HolderRow[]>
  readonly clusters: Part<readonly ClusterRow[]>
  /** Symbols of the other tokens that the snapshot names, by address. */
  readonly symbols: ReadonlyMap<string, string>
  /** What the detectors could not see. */
  readonly notes: readonly string[]
}

const NO_NOTES: readonly string[] = []

/** Who slides away from the present and back finds the very same record, and the picture that was made of it. */
const presentOf = memoizeRecent(regrouped, 1)
/** The same for the reasons of a snapshot, which its picture is kept with. */
const reasonsThen = memoizeRecent(explainedThen)

/**
 * What the graph and the tables show: the present state, with the thresholds that are being tried, or with a timestamp that snapshot
 * alone. While the wanted one comes, the one before stays as a whole, and `moment` tells of when it is.
 */
export function useTokenData(token: TokenRef, wanted: number | null): TokenData {
  const client = useClient()
  const snapshot = useQuery({ ...snapshotQuery(client, token, wanted), placeholderData: keepPreviousData })
  const [arrived, arrive] = useState(wanted)
  if (!snapshot.isPlaceholderData && arrived !== wanted) arrive(wanted)
  const timestamp = snapshot.isPlaceholderData ? arrived : wanted
  const explained = useQuery(clustersQuery(client, token))
  const page = useQuery({ ...holdersQuery(client, token), enabled: wanted === null })

  const trial = useTokenTrial(token)
  const tried = timestamp === null ? trial.clusters : null
  const stored = snapshot.data?.value ?? null
  const inForce = explained.data?.value ?? null
  const present = tried ?? inForce
  // The newest snapshot keeps the clusters of its moment; the present has those of the rules in force or on trial.
  const record = useMemo(() => {
    if (stored === null || timestamp !== null || present === null || clustersDescribe(present, stored)) return stored
    return presentOf(stored, present)
  }, [stored, timestamp, present])
  const reasons = useMemo(() => {
    if (record === null || present === null || !clustersDescribe(present, record)) return null
    return timestamp === null ? present : reasonsThen(present, record)
  }, [timestamp, record, present])
  const holderRows = useMemo(() => {
    if (timestamp !== null) return record === null ? null : rowsOfSnapshot(record)
    if (page.data === undefined) return null
    const rows = rowsOfPage(page.data.value)
    if (tried === null) return rows
    const clusterOf = new Map(tried.clusters.flatMap(({ id, members }) => members.map(({ address }) => [address, id] as const)))
    return rows.map((row) => ({ ...row, cluster: clusterOf.get(row.address) ?? null }))
  }, [timestamp, record, page.data, tried])
  const clusterRows = useMemo(() => {
    if (timestamp === null) return present === null ? null : rowsOfClusters(present)
    if (record === null) return null
    return reasons === null ? clustersOfSnapshot(record) : rowsOfClusters(reasons)
  }, [timestamp, record, present, reasons])

  const symbols = useMemo(
    () => new Map(record?.token_links.flatMap(({ token: { address, symbol } }) => (symbol === null ? [] : [[address, symbol] as const]))),
    [record],
  )

  const picture = usePart(record, snapshot)
  const holders = usePart<readonly HolderRow[]>(holderRows, timestamp === null ? page : snapshot)
  const clusters = usePart<readonly ClusterRow[]>(clusterRows, timestamp === null ? explained : snapshot)
  const notes = present?.notes ?? NO_NOTES
  // The same until something of it changes: a selection renders the workspace anew, not its thousands of rows.
  return useMemo(
    () => ({ moment: timestamp, snapshot: picture, inForce, trial, reasons, holders, clusters, symbols, notes }),
    [timestamp, picture, inForce, trial, reasons, holders, clusters, symbols, notes],
  )
}

function usePart<T>(value: T | null, source: { error: Error | null; isFetching: boolean; refetch: () => unknown }): Part<T> {
  const { isFetching, refetch } = source
  const error = value === null ? source.error : null
  return useMemo(() => ({ value, error, fetching: isFetching, retry: () => void refetch() }), [value, error, isFetching, refetch])
}
