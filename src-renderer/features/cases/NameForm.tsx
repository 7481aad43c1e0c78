import { useState } from 'react'
import { Form, FormButtons, TextInput } from '../../ui/Field.tsx'
import styles from './Cases.module.css'

interface Props {
  readonly label: string
  /** The current name; empty if there is none. */
  readonly name: string
  readonly maxLength: number
  readonly isRequired?: boolean
  readonly saving: boolean
  /** @param name without space around it */
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

/** A form in place of a name. */
export function NameForm({ label, name, maxLength, isRequired = false, saving, onSave, onCancel }: Props) {
  const [draft, setDraft] = useState(name)
  const isMissing = isRequired && draft.trim() === ''
  return (
    <Form className={styles['new']} onSubmit={() => (isMissing ? undefined : onSave(draft.trim()))}>
      <TextInput aria-label={label} value={draft} maxLength={maxLength} autoFocus onText={setDraft} />
      <FormButtons save="Save" disabled={isMissing || saving} onCancel={onCancel} />
    </Form>
  )
}
