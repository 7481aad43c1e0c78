import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { casesQuery } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { CaseList } from '../../ui/cases/CaseList.tsx'
import { InlineError, QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { DeletedCases } from './DeletedCases.tsx'
import { CaseSearch } from './CaseSearch.tsx'
import { OpenCaseFile } from './OpenCaseFile.tsx'
import { Form, TextInput } from '../../ui/Field.tsx'
import styles from './Cases.module.css'

export function CasesPage() {
  const client = useClient()
  const cases = useQuery(casesQuery(client))
  const rows = cases.data?.value.cases ?? []
  return (
    <div className="page narrow">
      <header className="page-head">
        <h1>Cases</h1>
        <p className="quiet">A case holds the tokens, wallets and notes of one investigation. Every change can be undone.</p>
      </header>
      <NewCase />
      <OpenCaseFile />
      {rows.length === 0 ? null : <CaseSearch id={null} />}
      {cases.isPending ? <SkeletonRows rows={3} what="cases" /> : null}
      <QueryFailure title="Could not load cases" query={cases} />
      {cases.data !== undefined && rows.length === 0 ? (
        <EmptyState icon="cases" title="No cases yet">
          <p>Start one here, or write a note on a token, wallet or cluster: the first note starts an unnamed case.</p>
        </EmptyState>
      ) : null}
      <CaseList cases={rows} />
      <DeletedCases cases={cases.data?.value.deleted ?? []} />
    </div>
  )
}

function NewCase() {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const start = useCall(({ client }) => client.call('createCase', { body: { name: name.trim() || null } }), {
    stale: [casesQuery],
    onSuccess: ({ value }) => navigate({ to: '/cases/$id', params: { id: value.id } }),
  })
  return (
    <Form className={styles['new']} onSubmit={() => start.mutate()}>
      <TextInput aria-label="Name of the new case" placeholder="What are you investigating?" value={name} maxLength={200} onText={setName} />
      <Button kind="primary" type="submit" disabled={start.isPending} text="New case" />
      <InlineError error={start.error} />
    </Form>
  )
}
