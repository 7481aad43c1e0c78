import { expect, it } from 'vitest'
import type { CoveredRange } from '../../interface.ts'
import { read, write } from '../../dispatch.ts'
import { TOKEN } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const db = writerPerTest()
const source = 'archive:portal.example'
const key = { token: TOKEN, what: 'transfers' } as const
const cover = (covers: CoveredRange): unknown => write(db(), 'saveTransfers', { token: TOKEN, rows: [], covers })

it('keeps the last source of each block, and forgets one source alone', () => {
  cover({ from: 0, to: 9 })
  cover({ from: 10, to: 19, source })
  cover({ from: 20, to: 29, source })
  cover({ from: 30, to: 39 })
  expect(read(db(), 'covered', key)).toEqual([{ from: 0, to: 39 }])
  cover({ from: 14, to: 15 })
  expect(read(db(), 'coveredBySource', key)).toEqual([
    { from: 0, to: 9 },
    { from: 10, to: 13, source },
    { from: 14, to: 15 },
    { from: 16, to: 29, source },
    { from: 30, to: 39 },
  ])
  write(db(), 'forgetCoverage', { token: TOKEN, what: ['transfers'], range: { from: 12, to: Number.MAX_SAFE_INTEGER }, source })
  expect(read(db(), 'coveredBySource', key)).toEqual([
    { from: 0, to: 9 },
    { from: 10, to: 11, source },
    { from: 14, to: 15 },
    { from: 30, to: 39 },
  ])
  write(db(), 'forgetCoverage', { token: TOKEN, what: ['transfers'], range: { from: 0, to: 35 } })
  expect(read(db(), 'covered', key)).toEqual([{ from: 36, to: 39 }])
})
