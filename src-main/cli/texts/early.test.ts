import { expect, it } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { bundlersText, insidersText, snipersText } from './early.ts'

const held = { label: null, tags: [], origin: null, percentage: 0, balance: 0, relevant_links: [] }
const early = {
  snipers: [{ ...held, address: 'ann', status: ['sold_partially', 'bought_more'], first_buy: { block: 17, time: null, tx: 'tx-ann', amount: 1 } }],
  bundlers: [
    {
      ...{ ...held, address: 'bob', slot: 17, reasons: ['same_tx'], group: 1, evidence: ['tx-bob', 'tx-other'] },
      classes: [
        { name: 'fresh_day', holds: true },
        { name: 'never_bought', holds: false },
        { name: 'coin_dust', holds: null },
      ],
    },
  ],
  groups: [
    { id: 0, slot: 17, reason: 'same_tx', wallets: ['dan'], tx: [], bought_pct: 1, spent: 1, held_pct: 1 },
    { id: 1, slot: 18, reason: 'same_funder', wallets: ['bob', 'cid'], tx: [], bought_pct: 12.5, spent: 1.5, held_pct: 0 },
  ],
  bundles: { wallets: 2, bought_pct: 12.5, spent: null, held_pct: 3 },
  insiders: [
    {
      ...held,
      address: 'eve',
      p: 0.875,
      rules: [{ rule: 'a', weight: 1, sentence: 'Was paid by the creator.', evidence: ['tx-1', 'tx-2'] }],
      path: [],
    },
  ],
} as unknown as EarlyRecord

it('snipers have their first buy and what they did since, or unknown', () => {
  const snipers = [
    { ...held, address: 'ann', percentage: 2.5 },
    { ...held, address: 'ned', percentage: 0 },
  ]
  const record = { snipers } as unknown as Parameters<typeof snipersText>[0]
  expect(snipersText(record, early)).toBe('ann\t2.50 %\t17\tsold partially, bought more\ttx-ann\nned\t0 %\tunknown\tunknown\tunknown')
  expect(snipersText(record, null)).toBe('ann\t2.50 %\tunknown\tunknown\tunknown\nned\t0 %\tunknown\tunknown\tunknown')
})

it('bundlers have the classes that hold, and each bundle of several wallets has its figures and the number that the page gives it', () => {
  const bundlers = [
    { ...held, address: 'bob', percentage: 12.5, reasons: ['same_tx', 'same_funder'], slot: 17 },
    { ...held, address: 'ned', percentage: 1, reasons: null, slot: null },
  ]
  const record = { bundlers } as unknown as Parameters<typeof bundlersText>[0]
  const list = 'bob\t12.5 %\tsame tx, same funder\tfresh day\ttx-bob\nned\t1.00 %\tunknown\t—\tunknown'
  expect(bundlersText(record, early)).toBe(`${list}\n\n1\tsame funder\t2\t12.5 %\t1.5\t0 %\nall\t\t2\t12.5 %\tunknown\t3.00 %`)
  const lacking = [{ ...held, address: 'cid', reasons: ['same_funder'], slot: 18 }]
  expect(bundlersText({ bundlers: lacking } as never, early, true)).toBe(
    'cid\tunknown\tsame funder\t—\tunknown\n\n1\tsame funder\t2\t12.5 %\t1.5\tunknown\nall\t\t2\t12.5 %\tunknown\t≥ 3.00 %',
  )
  const none = { ...early, bundles: { wallets: 0, bought_pct: 0, spent: 0, held_pct: 0 } }
  expect([bundlersText(record, none), bundlersText(record, { ...early, bundles: null } as never)]).toEqual([list, list])
})

it('insiders have their weight and every reason with what it is seen in', () => {
  const record = { insiders: [{ ...held, address: 'eve', percentage: 4 }] } as unknown as Parameters<typeof insidersText>[0]
  expect(insidersText(record, early)).toBe('eve\t4.00 %\n- eve (0.88): Was paid by the creator. Transaction tx-1 and 1 more.')
  expect(insidersText(record, null)).toBe('eve\t4.00 %')
})
