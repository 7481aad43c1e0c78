import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseSharing as Sharing } from '../../../src-shared/contract/records/cases.ts'
import { EVERYONE } from '../../../src-shared/domain/users.ts'
import { casesQuery, caseSharingQuery } from '../../api/case-queries.ts'
import { keysQuery } from '../../api/service-queries.ts'
import { useClient } from '../../api/service.tsx'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { Form, Select, TextInput } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Cases.module.css'

type Share = Sharing['shares'][number]

const ACCESSES = ['read', 'write', 'own'] as const
const ACCESS_TEXT: Readonly<Record<Sharing['access'], string>> = { read: 'may read it', write: 'may change it', own: 'owns it' }

/** The owner of a case and the users it is shared with. Empty if the service has no users. */
export function CaseSharing({ id }: { readonly id: string }) {
  const client = useClient()
  const { data } = useQuery(caseSharingQuery(client, id))
  const keys = useQuery(keysQuery(client)).data?.value.keys ?? []
  const users = [...new Set(keys.flatMap(({ owner }) => owner ?? []))]
  const sharing = data?.value
  if (sharing === undefined || (sharing.owner === null && users.length === 0)) return null
  return (
    <Section id="case-sharing" title="Sharing">
      {sharing.owner === null ? (
        <p className="block-text">This case belongs to everyone.</p>
      ) : (
        <ul className={styles['shares']}>
          <li className={styles['item']}>
            <strong>{sharing.owner}</strong> <span className="quiet">{ACCESS_TEXT.own}</span>
          </li>
          {sharing.shares.map((share) => (
            <Row key={share.name} id={id} share={share} sharing={sharing} />
          ))}
        </ul>
      )}
      {sharing.access === 'own' ? <NewShare id={id} sharing={sharing} users={users} /> : null}
    </Section>
  )
}

const useShare = (id: string) =>
  useCall(({ client }, body: Pick<Sharing, 'owner' | 'shares'>) => client.call('setCaseSharing', { params: { id }, body }), {
    stale: [casesQuery, (client) => caseSharingQuery(client, id)],
  })

function Row({ id, share, sharing: { owner, shares, access } }: { readonly id: string; readonly share: Share; readonly sharing: Sharing }) {
  const save = useShare(id)
  const name = share.name === EVERYONE ? 'Every user' : share.name
  return (
    <li className={styles['item']}>
      <strong>{name}</strong> <span className="quiet">{ACCESS_TEXT[share.access]}</span>
      <span />
      {access === 'own' ? (
        <Button
          kind="quiet"
          aria-label={`Stop sharing with ${name}`}
          disabled={save.isPending}
          text="Stop sharing"
          onClick={() => save.mutate({ owner, shares: shares.filter((each) => each !== share) })}
        />
      ) : null}
      <InlineError error={save.error} />
    </li>
  )
}

function NewShare({ id, sharing: { owner, shares }, users }: { readonly id: string; readonly sharing: Sharing; readonly users: readonly string[] }) {
  const save = useShare(id)
  const [name, setName] = useState('')
  const [access, setAccess] = useState<Sharing['access']>(owner === null ? 'own' : 'read')
  const submit = (): void => {
    const user = name.trim()
    const rest = shares.filter((share) => share.name !== user)
    save.mutate(access === 'own' ? { owner: user, shares: rest } : { owner, shares: [...rest, { name: user, access }] }, {
      onSuccess: () => setName(''),
    })
  }
  return (
    <Form className={styles['new']} onSubmit={submit}>
      <TextInput
        aria-label="User"
        placeholder={`User, or ${EVERYONE} for every user`}
        list="case-users"
        value={name}
        maxLength={80}
        onText={setName}
      />
      <datalist id="case-users">
        {users.map((user) => (
          <option key={user} value={user} />
        ))}
      </datalist>
      <Select
        aria-label="Access"
        value={access}
        options={(owner === null ? (['own'] as const) : ACCESSES).map((each) => [each, ACCESS_TEXT[each]])}
        onChoose={setAccess}
      />
      <Button type="submit" disabled={name.trim() === '' || save.isPending} text={access === 'own' ? 'Give' : 'Share'} />
      <InlineError error={save.error} />
    </Form>
  )
}
