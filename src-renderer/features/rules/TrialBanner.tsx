import { useQuery } from '@tanstack/react-query'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { rulesQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import { countOf, formatPercent } from '../../format/number.ts'
import { endTrial, useTrial } from '../../stores/trial.ts'
import { Button } from '../../ui/Button.tsx'
import { errorText } from '../../ui/Failure.tsx'
import { mergeTrial } from './rule-sets.ts'
import styles from './TrialBanner.module.css'
import { useSaveRules } from './use-save-rules.ts'

interface Props {
  /** Under the active rules. */
  readonly before: ExplainedClusters | null
  /** Under the trial thresholds; null until computed. */
  readonly after: ExplainedClusters | null
  readonly error: Error | null
  /** Snapshots keep their clusters, so trials do not apply to them. */
  readonly onSnapshot: boolean
}

/** Banner of a running trial: its effect, and how to discard or save it. */
export function TrialBanner({ before, after, error, onSnapshot }: Props) {
  const tried = useTrial((trial) => trial.changes)
  const rules = useQuery({ ...rulesQuery(useClient()), enabled: Object.keys(tried).length > 0 })
  const keep = useSaveRules()
  const count = Object.keys(tried).length
  if (count === 0) return null
  const list = rules.data?.value
  return (
    <div className={styles['banner']} role="status">
      <span>
        <strong>Trial: {countOf(count, 'threshold')} changed.</strong>{' '}
        {onSnapshot ? NOT_ON_SNAPSHOTS : error !== null ? errorText(error) : trialText(before, after)}
      </span>
      <span className={styles['actions']}>
        <Button kind="quiet" onClick={endTrial}>
          Discard
        </Button>
        <Button
          onClick={() => {
            if (list !== undefined) keep.mutate(mergeTrial(list, tried))
          }}
          disabled={list === undefined || keep.isPending}
        >
          {keep.isPending ? 'Saving…' : 'Save for all tokens'}
        </Button>
      </span>
    </div>
  )
}

const NOT_ON_SNAPSHOTS = 'Snapshots keep their original clusters. Go back to the latest state to see the change.'

function trialText(before: ExplainedClusters | null, after: ExplainedClusters | null): string {
  if (before === null || after === null) return 'Computing…'
  const [was, is] = [before.clusters.length, after.clusters.length]
  const clusters = was === is ? `Still ${countOf(is, 'cluster')}` : `${countOf(was, 'cluster')} became ${is}`
  const [then, now] = [formatPercent(before.total_cluster_pct), formatPercent(after.total_cluster_pct)]
  return `${clusters}; they hold ${now} of supply${then === now ? ' as before' : ` instead of ${then}`}. Nothing is saved.`
}
