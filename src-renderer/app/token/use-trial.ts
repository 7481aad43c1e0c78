import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { trialClustersQuery, rulesQuery } from '../../api/evidence-queries.ts'
import { useUnderCase } from '../../api/claims.tsx'
import { useClient } from '../../api/service.tsx'
import { clustersQuery, type TokenRef } from '../../api/token-queries.ts'
import { mergeTrial } from '../../../src-shared/domain/rule-trial.ts'
import { useTrial } from '../../stores/trial.ts'

/** A slider emits many values a second. Only the last one is sent. */
const DEBOUNCE_MS = 120

export interface Trial {
  /** Clusters under the trial thresholds or the open case; null if neither applies, or while nothing is computed. */
  readonly clusters: ExplainedClusters | null
  /** Whether tags and entities of the open case count in these clusters. */
  readonly underCase: boolean
  readonly error: Error | null
}

/** Clusters of the latest state under the trial thresholds and the open case. Nothing is stored. */
export function useTokenTrial(token: TokenRef): Trial {
  const client = useClient()
  const tried = useTrial((trial) => trial.changes)
  const isTrying = Object.keys(tried).length > 0
  const rules = useQuery({ ...rulesQuery(client), enabled: isTrying })
  const list = rules.data?.value
  const wanted = useMemo(() => (isTrying && list !== undefined ? mergeTrial(list, tried) : null), [isTrying, list, tried])
  const debounced = useDebounced(wanted)
  const under = useUnderCase()
  const isTried = isTrying && debounced !== null
  const result = useQuery({ ...trialClustersQuery(client, token, debounced ?? NO_CHANGES, under), enabled: isTried })
  const counted = useQuery({ ...clustersQuery(client, token, under), enabled: under !== null && !isTrying, placeholderData: keepPreviousData })
  const shown = isTrying ? (isTried ? result : null) : under === null ? null : counted
  const clusters = shown?.data?.value ?? null
  const error = shown?.error ?? null
  const underCase = under !== null
  return useMemo(() => ({ clusters, underCase, error }), [clusters, underCase, error])
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
