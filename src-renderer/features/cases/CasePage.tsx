import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import type { CaseAccess, CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { caseSharingQuery, useCase } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { useDeleteCase, useMoveCase } from '../../api/use-case.ts'
import { setOpenCase, usePreferences } from '../../stores/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { CaseClaims } from './CaseClaims.tsx'
import { CaseFindings } from './CaseFindings.tsx'
import { CaseHistory } from './CaseHistory.tsx'
import { CaseItems } from './CaseItems.tsx'
import { CaseName } from './CaseName.tsx'
import { CaseNotes } from './CaseNotes.tsx'
import { CaseSharing } from './CaseSharing.tsx'
import { CaseViews } from './CaseViews.tsx'
import { CaseSearch } from './CaseSearch.tsx'
import { SaveCaseFile } from './SaveCaseFile.tsx'
import styles from './Cases.module.css'

/** One case. Showing a case opens it, so new notes from the inspector go to it. */
export function CasePage() {
  const { id } = useParams({ from: '/cases/$id' })
  const query = useCase(id)
  const record = query.data?.value
  const isOpen = usePreferences((state) => state.openCase) === id
  const isStored = record !== undefined
  useLayoutEffect(() => {
    if (isStored) setOpenCase(id)
  }, [id, isStored])
  return (
    <div className="page narrow">
      {query.isPending ? <SkeletonRows rows={6} what="the case" /> : null}
      <QueryFailure title="Could not load the case" query={query} />
      {record === undefined ? null : isOpen ? <Sections record={record} /> : <Closed id={id} />}
    </div>
  )
}

function Sections({ record }: { readonly record: CaseRecord }) {
  const access = useQuery(caseSharingQuery(useClient(), record.id)).data?.value.access ?? 'own'
  return (
    <>
      <header className="page-head">
        <Link to="/cases" className={styles['back']}>
          All cases
        </Link>
        <CaseName record={record} isFixed={access === 'read'} />
        <CaseActions record={record} access={access} />
      </header>
      <CaseSearch id={record.id} />
      <CaseFindings findings={record.findings} />
      <CaseItems items={record.items} />
      <CaseViews views={record.views} />
      <CaseClaims record={record} />
      <CaseNotes notes={record.notes} />
      <CaseHistory id={record.id} />
      <CaseSharing id={record.id} />
    </>
  )
}

function CaseActions({ record, access }: { readonly record: CaseRecord; readonly access: CaseAccess }) {
  const move = useMoveCase()
  const remove = useDeleteCase()
  const navigate = useNavigate()
  return (
    <div className={styles['actions']}>
      <Button
        icon="undo"
        disabled={record.undo === null || move.isPending || access === 'read'}
        title={record.undo ?? undefined}
        onClick={() => move.mutate('undo')}
        text="Undo"
      />
      <Button
        icon="redo"
        disabled={record.redo === null || move.isPending || access === 'read'}
        title={record.redo ?? undefined}
        onClick={() => move.mutate('redo')}
        text="Redo"
      />
      <SaveCaseFile record={record} />
      <Button kind="quiet" text="Close case" onClick={() => setOpenCase(null)} />
      <Button
        kind="quiet"
        disabled={remove.isPending || access !== 'own'}
        title="With its notes, findings, tags and history; it can be restored until the database is compacted"
        // After a deletion, this page is unmounted and callbacks of `mutate` no longer run. The mutation reports failures.
        onClick={() =>
          void remove.mutateAsync(record).then(
            () => navigate({ to: '/cases' }),
            () => undefined,
          )
        }
        text="Delete case"
      />
      <span className="quiet">{access === 'read' ? 'You can read this case but not change it.' : 'New notes go to this case.'}</span>
    </div>
  )
}

function Closed({ id }: { readonly id: string }) {
  return (
    <EmptyState
      level={1}
      icon="cases"
      title="This case is closed"
      actions={
        <>
          <Button kind="primary" text="Open case" onClick={() => setOpenCase(id)} />
          <Link to="/cases">All cases</Link>
        </>
      }
    >
      <p>Notes do not go to it until you open it again.</p>
    </EmptyState>
  )
}
