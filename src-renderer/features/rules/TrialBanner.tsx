import { useQuery } from '@tanstack/react-query'
import { mergeTrial } from '../../../src-shared/domain/rule-trial.ts'
import { rulesQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import { countOf } from '../../format/number.ts'
import { endTrial, useTrial } from '../../stores/trial.ts'
import { Button } from '../../ui/Button.tsx'
import { errorText } from '../../ui/Failure.tsx'
import { compareClusters, NOT_ON_SNAPSHOTS, type BannerProps } from './banner-text.ts'
import styles from './TrialBanner.module.css'
import { useSaveRules } from './use-save-rules.ts'

/** Banner of a running trial: its effect, and buttons to discard or save it. */
export function TrialBanner({ before, after, error, onSnapshot }: BannerProps) {
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
        {onSnapshot ? NOT_ON_SNAPSHOTS : error !== null ? errorText(error) : `${compareClusters(before, after)} Nothing is saved.`}
      </span>
      <span className={styles['actions']}>
        <Button kind="quiet" text="Discard" onClick={endTrial} />
        <Button
          text={keep.isPending ? 'Saving…' : 'Save for all tokens'}
          onClick={() => {
            if (list !== undefined) keep.mutate(mergeTrial(list, tried))
          }}
          disabled={list === undefined || keep.isPending}
        />
      </span>
    </div>
  )
}
