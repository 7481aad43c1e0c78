import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import { useClient } from '../../api/service.tsx'
import { alertsQuery, rulesQuery, useReadAlerts } from '../../api/watch-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { AlertRow } from './AlertRow.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleRow } from './RuleRow.tsx'
import styles from './Watch.module.css'

/** The inbox of the watch rules, and the rules. */
export function WatchPage() {
  const [edited, setEdited] = useState<WatchRule | 'new' | null>(null)
  return (
    <div className="page narrow">
      <header className={`page-head ${styles['head']}`}>
        <div>
          <h1>Watch</h1>
          <p className="quiet">Rules report what happens to followed tokens: here, as a system notification, or to a webhook.</p>
        </div>
        <Button kind="primary" icon="plus" text="New rule" onClick={() => setEdited('new')} />
      </header>
      {edited === null ? null : (
        <RuleForm key={edited === 'new' ? 'new' : edited.id} rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <Inbox />
      <Rules onEdit={setEdited} />
    </div>
  )
}

function Inbox() {
  const alerts = useQuery(alertsQuery(useClient()))
  const read = useReadAlerts()
  const rows = alerts.data?.value.alerts ?? []
  const unread = alerts.data?.value.unread ?? 0
  return (
    <section className="block" aria-labelledby="watch-alerts">
      <div className={styles['section-head']}>
        <h2 id="watch-alerts">Alerts{unread === 0 ? '' : ` (${unread} unread)`}</h2>
        {unread === 0 ? null : (
          <Button kind="quiet" icon="check" text="Mark all as read" onClick={() => read.mutate(null)} disabled={read.isPending} />
        )}
      </div>
      {alerts.isPending ? <SkeletonRows rows={3} what="alerts" /> : null}
      <QueryFailure title="Could not load alerts" query={alerts} />
      {alerts.data !== undefined && rows.length === 0 ? (
        <EmptyState icon="watch" title="No alerts yet">
          <p>Alerts of your rules appear here, each with its transactions and the snapshot of that moment.</p>
        </EmptyState>
      ) : null}
      <ul>
        {rows.map((alert) => (
          <AlertRow key={alert.id} alert={alert} onRead={() => read.mutate([alert.id])} />
        ))}
      </ul>
    </section>
  )
}

function Rules({ onEdit }: { onEdit: (rule: WatchRule) => void }) {
  const rules = useQuery(rulesQuery(useClient()))
  const rows = rules.data?.value.rules ?? []
  return (
    <section className="block" aria-labelledby="watch-rules">
      <div className={styles['section-head']}>
        <h2 id="watch-rules">Rules</h2>
      </div>
      {rules.isPending ? <SkeletonRows rows={2} what="rules" /> : null}
      <QueryFailure title="Could not load rules" query={rules} />
      {rules.data !== undefined && rows.length === 0 ? <p className="quiet">No rules yet.</p> : null}
      <ul>
        {rows.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onEdit={() => onEdit(rule)} />
        ))}
      </ul>
    </section>
  )
}
