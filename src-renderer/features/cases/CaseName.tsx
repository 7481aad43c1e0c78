import { useState } from 'react'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { caseName, useChangeCase } from '../../api/use-case.ts'
import { Button } from '../../ui/Button.tsx'
import { NameForm } from './NameForm.tsx'
import styles from './Cases.module.css'

/** The name of a case as its heading, and a form to change it. */
export function CaseName({ record, isFixed }: { readonly record: CaseRecord; readonly isFixed: boolean }) {
  const change = useChangeCase()
  const [isRenaming, setRenaming] = useState(false)
  const close = (): void => setRenaming(false)
  if (isRenaming) {
    return (
      <NameForm
        label="Name of the case"
        name={record.name ?? ''}
        maxLength={200}
        saving={change.isPending}
        onSave={(name) => change.mutate({ op: 'rename', name: name === '' ? null : name }, { onSuccess: close })}
        onCancel={close}
      />
    )
  }
  return (
    <div className={styles['name']}>
      <h1>{caseName(record)}</h1>
      {isFixed ? null : <Button kind="quiet" text="Rename" onClick={() => setRenaming(true)} />}
    </div>
  )
}
