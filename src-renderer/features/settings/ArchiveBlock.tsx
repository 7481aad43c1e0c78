import { useState, type ReactElement, type ReactNode } from 'react'
import type { ArchiveSetting, ArchiveTest, ServiceSetting } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { SERVICES, type ArchiveService } from '../../../src-shared/services.ts'
import { statusQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { cx } from '../../ui/cx.ts'
import { Tag } from '../../ui/Tag.tsx'
import { SettingTable, StartupNote, startupNote } from './SettingTable.tsx'
import { Switch } from './Switch.tsx'
import { Form, FormButtons, TextInput } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Sources.module.css'

type Change = { history?: boolean; wallets?: boolean; datasets?: Partial<Record<Dataset['network'], string | null>> }
type Dataset = ArchiveSetting['datasets'][number]
type Tested = ArchiveTest['networks'][number]

const FOOT = cx('block-foot', 'quiet', styles.explained)
const BY_VARIABLE = ' (set by an environment variable)'

/** What may be read from the archives that have a URL among the services, and their data sets. Empty if no URL is set. */
export function ArchiveBlock({ archive, services }: { archive: ArchiveSetting; services: readonly ServiceSetting[] }) {
  const change = useCall(({ client }, body: Change) => client.call('setArchive', { body }), { stale: [statusQuery] })
  const test = useCall(({ client }) => client.call('testArchive', { body: {} }))
  const isSet = (wanted: ArchiveService): boolean => services.some(({ service, endpoint }) => service === wanted && endpoint !== null)
  const testOf = (service: ArchiveService, network: NetworkId): Tested | undefined =>
    test.data?.value.networks.find((one) => one.service === service && one.network === network)
  if (!isSet('archive') && !isSet('hypersync')) return null
  return (
    <Section id="archive" title="Archive">
      <p className="block-text">
        An archive returns a token’s whole history in minutes. Samples are compared with the network’s endpoint, which is also used for what the
        archive is missing; where both differ, the endpoint’s data is kept.
      </p>
      <Switch
        label="Read token histories from the archive"
        isOn={archive.history}
        isFixed={archive.history_set_by === 'variable'}
        fixedBy={BY_VARIABLE}
        onChange={(history) => change.mutate({ history })}
      />
      <p className={FOOT}>The archive’s operator then sees this machine’s IP address, and the tokens and pools you read.</p>
      <Switch
        label="Read wallets from the archive"
        isOn={archive.wallets}
        isFixed={archive.wallets_set_by === 'variable'}
        fixedBy={BY_VARIABLE}
        onChange={(wallets) => change.mutate({ wallets })}
      />
      <p className={FOOT}>
        Used for first funders and for payments between wallets in other tokens. The operator then also sees which wallets you look at.
      </p>
      <InlineError error={change.error} />
      <SettingTable columns={['Network', 'State', 'Data set']}>
        {(isSet('archive') ? archive.datasets : []).map((dataset) => (
          <DatasetRow
            key={dataset.network}
            dataset={dataset}
            tested={testOf('archive', dataset.network)}
            busy={change.isPending}
            onSet={(name) => change.mutate({ datasets: { [dataset.network]: name } })}
          />
        ))}
        {(isSet('hypersync') ? SERVICES.hypersync.networks : []).map((network) => (
          <ArchiveRow key={`hypersync ${network}`} network={network} tested={testOf('hypersync', network)} name={SERVICES.hypersync.name} />
        ))}
      </SettingTable>
      <InlineError error={test.error} />
      <p className="row-actions">
        <Button text={test.isPending ? 'Testing…' : 'Test the archive'} onClick={() => test.mutate()} disabled={test.isPending} />
      </p>
    </Section>
  )
}

interface DatasetProps {
  dataset: Dataset
  tested: Tested | undefined
  busy: boolean
  /** @param name null for the name at the public gateway */
  onSet: (name: string | null) => void
}

function DatasetRow({ dataset: { network, dataset, set_by }, tested, busy, onSet }: DatasetProps) {
  const [open, setOpen] = useState(false)
  const setAtStart = startupNote(set_by, '')
  const form = (
    <DatasetForm
      network={NETWORKS[network].name}
      dataset={dataset}
      busy={busy}
      onSet={(name) => {
        onSet(name)
        setOpen(false)
      }}
      onCancel={() => setOpen(false)}
    />
  )
  return (
    <ArchiveRow network={network} tested={tested} name={open ? form : dataset} note={<StartupNote text={setAtStart} />}>
      {setAtStart === null && !open ? (
        <Button text="Change" onClick={() => setOpen(true)} aria-label={`Change the data set of ${NETWORKS[network].name}`} />
      ) : null}
    </ArchiveRow>
  )
}

interface RowProps {
  network: NetworkId
  tested: Tested | undefined
  /** The data set, or a form that changes it. */
  name: ReactElement | string
  note?: ReactElement
  children?: ReactNode
}

function ArchiveRow({ network, tested, name, note, children }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {NETWORKS[network].name} <code className="quiet">{network}</code>
      </th>
      <td>
        <Tag
          tone={tested === undefined ? 'neutral' : tested.ok ? 'ok' : 'critical'}
          text={tested === undefined ? 'Not tested' : tested.ok ? 'Responding' : 'Cannot be used'}
        />
      </td>
      <td>
        {typeof name === 'string' ? (
          <div className={styles.entry}>
            <code className="endpoint">{name}</code>
          </div>
        ) : (
          name
        )}
        {tested === undefined ? null : (
          <ul className={styles.findings} role={tested.ok ? 'status' : 'alert'}>
            {tested.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {note}
      </td>
      <td className="end row-actions">{children}</td>
    </tr>
  )
}

interface FormProps {
  network: string
  dataset: string
  busy: boolean
  onSet: (name: string | null) => void
  onCancel: () => void
}

function DatasetForm({ network, dataset, busy, onSet, onCancel }: FormProps) {
  const [name, setName] = useState(dataset)
  return (
    <Form className={styles.form} onSubmit={() => onSet(name.trim() || null)} onEscape={onCancel}>
      <TextInput
        autoFocus
        spellCheck={false}
        autoComplete="off"
        maxLength={100}
        aria-label={`Data set of ${network}`}
        placeholder="Empty for the default"
        value={name}
        onText={setName}
      />
      <FormButtons save="Save" disabled={busy} onCancel={onCancel} />
    </Form>
  )
}
