import { describe, expect, it } from 'vitest'
import { IncrementalFilter } from './incremental-filter.ts'
import { trade } from '../testing/trade.fixture.ts'
import { createTradeReader, type TradeRow } from '../tape/trade-rows.ts'

const read = createTradeReader('MINT')
const rowsOf = (count: number): TradeRow[] =>
  Array.from({ length: count }, (_, i) => read(trade({ tx_signature: `tx ${i}`, block: count - i, signer: `wallet ${i % 3}` })))
const isWanted = ({ signer }: TradeRow): boolean => signer === 'wallet 1'
const never = (): boolean => false

describe('the incremental filter', () => {
  it('tests only rows added at either end, and matches a full filter', () => {
    const all = rowsOf(40)
    let calls = 0
    const passes = (row: TradeRow): boolean => {
      calls += 1
      return isWanted(row)
    }
    const filter = new IncrementalFilter()
    const steps: readonly (readonly [rows: readonly TradeRow[], calls: number, why: string])[] = [
      [all.slice(10, 20), 10, 'the first rows'],
      [all.slice(5, 20), 5, 'some on top'],
      [all.slice(5, 30), 10, 'some at the bottom'],
      [all.slice(0, 40), 15, 'rows at both ends'],
      [all.slice(0, 25), 0, 'the oldest went'],
      [[...all.slice(0, 10), ...all.slice(12, 25)], 23, 'rows went in between'],
      [all.slice(0, 25), 25, 'rows came in between'],
      [all.slice(30), 10, 'others came'],
      [[], 0, 'all went'],
      [all.slice(0, 3), 3, 'and others came again'],
    ]
    for (const [rows, count, why] of steps) {
      calls = 0
      filter.update(rows, passes)
      filter.work(never)
      expect(filter.matches(), why).toEqual(rows.filter(isWanted))
      expect(calls, why).toBe(count)
    }
    const before = filter.matches()
    filter.update([...all.slice(36, 37), ...all.slice(0, 3)], passes)
    expect(filter.matches()).toBe(before)
  })

  it('finds the newest first and the rest in further slices, while rows come and go', () => {
    const all = rowsOf(5_000)
    const filter = new IncrementalFilter()
    const slice = (rows: readonly TradeRow[]): void => {
      filter.update(rows, isWanted)
      filter.work(() => true)
    }
    slice(all.slice(1_000, 4_000))
    expect(filter.isDone).toBe(false)
    expect(filter.matches().slice(0, 50)).toEqual(all.slice(1_000, 4_000).filter(isWanted).slice(0, 50))
    slice(all.slice(500, 4_000))
    expect(filter.matches().slice(0, 50)).toEqual(all.slice(500, 4_000).filter(isWanted).slice(0, 50))
    let slices = 0
    while (!filter.isDone) {
      slice(slices < 4 ? all.slice(500, 4_500) : all.slice(0, 3_800))
      slices++
    }
    expect(slices).toBeGreaterThan(4)
    expect(filter.matches()).toEqual(all.slice(0, 3_800).filter(isWanted))
  })

  it('starts over with a new predicate', () => {
    const all = rowsOf(30)
    const filter = new IncrementalFilter()
    filter.update(all, isWanted)
    filter.work(never)
    const other = ({ signer }: TradeRow): boolean => signer === 'wallet 2'
    filter.update(all, other)
    expect(filter.isDone).toBe(false)
    filter.work(never)
    expect(filter.matches()).toEqual(all.filter(other))
  })
})
