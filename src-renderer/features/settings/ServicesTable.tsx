import { useState } from 'react'
import type { ServiceSetting } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { SERVICES, type ServiceRow } from '../../../src-shared/services.ts'
import { statusQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AddressForm } from './AddressForm.tsx'
import { SettingTable, StartupNote, startupNote } from './SettingTable.tsx'
import styles from './Sources.module.css'

const USED_FOR: Readonly<Record<ServiceRow['provides'], string>> = {
  creator: 'Token creator',
  'source code': 'Verified source code',
  history: 'Token history',
}

/** External services: purpose and URL. */
export function ServicesTable({ services }: { services: readonly ServiceSetting[] }) {
  return (
    <SettingTable columns={['Service', 'Used for', 'URL']}>
      {services.map((setting) => (
        <Row key={setting.service} setting={setting} />
      ))}
    </SettingTable>
  )
}

type Change = { readonly url: string | null; readonly key?: string }

function Row({ setting: { service, endpoint, has_key, set_by } }: { setting: ServiceSetting }) {
  const { name, provides, networks, takesKey, example } = SERVICES[service]
  const [open, setOpen] = useState(false)
  const set = useCall(({ client }, body: Change) => client.call('setService', { params: { service }, body }), {
    stale: [statusQuery],
    onSuccess: () => setOpen(false),
  })
  const setAtStart = startupNote(set_by, '--service')
  return (
    <tr>
      <th scope="row">
        {name}
        <p className="tiny quiet">
          <code title={networks.map((network) => NETWORKS[network].name).join(', ')}>{networks.join(' ')}</code>
        </p>
      </th>
      <td>{USED_FOR[provides]}</td>
      <td>
        {endpoint === null ? (
          open ? null : (
            <Tag tone="unknown" text="Not set" />
          )
        ) : (
          <div className={styles.entry}>
            <code className="endpoint">{endpoint}</code>
            {takesKey ? <span className="quiet">{has_key ? 'with a key' : 'without a key'}</span> : null}
            {setAtStart === null ? (
              <IconButton icon="close" size="small" label={`Remove ${name}`} disabled={set.isPending} onClick={() => set.mutate({ url: null })} />
            ) : null}
          </div>
        )}
        {open ? (
          <AddressForm
            label={`${name} URL`}
            example={example}
            keyLabel={takesKey ? `Key for ${name}` : null}
            busy={set.isPending}
            onSet={(url, key) => set.mutate({ url, ...(key === '' ? {} : { key }) })}
            onCancel={() => setOpen(false)}
          />
        ) : null}
        <InlineError error={set.error} />
        <StartupNote text={setAtStart} />
      </td>
      <td className="end row-actions">
        {setAtStart === null && !open ? (
          <Button
            text={endpoint === null ? 'Add' : 'Change'}
            onClick={() => {
              set.reset()
              setOpen(true)
            }}
            aria-label={endpoint === null ? `Add ${name}` : `Change ${name}`}
          />
        ) : null}
      </td>
    </tr>
  )
}
