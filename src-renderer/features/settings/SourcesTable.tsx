import { useState } from 'react'
import type { SourceTest } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { AddressForm } from './AddressForm.tsx'
import { SettingTable, StartupNote, startupNote } from './SettingTable.tsx'
import styles from './Sources.module.css'
import { useSource, type Entry, type Source } from './use-source.ts'

const STATES: Readonly<Record<Source['state'], { readonly label: string; readonly tone: Tone }>> = {
  unset: { label: 'Not set', tone: 'unknown' },
  untested: { label: 'Not tested', tone: 'neutral' },
  ok: { label: 'Responding', tone: 'ok' },
  failing: { label: 'Not responding', tone: 'critical' },
}

export function SourcesTable({ sources }: { sources: readonly Source[] }) {
  return (
    <SettingTable columns={['Network', 'State', 'Endpoint']}>
      {sources.map((source) => (
        <SourceRow key={source.network} source={source} />
      ))}
    </SettingTable>
  )
}

function SourceRow({ source }: { source: Source }) {
  const { test, set } = useSource(source)
  const [adding, setAdding] = useState(false)
  const { name } = NETWORKS[source.network]
  const found = test.data?.value.endpoints
  const kept: readonly Entry[] = source.endpoints.map((_, at) => ({ kept: at }))
  const setAtStart = startupNote(source.set_by, '--source')
  const add = (url: string): void => set.mutate([...kept, { url }], { onSuccess: () => setAdding(false) })
  return (
    <tr>
      <th scope="row">
        {name} <code className="quiet">{source.network}</code>
      </th>
      <td>
        <StateTag source={source} found={found} />
      </td>
      <td>
        {source.endpoints.map((endpoint, at) => (
          <div key={`${endpoint} ${at}`}>
            <div className={styles.entry}>
              <code className="endpoint">{endpoint}</code>
              {setAtStart === null && at > 0 ? (
                <Button
                  kind="quiet"
                  disabled={set.isPending}
                  text="Use first"
                  onClick={() => set.mutate([{ kept: at }, ...kept.filter((_, other) => other !== at)])}
                  aria-label={`Use ${endpoint} first`}
                />
              ) : null}
              {setAtStart === null ? (
                <IconButton
                  icon="close"
                  size="small"
                  label={`Remove ${endpoint}`}
                  disabled={set.isPending}
                  onClick={() => set.mutate(kept.filter((_, other) => other !== at))}
                />
              ) : null}
            </div>
            {found?.[at] === undefined ? null : <TestResult result={found[at]} />}
          </div>
        ))}
        {source.message === null || found !== undefined ? null : <p className="quiet">{source.message}</p>}
        {source.endpoints.length === 0 && source.message === null && !adding ? <span className="quiet">–</span> : null}
        {adding ? (
          <AddressForm
            label={`Endpoint for ${name}`}
            example="https://…"
            keyLabel={null}
            busy={set.isPending}
            onSet={add}
            onCancel={() => setAdding(false)}
          />
        ) : null}
        <InlineError error={set.error} />
        <InlineError error={test.error} />
        <StartupNote text={setAtStart} />
      </td>
      <td className="end row-actions">
        {source.endpoints.length > 0 ? (
          <Button text={test.isPending ? 'Testing…' : 'Test'} onClick={() => test.mutate()} disabled={test.isPending} aria-label={`Test ${name}`} />
        ) : null}
        {setAtStart === null && !adding ? (
          <Button
            text="Add"
            onClick={() => {
              set.reset()
              setAdding(true)
            }}
            aria-label={`Add an endpoint for ${name}`}
          />
        ) : null}
      </td>
    </tr>
  )
}

/** A fresh test result overrides the stored state. */
function StateTag({ source, found }: { source: Source; found: SourceTest['endpoints'] | undefined }) {
  const state = found === undefined ? source.state : found.some(({ ok }) => ok) ? 'ok' : 'failing'
  return <Tag tone={STATES[state].tone} text={STATES[state].label} />
}

/** What an endpoint can do, or why it failed and how to fix it. */
function TestResult({ result }: { result: SourceTest['endpoints'][number] }) {
  if (!result.ok)
    return (
      <p className="job-error" role="alert">
        {result.message} Check the URL and key of this endpoint, or use another one.
      </p>
    )
  return (
    <div role="status">
      <ul className={styles.findings}>
        {result.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
