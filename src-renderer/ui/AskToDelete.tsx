import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../src-client/client.ts'
import { useClient } from '../api/service.tsx'
import { tokenParams, type TokenRef } from '../api/token-queries.ts'
import { caseReferencesQuery, useDeletion, type TokenPart } from '../api/use-deletions.ts'
import { caseName } from '../api/use-case.ts'
import { Button } from './Button.tsx'

interface Props {
  readonly token: TokenRef
  readonly part?: TokenPart
  /** Such as "BOME" or "the scan of 3 May". */
  readonly name: string
  /** What is deleted, and what stays. */
  readonly question: string
}

const WHOLE: TokenPart = {}

/** Deletes a token, or one snapshot or scan of it, after a second click that names the cases that refer to it. */
export function AskToDelete({ token, part = WHOLE, name, question }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeletion(`Deleted ${name}`, (client) => deletion(client, token, part))
  const label = `Delete ${name}`
  const used = useQuery({ ...caseReferencesQuery(useClient(), token, part), enabled: isAsking })
  if (!isAsking) {
    return <Button kind="quiet" aria-label={label} text="Delete" onClick={() => setAsking(true)} />
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
        disabled={remove.isPending || used.isPending}
        aria-label={`${label}, confirm`}
        text="Delete"
        onClick={() => {
          setAsking(false)
          remove.mutate()
        }}
      />
      <Button kind="quiet" text="Keep" onClick={() => setAsking(false)} />
    </>
  )
}

function deletion(client: Client, token: TokenRef, { snapshot, scan }: TokenPart) {
  const params = tokenParams(token)
  const query = { even_if_used: 'true' } as const
  if (snapshot !== undefined) return client.call('deleteSnapshot', { params: { ...params, timestamp: snapshot }, query })
  if (scan !== undefined) return client.call('deleteScan', { params: { ...params, generated_at: scan }, query })
  return client.call('deleteToken', { params, query })
}
