import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../src-client/api-error.ts'
import { useClient } from '../api/service.tsx'
import { statusQuery } from '../api/service-queries.ts'
import { Button } from '../ui/Button.tsx'
import { Field, Form, TextInput } from '../ui/Field.tsx'

/** Shows the key form while the service rejects the key. */
export function KeyGate({ onKey, children }: { onKey: (key: string) => void; children: ReactNode }) {
  const client = useClient()
  const status = useQuery(statusQuery(client))
  const refused = status.error instanceof ApiError && status.error.code === 'unauthorized'
  return refused ? <KeyForm tried={client.session.key !== ''} onKey={onKey} /> : children
}

function KeyForm({ tried, onKey }: { tried: boolean; onKey: (key: string) => void }) {
  const [key, setKey] = useState('')
  const submit = (): void => {
    if (key.trim() !== '') onKey(key.trim())
  }
  return (
    <main className="gate">
      <Form className="gate-form" onSubmit={submit}>
        <h1>Enter your API key</h1>
        <p>
          {tried ? 'The service rejected this key. It may have been revoked, or it belongs to another data folder.' : 'This tab has no API key yet.'}{' '}
          Open the link printed at startup (it ends in <code>#key=…</code>), or paste the key from the <code>api-key</code> file in the data folder.
        </p>
        <Field label="Key">
          <TextInput className="mono" value={key} onText={setKey} autoComplete="off" spellCheck={false} autoFocus />
        </Field>
        <Button type="submit" kind="primary" disabled={key.trim() === ''} text="Open" />
      </Form>
    </main>
  )
}
