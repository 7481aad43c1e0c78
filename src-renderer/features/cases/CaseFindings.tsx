import { useState } from 'react'
import { FINDING_MAX } from '../../../src-shared/contract/limits.ts'
import type { CaseFinding } from '../../../src-shared/contract/records/findings.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { partId } from '../../format/case-hit.ts'
import { Button } from '../../ui/Button.tsx'
import { AddFinding } from '../../ui/notes/AddFinding.tsx'
import { useScrollToPart } from '../../ui/notes/use-scroll-to-part.ts'
import { NoteForm } from '../../ui/notes/NoteForm.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Cases.module.css'
import { FindingEvidenceList } from './FindingEvidenceList.tsx'

/** Findings in the order of the report. */
export function CaseFindings({ findings }: { readonly findings: readonly CaseFinding[] }) {
  return (
    <Section id="case-findings" title="Findings">
      {findings.length === 0 ? (
        <p className="quiet">None yet. Choose “Add as finding” where the inspector explains a cluster, a link or two wallets.</p>
      ) : null}
      <ol className={styles['findings']}>
        {findings.map((finding, index) => (
          <li key={finding.id}>
            <Finding finding={finding} index={index} last={index === findings.length - 1} />
          </li>
        ))}
      </ol>
      <AddFinding sentence="" evidence={[]} />
    </Section>
  )
}

interface Props {
  readonly finding: CaseFinding
  readonly index: number
  readonly last: boolean
}

function Finding({ finding: { id, text, evidence }, index, last }: Props) {
  const change = useChangeCase()
  const [editing, setEditing] = useState(false)
  useScrollToPart(partId('finding', id))
  if (editing) {
    return (
      <NoteForm
        label={`Edit finding ${index + 1}`}
        text={text}
        saveText="Save finding"
        maxLength={FINDING_MAX}
        saving={change.isPending}
        onCancel={() => setEditing(false)}
        onSave={(edited) => change.mutate({ op: 'edit_finding', id, text: edited }, { onSuccess: () => setEditing(false) })}
      />
    )
  }
  const move = (to: number): void => change.mutate({ op: 'move_finding', id, to })
  return (
    <article id={partId('finding', id)} className="stack" aria-label={`Finding ${index + 1}`}>
      <p className={styles['finding-text']}>{text}</p>
      <FindingEvidenceList evidence={evidence} />
      <footer className={styles['finding-actions']}>
        <Button kind="quiet" disabled={change.isPending || index === 0} text="Move up" onClick={() => move(index - 1)} />
        <Button kind="quiet" disabled={change.isPending || last} text="Move down" onClick={() => move(index + 1)} />
        <Button kind="quiet" text="Edit" onClick={() => setEditing(true)} />
        <Button kind="quiet" disabled={change.isPending} text="Delete" onClick={() => change.mutate({ op: 'delete_finding', id })} />
      </footer>
    </article>
  )
}
