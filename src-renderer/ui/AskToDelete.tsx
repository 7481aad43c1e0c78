import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api/service.tsx'
import type { TokenRef } from '../api/token-queries.ts'
import { caseReferencesQuery } from '../api/use-deletions.ts'
import { caseName } from '../api/use-case.ts'
import { Button } from './Button.tsx'

interface Props {
  readonly token: TokenRef
  readonly part?: { readonly snapshot?: number; readonly scan?: number }
  /** Accessible name, such as "Delete BOME". */
  readonly label: string
  /** What is deleted, and what stays. */
  readonly question: string
  readonly pending: boolean
  readonly onDelete: () => void
}

const WHOLE = {}

/** Asks before deleting a token or a part of it, and names the cases that refer to it. */
export function AskToDelete({ token, part = WHOLE, label, question, pending, onDelete }: Props) {
  const [isAsking, setAsking] = useState(false)
  const used = useQuery({ ...caseReferencesQuery(useClient(), token, part), enabled: isAsking })
  if (!isAsking) {
    return (
      <Button kind="quiet" aria-label={label} onClick={() => setAsking(true)}>
        Delete
      </Button>
    )
  }
  const cases = used.data?.value.cases ?? []
  return (
    <>
      <span className="quiet" role="status">
        {question}
        {cases.length === 0 ? null : ` Used by ${cases.map((each) => `“${caseName(each)}”`).join(', ')}.`}
      </span>{' '}
      <Button
        autoFocus
        disabled={pending || used.isPending}
        aria-label={`${label}, confirm`}
        onClick={() => {
          setAsking(false)
          onDelete()
        }}
      >
        Delete
      </Button>
      <Button kind="quiet" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </>
  )
}
