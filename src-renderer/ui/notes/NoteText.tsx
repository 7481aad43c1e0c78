import { useState } from 'react'
import type { CaseNote } from '../../../src-shared/domain/cases/case.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { partId } from '../../format/case-hit.ts'
import { Button } from '../Button.tsx'
import { Age } from '../Value.tsx'
import { NoteForm } from './NoteForm.tsx'
import { useScrollToPart } from './use-scroll-to-part.ts'
import styles from './Notes.module.css'

/** A note as written, with its age and buttons to edit and delete it. Deleting does not ask, because it can be undone. */
export function NoteText({ note }: { readonly note: CaseNote }) {
  const change = useChangeCase()
  useScrollToPart(partId('note', note.id))
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <NoteForm
        label="Edit note"
        text={note.text}
        saving={change.isPending}
        onCancel={() => setEditing(false)}
        onSave={(text) => change.mutate({ op: 'edit_note', id: note.id, text }, { onSuccess: () => setEditing(false) })}
      />
    )
  }
  return (
    <article id={partId('note', note.id)} className={styles['note']}>
      <p className={styles['text']}>{note.text}</p>
      <footer className={styles['foot']}>
        <Age at={note.changed_at} />
        <Button kind="quiet" text="Edit" onClick={() => setEditing(true)} />
        <Button kind="quiet" disabled={change.isPending} text="Delete" onClick={() => change.mutate({ op: 'delete_note', id: note.id })} />
      </footer>
    </article>
  )
}
