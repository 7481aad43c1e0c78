import { describe, expect, it } from 'vitest'
import { filterHolders, holderCount, type HolderRow } from './holder-rows.ts'

const row = (over: Partial<HolderRow>): HolderRow => ({
  address: 'Abc123',
  rank: 1,
  label: null,
  tags: ['wallet'],
  balance: 1,
  balance_raw: null,
  percentage: 1,
  cluster: null,
  ...over,
})
const ROWS = [
  row({ address: 'Binance1', label: 'Binance', tags: ['exchange'] }),
  row({ address: 'Pool1', label: 'Raydium', tags: ['smart_contract', 'liquidity_pool'] }),
  row({ address: 'Owner1', cluster: 2 }),
  row({ address: 'Owner2', cluster: 0 }),
]
const found = (text: string): string[] => filterHolders(ROWS, text).map(({ address }) => address)

describe('the holders filter', () => {
  it.each([
    ['', ['Binance1', 'Pool1', 'Owner1', 'Owner2']],
    ['binance', ['Binance1']],
    ['pool', ['Pool1']],
    ['liquidity_pool', ['Pool1']],
    ['ray contract', ['Pool1']],
    ['owner', ['Owner1', 'Owner2']],
    ['cluster 3', ['Owner1']],
    ['cluster 3 > 1 %', []],
    ['> 0.5', ['Binance1', 'Pool1', 'Owner1', 'Owner2']],
    ['weight > 0', []],
    ['no holders', []],
  ])('%j', (text, addresses) => {
    expect(found(text)).toEqual(addresses)
  })
})

it('counts what is shown, and says where the table has only the largest holders', () => {
  expect(holderCount(4, 4, 4)).toBe('4 holders')
  expect(holderCount(2, 4, null)).toBe('2 of 4 holders')
  expect(holderCount(50_000, 50_000, 210_000)).toBe('50,000 holders, the largest of 210,000')
})
