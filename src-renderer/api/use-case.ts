import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CaseMove, CaseRecord, CaseRequest, ChangedCase } from '../../src-shared/contract/records/cases.ts'
import { withChanges } from '../../src-shared/domain/cases/apply-changes.ts'
import { isTagPackFile } from '../../src-shared/domain/cases/tag-pack.ts'
import { countOf } from '../../src-shared/domain/shown.ts'
import { ApiError } from '../../src-client/api-error.ts'
import type { Answer, Client } from '../../src-client/client.ts'
import { setOpenCase, usePreferences } from '../stores/preferences.ts'
import { errorText } from '../ui/Failure.tsx'
import { showToast } from '../ui/Toast.tsx'
import { caseQuery, casesQuery, useCase } from './case-queries.ts'
import { useClient } from './service.tsx'

/** Changes run one at a time, so that each is based on the revision that the previous one left. */
const ONE_AT_A_TIME = { id: 'case' }

export const caseName = ({ name }: Pick<CaseRecord, 'name'>): string => name ?? 'Unnamed case'

/** The open case; null if none is open or it is still loading. */
export function useOpenCase(): CaseRecord | null {
  const id = usePreferences((state) => state.openCase)
  const { data } = useCase(id)
  return id === null ? null : (data?.value ?? null)
}

/** Changes the open case. Without one, the first change starts an unnamed case. */
export function useChangeCase() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    scope: ONE_AT_A_TIME,
    mutationFn: async (command: CaseRequest) => {
      const { id, revision } = (await openCase(client, queries)) ?? (await startCase(client))
      return client.call('changeCase', { params: { id }, body: { revision, command } })
    },
    onSuccess: ({ value }) => saveChange(client, queries, value),
    onError: (error) => reportFailure(queries, error),
  })
}

/** Sets tags of the open case from a CSV file or a TagPack. */
export function useImportTags() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    scope: ONE_AT_A_TIME,
    mutationFn: async (file: File) => {
      const { id, revision } = (await openCase(client, queries)) ?? (await startCase(client))
      const text = await file.text()
      const read = isTagPackFile(file.name) ? { tagpack: text } : { csv: text }
      return client.call('importTags', { params: { id }, body: { revision, ...read } })
    },
    onSuccess: ({ value: { left_out, ...changed } }) => {
      const rest = left_out === 0 ? '' : ` Left out ${countOf(left_out, 'tag')} without an address on a supported network.`
      showToast(`${changed.undo ?? 'Set tags'}.${rest}`)
      return saveChange(client, queries, changed)
    },
  })
}

/** Undoes, redoes or goes to a step in the open case. Does nothing if no case is open. */
export function useMoveCase() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    scope: ONE_AT_A_TIME,
    mutationFn: async (to: CaseMove) => {
      const record = await openCase(client, queries)
      if (record === null) return null
      const answer = await client.call('moveCase', { params: { id: record.id }, body: { revision: record.revision, to } })
      const done = to === 'undo' ? `Undone: ${record.undo}` : to === 'redo' ? `Redone: ${record.redo}` : `Went to step ${to}`
      return { answer, done }
    },
    onSuccess: (moved) => {
      if (moved === null) return undefined
      showToast(moved.done)
      return saveChange(client, queries, moved.answer.value)
    },
    onError: (error) => reportFailure(queries, error),
  })
}

/** Deletes a case at its displayed revision. It can be restored until the database is compacted. */
export function useDeleteCase() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    scope: ONE_AT_A_TIME,
    mutationFn: ({ id, revision }: Pick<CaseRecord, 'id' | 'revision'>) => client.call('deleteCase', { params: { id }, query: { revision } }),
    onSuccess: ({ value }) => {
      showToast(`Deleted “${caseName(value)}”. It can be restored until the database is compacted.`)
      if (usePreferences.getState().openCase === value.id) setOpenCase(null)
      queries.removeQueries({ queryKey: caseQuery(client, value.id).queryKey })
      return queries.invalidateQueries({ queryKey: casesQuery(client).queryKey })
    },
    onError: (error) => reportFailure(queries, error),
  })
}

export function useRestoreCase() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    scope: ONE_AT_A_TIME,
    mutationFn: (id: string) => client.call('restoreCase', { params: { id } }),
    onSuccess: (answer) => {
      showToast(`Restored “${caseName(answer.value)}”`)
      return saveAnswer(client, queries, answer)
    },
    onError: (error) => reportFailure(queries, error),
  })
}

async function openCase(client: Client, queries: QueryClient): Promise<CaseRecord | null> {
  const id = usePreferences.getState().openCase
  if (id === null) return null
  const known = queries.getQueryData(caseQuery(client, id).queryKey)
  try {
    return (known ?? (await queries.fetchQuery(caseQuery(client, id)))).value
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    // The data folder may be a different one, with other cases.
    setOpenCase(null)
    return null
  }
}

async function startCase(client: Client): Promise<CaseRecord> {
  const { value } = await client.call('createCase', { body: { name: null } })
  setOpenCase(value.id)
  showToast('Started an unnamed case. Name it under Cases.')
  return value
}

async function saveAnswer(client: Client, queries: QueryClient, answer: Answer<CaseRecord>): Promise<unknown> {
  const { queryKey } = caseQuery(client, answer.value.id)
  // A read that began before the change would overwrite this answer with an older one.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, answer)
  return showChange(client, queries, answer.value.id)
}

/** Applies a change to the cached record, or reads the case again if the change was based on another revision. */
async function saveChange(client: Client, queries: QueryClient, { changes, ...state }: ChangedCase): Promise<unknown> {
  const { queryKey } = caseQuery(client, state.id)
  await queries.cancelQueries({ queryKey })
  const known = queries.getQueryData(queryKey)
  const steps = known === undefined ? Infinity : state.revision - known.value.revision
  if (known !== undefined && changes !== null && steps === 1) {
    queries.setQueryData(queryKey, { ...known, value: withChanges(known.value, { ...state, changes }) })
  } else if (steps > 0) {
    await queries.fetchQuery({ ...caseQuery(client, state.id), staleTime: 0 })
  }
  return showChange(client, queries, state.id)
}

function showChange(client: Client, queries: QueryClient, id: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: casesQuery(client).queryKey }),
    queries.invalidateQueries({ queryKey: ['case-history', id] }),
  ])
}

/** The case may have been changed elsewhere, so it is read again. */
function reportFailure(queries: QueryClient, error: unknown): Promise<unknown> {
  const wasChanged = error instanceof ApiError && error.currentRevision !== null
  showToast(wasChanged ? 'This case was changed in another window. It is up to date now, so try again.' : errorText(error), 'critical')
  return Promise.all([queries.invalidateQueries({ queryKey: ['case'] }), queries.invalidateQueries({ queryKey: ['case-history'] })])
}
