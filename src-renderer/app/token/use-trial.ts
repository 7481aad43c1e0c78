import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { recountQuery, rulesQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import type { TokenRef } from '../../api/token-queries.ts'
import { wholeSet } from '../../features/rules/rule-sets.ts'
import { useTrial } from '../../stores/trial.ts'

/** A slider tells many values a second: the last one of a pause is counted. */
const PAUSE_MS = 120

export interface Trial {
  /** Clusters under the tried thresholds; null while nothing is tried or counted. */
  readonly clusters: ExplainedClusters | null
  readonly error: Error | null
}

/** The clusters of the present state under the thresholds that are being tried. Nothing is stored. */
export function useTokenTrial(token: TokenRef): Trial {
  const client = useClient()
  const tried = useTrial((trial) => trial.changes)
  const isTrying = Object.keys(tried).length > 0
  const rules = useQuery({ ...rulesQuery(client), enabled: isTrying })
  const list = rules.data?.value
  const wanted = useMemo(() => (isTrying && list !== undefined ? wholeSet(list, tried) : null), [isTrying, list, tried])
  const asked = useAfterPause(wanted)
  const answer = useQuery({ ...recountQuery(client, token, asked ?? NOTHING), enabled: asked !== null && isTrying })
  const clusters = isTrying && asked !== null ? (answer.data?.value ?? null) : null
  const error = isTrying ? answer.error : null
  return useMemo(() => ({ clusters, error }), [clusters, error])
}

const NOTHING = {}

function useAfterPause<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
