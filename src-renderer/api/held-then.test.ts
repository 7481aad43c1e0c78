import { describe, expect, it } from 'vitest'
import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import { snapshotOf, wallet } from '../graph/testing/story.fixture.ts'
import { heldThen, overlapThen, shareThen } from './held-then.ts'

const then = snapshotOf([
  wallet('sniper', 3),
  wallet('both', 2, { cluster: 0 }),
  wallet('mate', 1, { cluster: 0 }),
  wallet('payer', 0, { is_holder: false }),
])
const listing = (holder_count: number | null) => ({ ...then, token_metadata: { ...then.token_metadata, holder_count } })

describe('what a wallet held at a snapshot', () => {
  it('is what is listed, and nothing where every holder is listed', () => {
    expect(heldThen(listing(3))('both')).toMatchObject({ percentage: 2 })
    expect(heldThen(listing(3))('late')).toEqual({ balance: 0, percentage: 0 })
    expect(heldThen(listing(3))('payer')).toMatchObject({ percentage: 0 })
  })

  it('is unknown where smaller holders are not listed, or nobody knows whether they are', () => {
    expect(heldThen(listing(4))('late')).toBeNull()
    expect(heldThen(listing(null))('late')).toBeNull()
    expect(shareThen(['sniper', 'late', 'both'], heldThen(listing(4)))).toEqual({ pct: 5, unlisted: 1 })
  })
})

describe('the overlap at a snapshot', () => {
  const holding = { label: null, percentage: 99, balance: 99 }
  const first_buy = { block: 1, time: 1, tx: 't', amount: 1 }
  const early: EarlyRecord = {
    supported: { snipers: true, bundlers: true, insiders: true },
    window: null,
    snipers: ['sniper', 'both', 'late'].map((address) => ({ address, ...holding, baseline: 1, status: ['held'], first_buy, tipped: null })),
    bundlers: [],
    groups: [],
    insiders: [],
    creator: { address: 'payer', source: '', candidates: [] },
    notes: [],
  }

  it('takes lists from what is known now, clusters and shares from the snapshot', () => {
    const { groups, union_pct, unlisted } = overlapThen(early, listing(3))
    expect(groups.map(({ sets, addresses, pct }) => [sets.join(' '), addresses.join(' '), pct])).toEqual([
      ['clusters snipers', 'both', 2],
      ['snipers', 'late sniper', 3],
      ['clusters', 'mate', 1],
      ['dev', 'payer', 0],
    ])
    expect([union_pct, unlisted]).toEqual([6, 0])
  })

  it('counts wallets whose holding is unknown, and has no creator where the network counts none', () => {
    const evm = { ...early, supported: { snipers: false, bundlers: false, insiders: false } }
    const { groups, unlisted } = overlapThen(evm, listing(9))
    expect(unlisted).toBe(1)
    expect(groups.some(({ sets }) => sets.includes('dev'))).toBe(false)
  })
})
