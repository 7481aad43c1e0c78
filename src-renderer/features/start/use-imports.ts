import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { create } from 'zustand'
import type { CallQuery } from '../../../src-client/api.ts'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { isCaseFile, setCaseFile } from '../../stores/case-file.ts'
import { useClient } from '../../api/service.tsx'
import { allTokens, importsQuery } from '../../api/service-queries.ts'
import { ofToken } from '../../api/token-queries.ts'
import { errorText } from '../../ui/Failure.tsx'

/** State of one file import. */
export interface FileImport {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly result: ImportResult | null
  readonly error: string | null
}

interface Imports {
  readonly files: readonly FileImport[]
  /** Network of files that do not name one; null lets the file decide. */
  readonly network: NetworkId | null
  /** Lists of holders or transfers whose columns are not confirmed yet. */
  readonly lists: readonly File[]
}

/** Module state, so that imports continue while another page is open. */
export const useImports = create<Imports>(() => ({ files: [], network: null, lists: [] }))

export const setImportNetwork = (network: NetworkId | null): void => useImports.setState({ network })
export const setWaitingLists = (lists: readonly File[]): void => useImports.setState({ lists })
export const clearImports = (): void =>
  useImports.setState(({ files }) => ({ files: files.filter(({ state }) => state === 'waiting' || state === 'running') }))

const updateImport = (id: number, part: Partial<FileImport>): void =>
  useImports.setState(({ files }) => ({ files: files.map((file) => (file.id === id ? { ...file, ...part } : file)) }))

let queue: Promise<void> = Promise.resolve()
let nextId = 1

/** The details that the user enters for a list. */
export type ListQuery = Omit<CallQuery<'importFile'>, 'name'>

const isList = ({ name }: File): boolean => /\.(csv|tsv|txt)$/i.test(name)

/**
 * Imports files one after another, in the given order. A case file opens on its own page. A list waits for its columns, unless they are given.
 */
export function useImportFiles(): (files: readonly File[], list?: ListQuery) => void {
  const client = useClient()
  const navigate = useNavigate()
  const queries = useQueryClient()

  const run = async (id: number, file: File, query: ListQuery): Promise<void> => {
    updateImport(id, { state: 'running' })
    try {
      const { value: result } = await client.call('importFile', { query: { name: file.name, ...query }, body: file })
      updateImport(id, { state: 'done', result })
      for (const { network: on, token_address } of result.tokens) void queries.invalidateQueries(ofToken({ network: on, address: token_address }))
    } catch (error) {
      updateImport(id, { state: 'failed', error: errorText(error) })
    }
    void queries.invalidateQueries(allTokens())
    void queries.invalidateQueries(importsQuery(client))
  }

  return (files, list) => {
    const { network, lists } = useImports.getState()
    if (list === undefined) setWaitingLists([...lists, ...files.filter(isList)])
    const caseFile = files.find(isCaseFile)
    if (caseFile !== undefined) {
      setCaseFile(caseFile)
      void navigate({ to: '/cases' })
    }
    for (const file of files) {
      if (isCaseFile(file) || (list === undefined && isList(file))) continue
      const id = (nextId += 1)
      useImports.setState((state) => ({ files: [...state.files, { id, name: file.name, state: 'waiting', result: null, error: null }] }))
      queue = queue.then(() => run(id, file, list ?? (network === null ? {} : { network })))
    }
  }
}
