import { useState } from 'react'
import type { NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { useChangeCase, useOpenCase } from '../../api/use-case.ts'
import { isSameTarget } from '../../format/note-target.ts'
import { countOf } from '../../format/number.ts'
import { Button } from '../Button.tsx'
import { NoteForm } from './NoteForm.tsx'
import { NoteText } from './NoteText.tsx'
import { useFirstNotes } from './use-first-notes.ts'

/** Notes of the open case on one target, and a form to add one. */
export function Notes({ target }: { readonly target: NoteTarget }) {
  const record = useOpenCase()
  const change = useChangeCase()
  const [writing, setWriting] = useState(false)
  const notes = record?.notes.filter((note) => isSameTarget(note.target, target)) ?? []
  const { shown, showAll } = useFirstNotes(notes, (note) => [note])
  return (
    <div className="stack">
      {shown.map((note) => (
        <NoteText key={note.id} note={note} />
      ))}
      {shown.length < notes.length ? (
        <Button kind="quiet" onClick={showAll}>
          Show {countOf(notes.length - shown.length, 'more note')}
        </Button>
      ) : null}
      {writing ? (
        <NoteForm
          label="New note"
          saving={change.isPending}
          onCancel={() => setWriting(false)}
          onSave={(text) => change.mutate({ op: 'add_note', target, text }, { onSuccess: () => setWriting(false) })}
        />
      ) : (
        <div>
          <Button icon="plus" text="Add note" onClick={() => setWriting(true)} />
        </div>
      )}
    </div>
  )
}
