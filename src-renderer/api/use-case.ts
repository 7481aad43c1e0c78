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
import { useCall, type Caller } from './use-call.ts'

/** Changes run one at a time, so that each is based on the revision that the previous one left. */
const scope = { id: 'case' }

export const caseName = ({ name }: Pick<CaseRecord, 'name'>): string => name ?? 'Unnamed case'

/** The open case; null if none is open or it is still loading. */
export function useOpenCase(): CaseRecord | null {
  const id = usePreferences((state) => state.openCase)
  const { data } = useCase(id)
  return id === null ? null : (data?.value ?? null)
}

/** Changes the open case. Without one, the first change starts an unnamed case. */
export const useChangeCase = () =>
  useCall(
    async (caller, command: CaseRequest) => {
      const { id, revision } = (await openCase(caller)) ?? (await startCase(caller.client))
      return caller.client.call('changeCase', { params: { id }, body: { revision, command } })
    },
    { scope, onSuccess: ({ value }, caller) => saveChange(caller, value), onError: reportFailure },
  )

/** Sets tags of the open case from a CSV file or a TagPack. */
export const useImportTags = () =>
  useCall(
    async (caller, file: File) => {
      const { id, revision } = (await openCase(caller)) ?? (await startCase(caller.client))
      const text = await file.text()
      const read = isTagPackFile(file.name) ? { tagpack: text } : { csv: text }
      return caller.client.call('importTags', { params: { id }, body: { revision, ...read } })
    },
    {
      scope,
      onSuccess: ({ value: { left_out, ...changed } }, caller) => {
        const rest = left_out === 0 ? '' : ` Left out ${countOf(left_out, 'tag')} without an address on a supported network.`
        showToast(`${changed.undo ?? 'Set tags'}.${rest}`)
        return saveChange(caller, changed)
      },
    },
  )

/** Undoes, redoes or goes to a step in the open case. Does nothing if no case is open. */
export const useMoveCase = () =>
  useCall(
    async (caller, to: CaseMove) => {
      const record = await openCase(caller)
      if (record === null) return null
      const answer = await caller.client.call('moveCase', { params: { id: record.id }, body: { revision: record.revision, to } })
      const done = to === 'undo' ? `Undone: ${record.undo}` : to === 'redo' ? `Redone: ${record.redo}` : `Went to step ${to}`
      return { answer, done }
    },
    {
      scope,
      onSuccess: (moved, caller) => {
        if (moved === null) return undefined
        showToast(moved.done)
        return saveChange(caller, moved.answer.value)
      },
      onError: reportFailure,
    },
  )

/** Deletes a case at its displayed revision. It can be restored until the database is compacted. */
export const useDeleteCase = () =>
  useCall(({ client }, { id, revision }: Pick<CaseRecord, 'id' | 'revision'>) => client.call('deleteCase', { params: { id }, query: { revision } }), {
    scope,
    stale: [casesQuery],
    onSuccess: ({ value }, { client, queries }) => {
      showToast(`Deleted “${caseName(value)}”. It can be restored until the database is compacted.`)
      if (usePreferences.getState().openCase === value.id) setOpenCase(null)
      queries.removeQueries(caseQuery(client, value.id))
    },
    onError: reportFailure,
  })

export const useRestoreCase = () =>
  useCall(({ client }, id: string) => client.call('restoreCase', { params: { id } }), {
    scope,
    onSuccess: (answer, caller) => {
      showToast(`Restored “${caseName(answer.value)}”`)
      return saveAnswer(caller, answer)
    },
    onError: reportFailure,
  })

async function openCase({ client, queries }: Caller): Promise<CaseRecord | null> {
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

async function saveAnswer({ client, queries }: Caller, answer: Answer<CaseRecord>): Promise<unknown> {
  const { queryKey } = caseQuery(client, answer.value.id)
  // A read that began before the change would overwrite this answer with an older one.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, answer)
  return showChange({ client, queries }, answer.value.id)
}

/** Applies a change to the cached record, or reads the case again if the change was based on another revision. */
async function saveChange({ client, queries }: Caller, { changes, ...state }: ChangedCase): Promise<unknown> {
  const { queryKey } = caseQuery(client, state.id)
  await queries.cancelQueries({ queryKey })
  const known = queries.getQueryData(queryKey)
  const steps = known === undefined ? Infinity : state.revision - known.value.revision
  if (known !== undefined && changes !== null && steps === 1) {
    queries.setQueryData(queryKey, { ...known, value: withChanges(known.value, { ...state, changes }) })
  } else if (steps > 0) {
    await queries.fetchQuery({ ...caseQuery(client, state.id), staleTime: 0 })
  }
  return showChange({ client, queries }, state.id)
}

function showChange({ client, queries }: Caller, id: string): Promise<unknown> {
  return Promise.all([queries.invalidateQueries(casesQuery(client)), queries.invalidateQueries({ queryKey: ['case-history', id] })])
}

/** The case may have been changed elsewhere, so it is read again. */
function reportFailure(error: unknown, { queries }: Caller): Promise<unknown> {
  const wasChanged = error instanceof ApiError && error.currentRevision !== null
  showToast(wasChanged ? 'This case was changed in another window. It is up to date now, so try again.' : errorText(error), 'critical')
  return Promise.all([queries.invalidateQueries({ queryKey: ['case'] }), queries.invalidateQueries({ queryKey: ['case-history'] })])
}
