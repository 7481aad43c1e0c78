import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WatchRuleBody } from '../../../src-shared/contract/records/watch.ts'
import { useClient } from '../../api/service.tsx'
import { countOf } from '../../format/number.ts'
import { withSnapshot } from '../../stores/url-state.ts'
import { InlineError } from '../../ui/Failure.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Evidence } from '../../ui/TxLink.tsx'
import { Age } from '../../ui/Value.tsx'
import styles from './Watch.module.css'

/** What a rule would have reported. */
export function RuleTest({ body }: { body: WatchRuleBody }) {
  const client = useClient()
  const test = useQuery({ queryKey: ['watch-test', body], queryFn: ({ signal }) => client.call('testWatchRule', { body }, { signal }), retry: false })
  const answer = test.data?.value
  return (
    <section className={styles['test']} aria-label="Test on history" aria-busy={test.isFetching}>
      {test.isPending ? <p className="quiet">Testing…</p> : null}
      <InlineError error={test.error} />
      {answer === undefined ? null : (
        <>
          <p role="status">In the last 30 days: {answer.alerts.length === 0 ? 'no alert' : countOf(answer.alerts.length, 'alert')}.</p>
          <ul className={styles['list']} tabIndex={0} aria-label="Alerts of the test">
            {answer.alerts.map(({ network, token_address: address, at, reason, count, snapshot, evidence }, i) => (
              <li key={i} className={styles['row']}>
                <div className={styles['text']}>
                  <Link to="/t/$network/$address" params={{ network, address }} search={withSnapshot({}, snapshot)} className={styles['reason']}>
                    {reason}
                  </Link>
                  <span className={styles['details']}>
                    <Age at={at} />
                    {count > 1 ? <Tag text={countOf(count, 'time')} /> : null}
                    <Evidence network={network} txs={evidence} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
          {answer.basis.map((note) => (
            <p key={note} className="quiet">
              {note}
            </p>
          ))}
        </>
      )}
    </section>
  )
}
