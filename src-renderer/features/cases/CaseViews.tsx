import { useState } from 'react'
import { VIEW_NAME_MAX } from '../../../src-shared/contract/limits.ts'
import type { CaseView } from '../../../src-shared/domain/cases/graph.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { shortAddress } from '../../format/address.ts'
import { partId } from '../../format/case-hit.ts'
import { Button } from '../../ui/Button.tsx'
import { useShowView } from '../../ui/cases/use-show-view.ts'
import { useScrollToPart } from '../../ui/notes/use-scroll-to-part.ts'
import { Age } from '../../ui/Value.tsx'
import { NameForm } from './NameForm.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Cases.module.css'

/** Saved views of the case's tokens. */
export function CaseViews({ views }: { readonly views: readonly CaseView[] }) {
  return (
    <Section id="case-views" title="Saved views">
      {views.length === 0 ? <p className="quiet">None yet. Choose Views above a graph to save what it shows.</p> : null}
      <ul>
        {views.map((view) => (
          <li key={view.id} id={partId('view', view.id)} className={styles['item']}>
            <ViewLine view={view} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ViewLine({ view }: { readonly view: CaseView }) {
  const { id, name, network, token_address, saved_at } = view
  const change = useChangeCase()
  const showView = useShowView()
  const [isRenaming, setRenaming] = useState(false)
  const close = (): void => setRenaming(false)
  useScrollToPart(partId('view', id))
  if (isRenaming) {
    return (
      <NameForm
        label="Name of the view"
        name={name}
        maxLength={VIEW_NAME_MAX}
        isRequired
        saving={change.isPending}
        onSave={(next) => change.mutate({ op: 'edit_view', id, name: next }, { onSuccess: close })}
        onCancel={close}
      />
    )
  }
  return (
    <>
      <Button kind="quiet" className={styles['view-name']} aria-label={`Show the view ${name}`} onClick={() => showView(view)}>
        <span className="truncate">{name}</span>
      </Button>
      <span className="quiet" title={token_address}>
        {NETWORKS[network].name} <span className="mono">{shortAddress(token_address)}</span>
      </span>
      <span className={styles['aside']}>
        saved <Age at={saved_at} />
      </span>
      <Button kind="quiet" aria-label={`Rename the view ${name}`} text="Rename" onClick={() => setRenaming(true)} />
      <Button
        kind="quiet"
        aria-label={`Delete the view ${name}`}
        disabled={change.isPending}
        text="Delete"
        onClick={() => change.mutate({ op: 'delete_view', id })}
      />
    </>
  )
}
