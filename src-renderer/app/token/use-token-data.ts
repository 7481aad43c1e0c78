import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, snapshotQuery, type TokenRef } from '../../api/token-queries.ts'
import { matchesSnapshot, explainSnapshot, regroupSnapshot } from '../../features/clusters/cluster-rows.ts'
import { memoizeRecent } from '../../ui/memoize-recent.ts'
import { useTokenTrial, type Trial } from './use-trial.ts'

/** A loaded value, or the error that prevented loading. */
export interface Resource<T> {
  readonly value: T | null
  readonly error: Error | null
  readonly fetching: boolean
  readonly retry: () => void
}

export interface TokenData {
  /** Unix seconds of the snapshot described here, or null for the latest state. While another one loads, this stays the previous one. */
  readonly timestamp: number | null
  readonly snapshot: Resource<SnapshotRecord>
  /** Clusters of the latest state under the active rules, independent of the selection and the trial. */
  readonly activeClusters: ExplainedClusters | null
  readonly trial: Trial
  /** False until the clusters of the latest state, from which `explained` is derived, have loaded or failed to load. */
  readonly areReasonsKnown: boolean
  /** Clusters with reasons and the snapshot's shares; null if the snapshot groups wallets differently. */
  readonly explained: ExplainedClusters | null
  /** Symbols of other tokens in the snapshot, by address. */
  readonly symbols: ReadonlyMap<string, string>
}

/** Caches the record, so that returning to the latest state finds the same object and its rendering. */
const regroupedLatest = memoizeRecent(regroupSnapshot, 1)
/** Caches explained clusters per snapshot, because the rendering is cached with them. */
const explainedSnapshots = memoizeRecent(explainSnapshot)

/**
 * The data of the graph and the tables: the latest state, optionally with trial thresholds, or one snapshot. While another snapshot loads, the
 * previous data stays complete, with its `timestamp`.
 */
export function useTokenData(token: TokenRef, wanted: number | null): TokenData {
  const client = useClient()
  const snapshot = useQuery({ ...snapshotQuery(client, token, wanted), placeholderData: keepPreviousData })
  const [arrived, arrive] = useState(wanted)
  if (!snapshot.isPlaceholderData && arrived !== wanted) arrive(wanted)
  const timestamp = snapshot.isPlaceholderData ? arrived : wanted
  const explained = useQuery(clustersQuery(client, token))

  const trial = useTokenTrial(token)
  const tried = timestamp === null ? trial.clusters : null
  const stored = snapshot.data?.value ?? null
  const inForce = explained.data?.value ?? null
  const current = tried ?? inForce
  // A stored snapshot keeps its own clusters. The latest state shows those of the active or trial rules.
  const record = useMemo(() => {
    if (stored === null || timestamp !== null || current === null || matchesSnapshot(current, stored)) return stored
    return regroupedLatest(stored, current)
  }, [stored, timestamp, current])
  const reasons = useMemo(() => {
    if (record === null || current === null || !matchesSnapshot(current, record)) return null
    return timestamp === null ? current : explainedSnapshots(current, record)
  }, [timestamp, record, current])
  const symbols = useMemo(
    () => new Map(record?.token_links.flatMap(({ token: { address, symbol } }) => (symbol === null ? [] : [[address, symbol] as const]))),
    [record],
  )

  const resource = useResource(record, snapshot)
  const areReasonsKnown = explained.isFetched || explained.failureCount > 0
  // Stable identity: a selection re-renders the workspace but not the graph.
  return useMemo(
    () => ({
      timestamp,
      snapshot: resource,
      activeClusters: inForce,
      trial,
      areReasonsKnown,
      explained: reasons,
      symbols,
    }),
    [timestamp, resource, inForce, trial, areReasonsKnown, reasons, symbols],
  )
}

export function useResource<T>(value: T | null, source: { error: Error | null; isFetching: boolean; refetch: () => unknown }): Resource<T> {
  const { isFetching, refetch } = source
  const error = value === null ? source.error : null
  return useMemo(() => ({ value, error, fetching: isFetching, retry: () => void refetch() }), [value, error, isFetching, refetch])
}
