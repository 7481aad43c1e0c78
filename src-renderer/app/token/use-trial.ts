import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { trialClustersQuery, rulesQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import type { TokenRef } from '../../api/token-queries.ts'
import { mergeTrial } from '../../features/rules/rule-sets.ts'
import { useTrial } from '../../stores/trial.ts'

/** A slider emits many values a second; only the last one is sent. */
const DEBOUNCE_MS = 120

export interface Trial {
  /** Clusters under the trial thresholds; null while nothing is on trial or computed. */
  readonly clusters: ExplainedClusters | null
  readonly error: Error | null
}

/** Clusters of the latest state under the trial thresholds. Nothing is stored. */
export function useTokenTrial(token: TokenRef): Trial {
  const client = useClient()
  const tried = useTrial((trial) => trial.changes)
  const isTrying = Object.keys(tried).length > 0
  const rules = useQuery({ ...rulesQuery(client), enabled: isTrying })
  const list = rules.data?.value
  const wanted = useMemo(() => (isTrying && list !== undefined ? mergeTrial(list, tried) : null), [isTrying, list, tried])
  const debounced = useDebounced(wanted)
  const result = useQuery({ ...trialClustersQuery(client, token, debounced ?? NO_CHANGES), enabled: debounced !== null && isTrying })
  const clusters = isTrying && debounced !== null ? (result.data?.value ?? null) : null
  const error = isTrying ? result.error : null
  return useMemo(() => ({ clusters, error }), [clusters, error])
}

const NO_CHANGES = {}

function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
