import { useState, type FormEvent } from 'react'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { caseName, useChangeCase } from '../../api/use-case.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Cases.module.css'

/** The name of a case as its heading, and a form to change it. */
export function CaseName({ record, isFixed }: { readonly record: CaseRecord; readonly isFixed: boolean }) {
  const change = useChangeCase()
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === null) {
    return (
      <div className={styles['name']}>
        <h1>{caseName(record)}</h1>
        {isFixed ? null : (
          <Button kind="quiet" onClick={() => setDraft(record.name ?? '')}>
            Rename
          </Button>
        )}
      </div>
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const name = draft.trim() === '' ? null : draft.trim()
    change.mutate({ op: 'rename', name }, { onSuccess: () => setDraft(null) })
  }
  return (
    <form className={styles['new']} onSubmit={submit}>
      <input
        className="input"
        aria-label="Name of the case"
        value={draft}
        maxLength={200}
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={change.isPending}>
        Save
      </Button>
      <Button kind="quiet" onClick={() => setDraft(null)}>
        Cancel
      </Button>
    </form>
  )
}
