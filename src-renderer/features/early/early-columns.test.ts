import { expect, it } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { toCsv } from '../../../src-shared/domain/csv.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { WALLET_CLASS_TEXT } from '../../format/wallet-class-text.ts'
import { earlyColumns } from './early-columns.tsx'
import { earlyRows, filterEarly, type EarlyRow } from './early-rows.ts'
import type { EarlyKind } from './early-text.ts'
import type { LifeAxis } from './life-line-shape.ts'

const held = { label: null, tags: [], percentage: 1.5, balance: 30, relevant_links: [] }
const origin = { address: 'mix', kind: 'mixer', label: 'Mixer', tx: null, time: null }
const sniper = { ...held, owner: null, baseline: 40, status: ['sold_partially'], first_buy: { block: 17, time: 5, tx: 't', amount: 40 }, origin }
const bundler = { ...held, slot: 18, reasons: ['same_tx', 'same_gas'], group: 0, evidence: [], origin: null }
const record = {
  snipers: [
    { ...sniper, address: 'ann', tipped: true },
    { ...sniper, address: 'ben', tipped: null, label: 'Bot' },
  ],
  bundlers: [
    { ...bundler, address: 'cid', classes: [] },
    {
      ...{ ...bundler, address: 'dan' },
      classes: [
        { name: 'fresh_day', holds: true },
        { name: 'coin_dust', holds: null },
      ],
    },
  ],
  groups: [
    { id: 4, slot: 18, reason: 'same_tx', wallets: ['cid', 'dan'] },
    { id: 9, slot: 19, reason: 'same_gas', wallets: ['dan', 'eve'] },
  ],
  insiders: [
    {
      ...{ ...held, address: 'fay', origin: null, p: 0.75, path: [{}, {}] },
      rules: [
        { rule: 'paid_by_creator', sentence: 'Was paid.' },
        { rule: 'same_funder', sentence: 'Same funder.' },
      ],
    },
  ],
} as unknown as EarlyRecord

const axis = { snapshot: null } as unknown as LifeAxis
const columnsOf = (kind: EarlyKind, network: NetworkId): ReturnType<typeof earlyColumns> =>
  earlyColumns(kind, { token: { network, address: 'token' }, axis })
const csv = (kind: EarlyKind, network: NetworkId = 'eth'): string[] => {
  const columns = columnsOf(kind, network).filter((column) => column.csv !== undefined)
  const lines = earlyRows(record, kind, null).map((row) => columns.map((column) => column.csv?.(row) ?? null))
  return toCsv(
    columns.map(({ id }) => id),
    lines,
  )
    .trim()
    .split('\r\n')
}

it('snipers are exported with what they kept, and with tips only where a network has them', () => {
  expect(csv('snipers')).toEqual([
    'address,share,balance,status,kept,block,bought,tipped,origin',
    'ann,1.5,30,sold_partially,75,17,40,yes,mix',
    'ben,1.5,30,sold_partially,75,17,40,unknown,mix',
  ])
  expect(csv('snipers', 'sui')[0]).not.toContain('tipped')
})

it('bundlers are exported with all of their bundles, by the numbers of the list, and the classes that hold', () => {
  expect(csv('bundlers')).toEqual([
    'address,share,balance,reasons,group,classes,slot,origin',
    'cid,1.5,30,same_tx same_gas,1,,18,',
    `dan,1.5,30,same_tx same_gas,1 2,${WALLET_CLASS_TEXT.fresh_day.label},18,`,
  ])
})

it('insiders are exported with every rule', () => {
  expect(csv('insiders')).toEqual(['address,share,balance,p,rules,path,origin', 'fay,1.5,30,0.75,paid_by_creator same_funder,2,'])
})

it('sorts by what a column shows', () => {
  const [ann, ben] = earlyRows(record, 'snipers', null) as [EarlyRow, EarlyRow]
  const sortBy = (row: EarlyRow): (string | number | null | undefined)[] => columnsOf('snipers', 'eth').map((column) => column.sortBy?.(row))
  expect(sortBy(ann)).toEqual(['ann', 1.5, 30, 'sold_partially', 75, 17, 40, 'yes', 'Mixer', undefined])
  expect(sortBy(ben)[0]).toBe('Bot')
})

it('finds rows by every word in address, label, status, reason or sentence', () => {
  const found = (kind: EarlyKind, text: string): string[] => filterEarly(earlyRows(record, kind, null), text).map(({ address }) => address)
  expect(found('snipers', '')).toEqual(['ann', 'ben'])
  expect(found('snipers', ' BOT  sold ')).toEqual(['ben'])
  expect(found('snipers', 'bot held')).toEqual([])
  expect(found('bundlers', 'gas')).toEqual(['cid', 'dan'])
  expect(found('insiders', 'funder. paid_by')).toEqual(['fay'])
})
