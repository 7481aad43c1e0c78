import { useState } from 'react'
import { EVIDENCE_MAX, FINDING_MAX } from '../../../src-shared/contract/limits.ts'
import type { EvidenceRef } from '../../../src-shared/contract/records/findings.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { Button } from '../Button.tsx'
import { showToast } from '../Toast.tsx'
import { NoteForm } from './NoteForm.tsx'

interface Props {
  /** The initial text. */
  readonly sentence: string
  readonly evidence: readonly EvidenceRef[]
}

/** Adds a finding with its evidence to the open case. */
export function AddFinding({ sentence, evidence }: Props) {
  const change = useChangeCase()
  const with_case = usePreferences((state) => state.countCase)
  const [writing, setWriting] = useState(false)
  if (!writing) {
    return <Button icon="plus" text="Add as finding" onClick={() => setWriting(true)} />
  }
  // With or without the case, as the page counts now.
  const counted = evidence.slice(0, EVIDENCE_MAX).map((each) => (each.kind === 'edge' || each.kind === 'cluster' ? { ...each, with_case } : each))
  // Figures under a case are reread after each change of the case, so this component may be unmounted by then.
  const save = (text: string): void =>
    void change.mutateAsync({ op: 'add_finding', text, evidence: counted }).then(
      () => {
        setWriting(false)
        showToast('Added a finding to the case')
      },
      () => undefined,
    )
  return (
    <NoteForm
      label="New finding"
      text={sentence}
      placeholder="What does this show?"
      saveText="Save finding"
      maxLength={FINDING_MAX}
      saving={change.isPending}
      onCancel={() => setWriting(false)}
      onSave={save}
    />
  )
}
