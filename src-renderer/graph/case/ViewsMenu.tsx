import { useState } from 'react'
import { VIEW_NAME_MAX } from '../../../src-shared/contract/limits.ts'
import { useChangeCase, useOpenCase } from '../../api/use-case.ts'
import { useShowView } from '../../ui/cases/use-show-view.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { tokenOf, useStage } from '../stage.ts'
import { readViewContent } from './view-content.ts'
import { Form, TextInput } from '../../ui/Field.tsx'
import styles from './ViewsMenu.module.css'

/** Saves the current graph as a view of the open case, and shows saved views of this token. */
export function ViewsMenu() {
  const { network, address } = tokenOf(useStage())
  const views = useOpenCase()?.views.filter((view) => view.network === network && view.token_address === address) ?? []
  const showView = useShowView()
  const [naming, setNaming] = useState(false)
  return (
    <>
      <Menu
        label="Saved views"
        trigger={<Button kind="quiet" text="Views" />}
        items={[
          { id: 'save', label: 'Save this view …', onSelect: () => setNaming(true) },
          ...views.map((view) => ({ id: view.id, label: view.name, hint: 'Show', onSelect: () => showView(view) })),
        ]}
      />
      <Dialog open={naming} onClose={() => setNaming(false)} label="Save this view" className={styles['dialog'] ?? ''}>
        <NameForm first={`View ${views.length + 1}`} onDone={() => setNaming(false)} />
      </Dialog>
    </>
  )
}

function NameForm({ first, onDone }: { readonly first: string; readonly onDone: () => void }) {
  const stage = useStage()
  const change = useChangeCase()
  const [name, setName] = useState(first)
  const submit = (): void => {
    if (name.trim() === '') return
    const save = { op: 'save_view' as const, name: name.trim(), ...readViewContent(stage) }
    change.mutate(save, {
      onSuccess: () => {
        showToast(`Saved the view “${save.name}” in the case`)
        onDone()
      },
    })
  }
  return (
    <Form className={styles['form']} onSubmit={submit}>
      <label className={styles['field']}>
        <span>Name of the view</span>
        <TextInput data-first-focus="" value={name} maxLength={VIEW_NAME_MAX} onFocus={({ target }) => target.select()} onText={setName} />
      </label>
      <p className="quiet">
        It keeps the selection, the camera, the layout, filters, thresholds on trial, and what is hidden, pinned and drawn as one.
      </p>
      <div className={styles['actions']}>
        <Button kind="quiet" text="Cancel" onClick={onDone} />
        <Button kind="primary" type="submit" disabled={name.trim() === '' || change.isPending} text="Save view" />
      </div>
    </Form>
  )
}
