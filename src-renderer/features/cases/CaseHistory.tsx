import type { StepRecord } from '../../../src-shared/contract/records/cases.ts'
import { caseHistoryQuery } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { useMoveCase } from '../../api/use-case.ts'
import { useLongerList } from '../../api/use-longer-list.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError, QueryFailure } from '../../ui/Failure.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Cases.module.css'

const FIRST = 50
const MOST = 1000

const STATE_TEXT: Readonly<Record<StepRecord['state'], string | null>> = {
  current: 'now here',
  done: null,
  undone: 'undone',
  abandoned: 'other branch',
}

/** Every step of a case, newest first; a click goes to it. */
export function CaseHistory({ id }: { readonly id: string }) {
  const client = useClient()
  const { query, limit, showMore, moreError } = useLongerList((count) => caseHistoryQuery(client, id, count), FIRST, MOST)
  const move = useMoveCase()
  const steps = query.data?.value.steps ?? []
  return (
    <Section id="case-history" title="History">
      <p className="block-text">Choose a step to go back or forward to it. Nothing is lost: undone steps stay here.</p>
      <QueryFailure title="Could not load the history" query={query} />
      <ol className={styles['history']} reversed>
        {steps.map((step) => (
          <li key={step.step}>
            <button
              type="button"
              className={cx(styles['step'], styles[step.state])}
              aria-current={step.state === 'current' ? 'step' : undefined}
              onClick={() => (step.state === 'current' || move.isPending ? undefined : move.mutate(step.step))}
            >
              <span className={styles['step-text']}>{step.text}</span>
              {STATE_TEXT[step.state] === null ? null : <span className={styles['state']}>{STATE_TEXT[step.state]}</span>}
              <span className="num quiet" title={exactTime(step.at)}>
                {formatMoment(step.at)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {steps.length === limit && showMore !== null ? <Button kind="quiet" text="Show older steps" onClick={showMore} /> : null}
      <InlineError error={moreError} />
    </Section>
  )
}
