import { expect, it } from 'vitest'
import type { ImportRecord } from '../../../../src-shared/contract/records/imports.ts'
import { read, write } from '../../dispatch.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const db = writerPerTest()

const record = (sha256: string, imported_at: number): ImportRecord => ({
  kind: 'node_answers',
  tokens: [],
  trades: 1,
  transfers: 0,
  holders: 0,
  snapshots: 0,
  skipped: 0,
  notes: [],
  sha256,
  imported_at,
  name: `${sha256}.json`,
  source: 'a public repository',
  licence: 'MIT',
  sample: false,
})

it('lists what was imported, newest first, each file once', () => {
  write(db(), 'saveImport', record('aa', 1))
  write(db(), 'saveImport', record('bb', 2))
  write(db(), 'saveImport', { ...record('aa', 3), trades: 0 })
  expect(read(db(), 'imports', { limit: 10 })).toEqual([record('bb', 2), record('aa', 1)])
  expect(read(db(), 'imports', { limit: 1 })).toHaveLength(1)
})
