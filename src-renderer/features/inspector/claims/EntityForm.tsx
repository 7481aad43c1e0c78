import { useState } from 'react'
import type { EntityRule } from '../../../../src-shared/domain/cases/claim-lists.ts'
import { Form, FormButtons, TextInput } from '../../../ui/Field.tsx'
import styles from '../Inspector.module.css'

const TEXT: Readonly<Record<EntityRule, { readonly about: string; readonly label: string; readonly save: string }>> = {
  owner_said: { about: 'You say that one owner has all of these wallets.', label: 'Name of the owner', save: 'Join wallets' },
  not_same: { about: 'You say that these wallets all have different owners.', label: 'Name of this statement', save: 'Keep apart' },
}

interface Props {
  readonly rule: EntityRule
  readonly saving: boolean
  readonly onSave: (name: string | null) => void
  readonly onCancel: () => void
}

/** Joins the selected wallets or keeps them apart, with or without a name. */
export function EntityForm({ rule, saving, onSave, onCancel }: Props) {
  const [name, setName] = useState('')
  const { about, label, save } = TEXT[rule]
  return (
    <Form className="stack" onSubmit={() => (saving ? undefined : onSave(name.trim() || null))}>
      <p className="small quiet">{about}</p>
      <TextInput aria-label={label} placeholder={`${label} (optional)`} maxLength={100} autoFocus value={name} onText={setName} />
      <div className={styles['actions']}>
        <FormButtons save={save} disabled={saving} onCancel={onCancel} />
      </div>
    </Form>
  )
}
