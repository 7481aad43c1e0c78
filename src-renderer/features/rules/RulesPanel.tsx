import { useQuery } from '@tanstack/react-query'
import { mergeTrial } from '../../../src-shared/domain/rule-trial.ts'
import { useMemo, useState } from 'react'
import type { RuleList } from '../../../src-shared/contract/records/evidence.ts'
import { rulesQuery } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import { countOf } from '../../format/number.ts'
import { endTrial, useTrial } from '../../stores/trial.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TableTools } from '../../ui/TableTools.tsx'
import { groupRules, ruleSetText, type RuleGroup } from './rule-sets.ts'
import styles from './RulesPanel.module.css'
import { Threshold } from './Threshold.tsx'
import { useSaveRules } from './use-save-rules.ts'

const FILTERS = [
  { id: 'clusters', label: 'Clusters', explain: 'Clustering thresholds; changes show immediately' },
  { id: 'all', label: 'All', explain: 'Thresholds of all detectors; those outside clustering apply once saved' },
  { id: 'changed', label: 'Changed', explain: 'Thresholds that differ from the defaults' },
] as const
type Filter = (typeof FILTERS)[number]['id']

/** All detector thresholds. Changes are first tried on screen, and saved for all tokens on request. */
export function RulesPanel() {
  const rules = useQuery(rulesQuery(useClient()))
  if (rules.data !== undefined) return <Panel list={rules.data.value} />
  if (rules.isError) return <QueryFailure title="Could not load rules" query={rules} />
  return <SkeletonRows rows={6} what="rules" />
}

function Panel({ list }: { readonly list: RuleList }) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Filter>('clusters')
  const tried = useTrial((trial) => trial.changes)
  const keep = useSaveRules()
  const whole = useMemo(() => mergeTrial(list, tried), [list, tried])
  const groups = useMemo(() => {
    const only = shown === 'changed' ? new Set([...Object.keys(whole), ...Object.keys(tried)]) : null
    return groupRules(list, text, only).filter((group) => shown !== 'clusters' || group.decides === 'clusters')
  }, [list, text, shown, whole, tried])
  const trying = Object.keys(tried).length
  const count = groups.reduce((sum, group) => sum + group.rules.length, 0)
  return (
    <div className="column">
      <TableTools filter={text} onFilter={setText} placeholder="Filter thresholds" count={countOf(count, 'threshold')}>
        <Segmented label="Thresholds to show" value={shown} options={FILTERS} onChange={setShown} />
        <span className="small dim">Active: {ruleSetText(list)}</span>
        {trying === 0 && list.changed.length > 0 ? (
          <Button kind="quiet" text="Restore defaults" onClick={() => keep.mutate({})} disabled={keep.isPending} />
        ) : null}
        <Button kind="quiet" text="Discard" onClick={endTrial} disabled={trying === 0} />
        <Button
          text={keep.isPending ? 'Saving…' : 'Save for all tokens'}
          onClick={() => keep.mutate(whole)}
          disabled={trying === 0 || keep.isPending}
        />
      </TableTools>
      <div className={styles['groups']}>
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
        {groups.length === 0 ? (
          <p className="quiet">{shown === 'changed' && text === '' ? 'All thresholds are at their defaults.' : 'No matching thresholds.'}</p>
        ) : null}
      </div>
    </div>
  )
}

function Group({ group }: { readonly group: RuleGroup }) {
  return (
    <section className={styles['group']} aria-label={group.name}>
      <h2>
        {group.name}
        {group.decides === 'others' ? <span className="quiet"> apply once saved</span> : null}
      </h2>
      <div className={styles['rules']}>
        {group.rules.map((rule) => (
          <Threshold key={rule.key} rule={rule} />
        ))}
      </div>
    </section>
  )
}
