import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { FormButtons } from '../Field.tsx'
import styles from './Notes.module.css'
import { NOTE_MAX } from '../../../src-shared/contract/limits.ts'

interface Props {
  readonly label: string
  readonly text?: string
  readonly placeholder?: string
  readonly saveText?: string
  readonly maxLength?: number
  readonly saving: boolean
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

const PLACEHOLDER = 'What did you see? Markdown is kept as written.'

/** A field for a note or a finding. Ctrl+Enter or ⌘+Enter saves. Escape cancels, unless text would be lost. */
export function NoteForm({
  label,
  text = '',
  placeholder = PLACEHOLDER,
  saveText = 'Save note',
  maxLength = NOTE_MAX,
  saving,
  onSave,
  onCancel,
}: Props) {
  const [draft, setDraft] = useState(text)
  const canSave = draft.trim() !== '' && !saving
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canSave) onSave(draft)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key !== 'Escape') return
    event.stopPropagation()
    // Otherwise, a dialog around the form would close.
    event.preventDefault()
    if (draft === text) onCancel()
  }
  return (
    <form className="stack" data-draft={draft === text ? undefined : ''} onSubmit={submit}>
      <textarea
        className={styles['field']}
        aria-label={label}
        placeholder={placeholder}
        value={draft}
        rows={4}
        maxLength={maxLength}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className={styles['actions']}>
        <FormButtons save={saveText} disabled={!canSave} onCancel={onCancel} />
      </div>
    </form>
  )
}
