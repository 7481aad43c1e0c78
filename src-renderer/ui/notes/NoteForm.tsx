import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { NOTE_MAX } from '../../../src-shared/contract/records/cases.ts'
import { Button } from '../Button.tsx'
import styles from './Notes.module.css'

interface Props {
  readonly label: string
  readonly text?: string
  readonly saving: boolean
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

/** A field for a note. Ctrl or ⌘ and Enter saves, Escape cancels unless there is text to lose. */
export function NoteForm({ label, text = '', saving, onSave, onCancel }: Props) {
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
    if (draft === text) onCancel()
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <textarea
        className={styles['field']}
        aria-label={label}
        placeholder="What did you see? Markdown is kept as written."
        value={draft}
        rows={4}
        maxLength={NOTE_MAX}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button kind="primary" type="submit" disabled={!canSave}>
          Save note
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
