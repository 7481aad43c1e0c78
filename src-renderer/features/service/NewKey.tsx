import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { PERMISSIONS, type KeyQuotas, type Permission } from '../../../src-shared/contract/records/service.ts'
import { useClient } from '../../api/service.tsx'
import { keysQuery } from '../../api/service-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Field, TextInput } from '../../ui/Field.tsx'
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
  const client = useClient()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<readonly Permission[]>(['read'])
  const [owner, setOwner] = useState('')
  const [limits, setLimits] = useState<Limits>({})
  const make = useMutation({
    mutationFn: () =>
      client.call('createKey', {
        body: { name: name.trim(), permissions: [...permissions], quotas: limits, ...(owner.trim() === '' ? {} : { owner: owner.trim() }) },
      }),
    onSuccess: () => {
      setName('')
      return queries.invalidateQueries({ queryKey: keysQuery(client).queryKey })
    },
  })
  const toggle = (permission: Permission): void =>
    setPermissions((had) =>
      had.includes(permission) ? had.filter((each) => each !== permission) : PERMISSIONS.filter((each) => each === permission || had.includes(each)),
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Section id="new-key" title="New key">
      <form className="new-key" onSubmit={submit}>
        <Field label="Name">
          <TextInput value={name} maxLength={80} placeholder="What will use this key?" onText={setName} />
        </Field>
        <fieldset className="checks">
          <legend>Permissions</legend>
          {PERMISSIONS.map((permission) => (
            <label key={permission} className="check" title={PERMISSION_TEXT[permission]}>
              <input type="checkbox" checked={permissions.includes(permission)} onChange={() => toggle(permission)} />
              <span>{permission}</span>
              <span className="quiet">{PERMISSION_TEXT[permission]}</span>
            </label>
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
        <Button kind="primary" type="submit" disabled={name.trim() === '' || permissions.length === 0 || make.isPending}>
          Create key
        </Button>
      </form>
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
