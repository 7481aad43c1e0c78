import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Form, FormButtons, TextInput } from '../../ui/Field.tsx'
import styles from './Sources.module.css'

interface Props {
  label: string
  example: string
  /** Label of the key field; null if no key is needed. */
  keyLabel: string | null
  busy: boolean
  /** @param key empty if none was entered */
  onSet: (url: string, key: string) => void
  onCancel: () => void
}

/** Form for the URL of an endpoint or a service. */
export function AddressForm({ label, example, keyLabel, busy, onSet, onCancel }: Props) {
  const [url, setUrl] = useState('')
  const [key, setKey] = useState('')
  return (
    <Form className={cx(styles.form, keyLabel !== null && styles.stacked)} onSubmit={() => onSet(url.trim(), key)} onEscape={onCancel}>
      <TextInput
        type="url"
        autoFocus
        spellCheck={false}
        autoComplete="off"
        maxLength={2048}
        aria-label={label}
        placeholder={example}
        value={url}
        onText={setUrl}
      />
      {keyLabel === null ? null : (
        <TextInput type="password" autoComplete="off" maxLength={512} aria-label={keyLabel} placeholder="Key" value={key} onText={setKey} />
      )}
      <FormButtons save={busy ? 'Saving…' : 'Save'} disabled={url.trim() === '' || busy} onCancel={onCancel} />
    </Form>
  )
}
