import { useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { importsQuery, tokensQuery } from '../../api/service-queries.ts'
import { refreshToken } from '../../api/token-queries.ts'
import { sentenceOf } from '../../ui/Failure.tsx'

/** A file on its way into the store, as this page saw it. */
export interface FileImport {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly result: ImportResult | null
  readonly fault: string | null
}

interface Imports {
  readonly files: readonly FileImport[]
  /** Network of files that do not tell it themselves; null leaves it to the file. */
  readonly network: NetworkId | null
}

/** Kept beside the page, so that an import goes on and its result is there after a look elsewhere. */
export const useImports = create<Imports>(() => ({ files: [], network: null }))

export const setImportNetwork = (network: NetworkId | null): void => useImports.setState({ network })
export const forgetImports = (): void =>
  useImports.setState(({ files }) => ({ files: files.filter(({ state }) => state === 'waiting' || state === 'running') }))

const change = (id: number, part: Partial<FileImport>): void =>
  useImports.setState(({ files }) => ({ files: files.map((file) => (file.id === id ? { ...file, ...part } : file)) }))

let turn: Promise<void> = Promise.resolve()
let nextId = 1

/** Imports files one after the other, in the order in which they were given. */
export function useImportFiles(): (files: readonly File[]) => void {
  const client = useClient()
  const queries = useQueryClient()

  const run = async (id: number, file: File, network: NetworkId | null): Promise<void> => {
    change(id, { state: 'running' })
    try {
      const { value: result } = await client.call('importFile', { query: { name: file.name, ...(network === null ? {} : { network }) }, body: file })
      change(id, { state: 'done', result })
      for (const { network: on, token_address } of result.tokens) void refreshToken(queries, { network: on, address: token_address })
    } catch (error) {
      change(id, { state: 'failed', fault: sentenceOf(error) })
    }
    void queries.invalidateQueries({ queryKey: tokensQuery(client).queryKey.slice(0, 1) })
    void queries.invalidateQueries({ queryKey: importsQuery(client).queryKey })
  }

  return (files) => {
    const { network } = useImports.getState()
    for (const file of files) {
      const id = (nextId += 1)
      useImports.setState((state) => ({ files: [...state.files, { id, name: file.name, state: 'waiting', result: null, fault: null }] }))
      turn = turn.then(() => run(id, file, network))
    }
  }
}
