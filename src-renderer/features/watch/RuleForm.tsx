import { useState } from 'react'
import type { WatchRule, WatchRuleBody } from '../../../src-shared/contract/records/watch.ts'
import { CONDITIONS_OF, watchProblem, type WatchSubject } from '../../../src-shared/domain/watch.ts'
import { useSaveRule } from '../../api/watch-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { bodyOf } from '../../api/watch-queries.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { firstCondition } from './first-condition.ts'
import { RuleTest } from './RuleTest.tsx'
import { SubjectFields } from './SubjectFields.tsx'
import { Checkbox, Field, Form, TextInput } from '../../ui/Field.tsx'
import styles from './Watch.module.css'

const NEW_RULE: WatchRuleBody = {
  name: null,
  enabled: true,
  subject: { kind: 'followed' },
  condition: firstCondition('share_crosses'),
  quiet_seconds: 600,
  notice: false,
  webhook_url: null,
}

const QUIET_TIMES = [
  { id: '0', label: 'None' },
  { id: '600', label: '10 minutes' },
  { id: '3600', label: '1 hour' },
  { id: '86400', label: '1 day' },
] as const

/** Creates or changes a rule. The test on history does not need a saved rule. */
export function RuleForm({ rule, onClose }: { rule: WatchRule | null; onClose: () => void }) {
  const [body, setBody] = useState<WatchRuleBody>(rule === null ? NEW_RULE : bodyOf(rule))
  const [tested, setTested] = useState<WatchRuleBody | null>(null)
  const save = useSaveRule(rule?.id ?? null)
  const set = (change: Partial<WatchRuleBody>): void => setBody((before) => ({ ...before, ...change }))
  const setSubject = (subject: WatchSubject): void => {
    const [first = 'wallet_trades'] = CONDITIONS_OF[subject.kind]
    set(watchProblem(subject, body.condition) === null ? { subject } : { subject, condition: firstCondition(first) })
  }
  const isReady = isNamed(body.subject)
  const submit = (): void => {
    if (isReady) save.mutate(body, { onSuccess: onClose })
  }
  const askForNotices = (notice: boolean): void => {
    set({ notice })
    if (notice && window.holderscope === undefined && 'Notification' in window) void Notification.requestPermission()
  }
  return (
    <Form className={styles['form']} onSubmit={submit} aria-label={rule === null ? 'New rule' : 'Rule'}>
      <SubjectFields subject={body.subject} onChange={setSubject} />
      <ConditionFields subject={body.subject} condition={body.condition} onChange={(condition) => set({ condition })} />
      <div className={styles['fields']}>
        <Field label="Name (optional)">
          <TextInput maxLength={100} value={body.name ?? ''} onText={(text) => set({ name: text === '' ? null : text })} />
        </Field>
        <Field label="Webhook (optional)" className={styles['wide']}>
          <TextInput
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={body.webhook_url ?? ''}
            onText={(text) => set({ webhook_url: text === '' ? null : text })}
          />
        </Field>
      </div>
      <div className={styles['fields']}>
        <div className="field">
          <span title="In this time after an alert, repeats only raise its count">Quiet time</span>
          <Segmented
            label="Quiet time"
            options={QUIET_TIMES}
            value={String(body.quiet_seconds)}
            onChange={(id) => set({ quiet_seconds: Number(id) })}
          />
        </div>
        <Checkbox checked={body.notice} onCheck={askForNotices}>
          Show a system notification
        </Checkbox>
      </div>
      <InlineError error={save.error} />
      <div className="row wrap">
        <Button kind="primary" type="submit" disabled={!isReady || save.isPending} text="Save rule" />
        <Button text="Test on the last 30 days" onClick={() => setTested(body)} disabled={!isReady} />
        <Button kind="quiet" text="Cancel" onClick={onClose} />
      </div>
      {tested === null ? null : <RuleTest key={JSON.stringify(tested)} body={tested} />}
    </Form>
  )
}

/** Whether every part of the subject is filled in. */
const isNamed = (subject: WatchSubject): boolean => Object.values(subject).every((part) => part !== '')
