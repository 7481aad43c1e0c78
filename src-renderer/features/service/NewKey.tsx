import { useState } from 'react'
import { PERMISSIONS, type KeyQuotas, type Permission } from '../../../src-shared/contract/records/service.ts'
import { keysQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Checkbox, Field, Form, TextInput } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'

const PERMISSION_TEXT: Readonly<Record<Permission, string>> = {
  read: 'read all records and streams',
  firehose: 'stream every trade of a network',
  manage: 'start jobs, import files, create keys',
}

type Limits = { readonly [name in keyof KeyQuotas]?: number | null }

const LIMITS = [
  ['requests_per_minute', 'Requests a minute'],
  ['requests_per_day', 'Requests a day'],
  ['subscriptions', 'Subscriptions'],
] as const satisfies readonly (readonly [keyof KeyQuotas, string])[]

/** Creates a key and shows it once. */
export function NewKey() {
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<readonly Permission[]>(['read'])
  const [owner, setOwner] = useState('')
  const [limits, setLimits] = useState<Limits>({})
  const body = { name: name.trim(), permissions: [...permissions], quotas: limits, ...(owner.trim() === '' ? {} : { owner: owner.trim() }) }
  const make = useCall(({ client }) => client.call('createKey', { body }), { stale: [keysQuery], onSuccess: () => setName('') })
  const toggle = (permission: Permission): void =>
    setPermissions((had) =>
      had.includes(permission) ? had.filter((each) => each !== permission) : PERMISSIONS.filter((each) => each === permission || had.includes(each)),
    )
  return (
    <Section id="new-key" title="New key">
      <Form className="new-key" onSubmit={() => make.mutate()}>
        <Field label="Name">
          <TextInput value={name} maxLength={80} placeholder="What will use this key?" onText={setName} />
        </Field>
        <fieldset className="checks">
          <legend>Permissions</legend>
          {PERMISSIONS.map((permission) => (
            <Checkbox
              key={permission}
              title={PERMISSION_TEXT[permission]}
              checked={permissions.includes(permission)}
              onCheck={() => toggle(permission)}
            >
              <span>{permission}</span>
              <span className="quiet">{PERMISSION_TEXT[permission]}</span>
            </Checkbox>
          ))}
        </fieldset>
        <details>
          <summary>Owner and limits</summary>
          <div className="key-limits">
            <Field label="Owner">
              <TextInput value={owner} maxLength={80} placeholder="Nobody" onText={setOwner} />
            </Field>
            {LIMITS.map(([field, label]) => (
              <Field key={field} label={label}>
                <TextInput
                  type="number"
                  min={1}
                  placeholder="No limit"
                  value={limits[field] ?? ''}
                  onText={(text) => setLimits((had) => ({ ...had, [field]: text === '' ? null : Number(text) }))}
                />
              </Field>
            ))}
          </div>
          <p className="quiet">Cases that are started with a key belong to its owner. Without an owner, they belong to everyone.</p>
        </details>
        <Button kind="primary" type="submit" disabled={name.trim() === '' || permissions.length === 0 || make.isPending} text="Create key" />
      </Form>
      <InlineError error={make.error} />
      {make.data === undefined ? null : (
        <div className="made-key" role="status">
          <p>
            <strong>Copy this key now.</strong> It is not stored and cannot be shown again.
          </p>
          <div className="setting-code">
            <code>{make.data.value.key}</code>
            <CopyButton text={make.data.value.key} label="Copy key" caption="Copy" />
          </div>
        </div>
      )}
    </Section>
  )
}
