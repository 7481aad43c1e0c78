import { SEVERITIES, WATCHED_ROLES, WATCHED_SHARES } from '../../../src-shared/domain/watch-lists.ts'
import { CONDITIONS_OF, type ConditionKind, type WatchCondition, type WatchSubject } from '../../../src-shared/domain/watch.ts'
import { capitalize } from '../../format/capitalize.ts'
import { Checkbox } from '../../ui/Field.tsx'
import { Choice, NumberField } from './fields.tsx'
import { firstCondition } from './first-condition.ts'
import styles from './Watch.module.css'

const CONDITION_TEXT: Readonly<Record<ConditionKind, string>> = {
  share_crosses: 'A share crosses a threshold',
  share_moves: 'A share changes within a period',
  holder_sells: 'A member sells or sends',
  wallet_trades: 'A wallet trades any token',
  sells_out: 'Someone sells out',
  top_holder_enters: 'A new holder enters the top',
  score_falls: 'The scan score falls',
  finding_appears: 'A finding appears',
  liquidity_falls: 'Liquidity falls',
  lock_ends: 'A liquidity lock ends soon',
  token_created: 'The creator creates a token',
}

const SHARE_TEXT = { cluster: 'Clusters', top10: 'Top 10', snipers: 'Snipers', bundlers: 'Bundlers', insiders: 'Insiders', dev: 'Creator' } as const

interface Props {
  readonly subject: WatchSubject
  readonly condition: WatchCondition
  readonly onChange: (condition: WatchCondition) => void
}

export function ConditionFields({ subject, condition, onChange }: Props) {
  return (
    <div className={styles['fields']}>
      <Choice
        label="When"
        value={condition.kind}
        options={CONDITIONS_OF[subject.kind].map((kind) => [kind, CONDITION_TEXT[kind]])}
        onChange={(kind) => onChange(firstCondition(kind))}
      />
      <Values subject={subject} condition={condition} onChange={onChange} />
    </div>
  )
}

function Values({ subject, condition, onChange }: Props) {
  const shares = (subject.kind === 'cluster' ? (['cluster'] as const) : WATCHED_SHARES).map((share) => [share, SHARE_TEXT[share]] as const)
  switch (condition.kind) {
    case 'share_crosses':
      return (
        <>
          <Choice label="Share" value={condition.share} options={shares} onChange={(share) => onChange({ ...condition, share })} />
          <Choice
            label="Direction"
            value={condition.direction}
            options={[
              ['above', 'Rises above'],
              ['below', 'Falls below'],
            ]}
            onChange={(direction) => onChange({ ...condition, direction })}
          />
          <NumberField label="Percent of supply" value={condition.line} min={0} max={100} onChange={(line) => onChange({ ...condition, line })} />
        </>
      )
    case 'share_moves':
      return (
        <>
          <Choice label="Share" value={condition.share} options={shares} onChange={(share) => onChange({ ...condition, share })} />
          <NumberField label="Percent of supply" value={condition.by} min={0.01} max={100} onChange={(by) => onChange({ ...condition, by })} />
          <NumberField
            label="Within minutes"
            value={condition.within_seconds / 60}
            min={1}
            max={1440}
            whole
            onChange={(minutes) => onChange({ ...condition, within_seconds: minutes * 60 })}
          />
        </>
      )
    case 'holder_sells':
      return <NumberField label="Percent of supply" value={condition.over} min={0} max={100} onChange={(over) => onChange({ ...condition, over })} />
    case 'sells_out':
      return (
        <>
          {WATCHED_ROLES.map((role) => (
            <Checkbox
              key={role}
              checked={condition.roles.includes(role)}
              disabled={condition.roles.length === 1 && condition.roles.includes(role)}
              onCheck={(isWatched) =>
                onChange({ ...condition, roles: WATCHED_ROLES.filter((each) => (each === role ? isWatched : condition.roles.includes(each))) })
              }
            >
              {capitalize(role)}
            </Checkbox>
          ))}
        </>
      )
    case 'top_holder_enters':
      return <NumberField label="Places" value={condition.top} min={1} max={100} whole onChange={(top) => onChange({ ...condition, top })} />
    case 'score_falls':
      return <NumberField label="Points" value={condition.by} min={1} max={100} whole onChange={(by) => onChange({ ...condition, by })} />
    case 'finding_appears':
      return (
        <Choice
          label="Minimum severity"
          value={condition.severity}
          options={SEVERITIES.map((severity) => [severity, capitalize(severity)])}
          onChange={(severity) => onChange({ ...condition, severity })}
        />
      )
    case 'liquidity_falls':
      return <NumberField label="Percent of a pool" value={condition.by} min={0.01} max={100} onChange={(by) => onChange({ ...condition, by })} />
    case 'lock_ends':
      return (
        <NumberField
          label="Within days"
          value={condition.within_days}
          min={1}
          max={365}
          whole
          onChange={(within_days) => onChange({ ...condition, within_days })}
        />
      )
    case 'wallet_trades':
    case 'token_created':
      return null
  }
}
