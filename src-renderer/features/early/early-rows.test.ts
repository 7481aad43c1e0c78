import { describe, expect, it } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { earlyRows } from './early-rows.ts'
import { holdersText, shareText } from './early-text.ts'

const sniper = (address: string, boughtAt: number | null): EarlyRecord['snipers'][number] => ({
  address,
  label: null,
  percentage: 0,
  balance: 0,
  owner: null,
  baseline: 10,
  status: ['sold_fully'],
  first_buy: { block: 1, time: boughtAt, tx: 't', amount: 10 },
  tipped: null,
  origin: null,
})
const record: EarlyRecord = {
  window: null,
  snipers: [sniper('held', 5), sniper('part', 5), sniper('more', 5), sniper('out', 5), sniper('later', 99), sniper('unlisted', 5)],
  bundlers: [],
  buys: [],
  groups: [],
  bundles: { wallets: 0, bought_pct: 0, spent: 0, held_pct: 0 },
  insiders: [],
  creator: null,
  notes: [],
}
const BALANCES: Readonly<Record<string, number>> = { held: 10, part: 4, more: 12, out: 0, later: 0 }

describe('snipers at a snapshot', () => {
  const held = (address: string) => {
    const balance = BALANCES[address]
    return balance === undefined ? null : { balance, percentage: balance / 10 }
  }
  const rows = earlyRows(record, 'snipers', { time: 50, held, tolerance: 0.005 })

  it('have a status from their balance then, none before they bought or if unknown', () => {
    expect(rows.map(({ sniper: own, percentage }) => [own?.status[0] ?? null, own?.kept, percentage])).toEqual([
      ['held', 100, 1],
      ['sold_partially', 40, 0.4],
      ['bought_more', 120, 1.2],
      ['sold_fully', 0, 0],
      [null, null, 0],
      [null, null, null],
    ])
  })

  it('have one from the second of their first buy on', () => {
    const at = (time: number) => earlyRows(record, 'snipers', { time, held, tolerance: 0.005 })[0]?.sniper
    expect([at(4), at(5)].map((own) => [own?.status, own?.kept])).toEqual([
      [[], null],
      [['held'], 100],
    ])
  })

  it('hold what they bought if the change is within the tolerance of the rules, which may not be loaded yet', () => {
    const statusOf = (balance: number, tolerance: number | null) =>
      earlyRows(record, 'snipers', { time: 50, held: () => ({ balance, percentage: 1 }), tolerance })[0]?.sniper?.status
    expect([9.96, 10.04, 9.95, 10.05].map((balance) => statusOf(balance, 0.005))).toEqual([['held'], ['held'], ['sold_partially'], ['bought_more']])
    expect(statusOf(9.96, 0)).toEqual(['sold_partially'])
    expect(statusOf(4, null)).toEqual([])
  })

  it('hold at least the known share, and at least the known ones hold', () => {
    expect(shareText(rows)).toBe('at least 2.60 %')
    expect(holdersText(rows, 'sniper')).toBe('at least 3 of 6 snipers')
  })

  it('keep the recorded status for the latest state', () => {
    const now = earlyRows(record, 'snipers', null)
    expect(now[0]?.sniper?.status).toEqual(['sold_fully'])
    expect(holdersText(now, 'sniper')).toBe('the 6 snipers')
  })
})

it('a wallet without a stored balance holds an unknown share if only the largest holders are stored', () => {
  const [row] = earlyRows(record, 'snipers', null, true)
  expect([row?.percentage, row?.balance]).toEqual([null, null])
  expect(earlyRows(record, 'snipers', null)[0]?.percentage).toBe(0)
})
