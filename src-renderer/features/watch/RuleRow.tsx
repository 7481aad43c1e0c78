import { useState } from 'react'
import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import { describeCondition, describeSubject, type WatchSubject } from '../../../src-shared/domain/watch.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { useDeleteRule, useTurnRule } from '../../api/watch-queries.ts'
import { capitalize } from '../../format/capitalize.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { cx } from '../../ui/cx.ts'
import { InlineError } from '../../ui/Failure.tsx'
import { Tag } from '../../ui/Tag.tsx'
import styles from './Watch.module.css'

export function RuleRow({ rule, onEdit }: { rule: WatchRule; onEdit: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  const turn = useTurnRule()
  const remove = useDeleteRule()
  const subject = useSubjectText(rule.subject)
  return (
    <li className={cx(styles['row'], !rule.enabled && styles['off'])}>
      <div className={styles['text']}>
        <span className={styles['reason']}>{rule.name ?? capitalize(subject)}</span>
        <span className={styles['details']}>
          <span>
            {rule.name === null ? 'When' : `${capitalize(subject)}: when`} {describeCondition(rule.condition)}
          </span>
          {rule.enabled ? null : <Tag tone="unknown" text="Off" />}
          {rule.notice ? <Tag text="Notice" /> : null}
          {rule.webhook_url === null ? null : <WebhookTag url={rule.webhook_url} secret={rule.secret} />}
        </span>
        <InlineError error={turn.error ?? remove.error} />
      </div>
      <div className={styles['actions']}>
        {isDeleting ? (
          <>
            <Button kind="danger" text="Delete rule" onClick={() => remove.mutate(rule.id)} disabled={remove.isPending} />
            <Button kind="quiet" text="Cancel" onClick={() => setDeleting(false)} />
          </>
        ) : (
          <>
            <Button
              kind="quiet"
              text={rule.enabled ? 'Turn off' : 'Turn on'}
              onClick={() => turn.mutate({ rule, enabled: !rule.enabled })}
              disabled={turn.isPending}
            />
            <Button kind="quiet" text="Edit" onClick={onEdit} />
            <Button kind="quiet" text="Delete" onClick={() => setDeleting(true)} />
          </>
        )}
      </div>
    </li>
  )
}

function WebhookTag({ url, secret }: { url: string; secret: string }) {
  return (
    <span className="tags">
      <Tag title="Alerts are sent to this host" text={`Webhook to ${new URL(url).host}`} />
      <CopyButton text={secret} label="Copy the secret that signs webhook calls" />
    </span>
  )
}

/** The subject, with the name of its token if the token is stored. */
function useSubjectText(subject: WatchSubject): string {
  const symbolOf = useTokenSymbols()
  if (subject.kind !== 'token' && subject.kind !== 'cluster') return describeSubject(subject)
  const symbol = symbolOf(subject.network, subject.token_address)
  if (symbol === null) return describeSubject(subject)
  const name = `${symbol} on ${NETWORKS[subject.network].name}`
  return subject.kind === 'token' ? name : `cluster ${subject.cluster + 1} of ${name}`
}
