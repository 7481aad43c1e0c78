import { useState } from 'react'
import { EVIDENCE_MAX, FINDING_MAX, type EvidenceRef } from '../../../src-shared/contract/records/findings.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { Button } from '../Button.tsx'
import { showToast } from '../Toast.tsx'
import { NoteForm } from './NoteForm.tsx'

interface Props {
  /** The text to start from. */
  readonly sentence: string
  readonly evidence: readonly EvidenceRef[]
}

/** Adds a finding with its evidence to the open case. */
export function AddFinding({ sentence, evidence }: Props) {
  const change = useChangeCase()
  const [writing, setWriting] = useState(false)
  if (!writing) {
    return (
      <Button icon="plus" onClick={() => setWriting(true)}>
        Add as finding
      </Button>
    )
  }
  const save = (text: string): void =>
    change.mutate(
      { op: 'add_finding', text, evidence: evidence.slice(0, EVIDENCE_MAX) },
      {
        onSuccess: () => {
          setWriting(false)
          showToast('Added a finding to the case')
        },
      },
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
