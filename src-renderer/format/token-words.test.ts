import { describe, expect, it } from 'vitest'
import type { TokenSummary } from '../../src-shared/contract/records/local.ts'
import { holdersArePartial, isSampleCase, partialWords } from './token-words.ts'

const TOKEN: TokenSummary = {
  network: 'sol', address: 'mint', name: null, symbol: null, decimals: 6, total_supply: 1, holder_count: null, holders_known: 150, creator: null,
  created_at: null, origin: 'import', as_of: 0, opened_at: null, trades: 0, snapshots: 1, notes: [],
}

describe('how whole the holders are', () => {
  it.each([
    [{}, 'largest 150 holders only'],
    [{ holder_count: 12_400 }, 'largest 150 of 12,400 holders only'],
    [{ holder_count: 150 }, null],
    [{ origin: 'node' }, null],
  ] as const)('%o reads %s', (over, words) => {
    const token = { ...TOKEN, ...over }
    expect(partialWords(token)).toBe(words)
    expect(holdersArePartial(token)).toBe(words !== null)
  })

  it('knows the sample case by token and moment', () => {
    const sample = { ...TOKEN, address: 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82', as_of: 1_743_986_234 }
    expect(isSampleCase(sample)).toBe(true)
    expect(isSampleCase({ ...sample, as_of: sample.as_of + 1 })).toBe(false)
    expect(isSampleCase({ ...sample, origin: 'node' })).toBe(false)
    expect(isSampleCase(TOKEN)).toBe(false)
  })
})
