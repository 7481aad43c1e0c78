import { describe, expect, it } from 'vitest'
import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import { snapshotOf, wallet } from '../graph/testing/story.fixture.ts'
import { holdingsAt, overlapAt, shareAt } from './snapshot-holdings.ts'

const then = snapshotOf([
  wallet('sniper', 3),
  wallet('both', 2, { cluster: 0 }),
  wallet('mate', 1, { cluster: 0 }),
  wallet('payer', 0, { is_holder: false }),
])
const listing = (holder_count: number | null) => ({ ...then, token_metadata: { ...then.token_metadata, holder_count } })

describe('the holding of a wallet at a snapshot', () => {
  it('is the listed one, or zero if every holder is listed', () => {
    expect(holdingsAt(listing(3))('both')).toMatchObject({ percentage: 2 })
    expect(holdingsAt(listing(3))('late')).toEqual({ balance: 0, percentage: 0 })
    expect(holdingsAt(listing(3))('payer')).toMatchObject({ percentage: 0 })
  })

  it('is unknown if smaller holders may be missing', () => {
    expect(holdingsAt(listing(4))('late')).toBeNull()
    expect(holdingsAt(listing(null))('late')).toBeNull()
    expect(holdingsAt(listing(4))('payer')).toMatchObject({ percentage: 0 })
    expect(holdingsAt(listing(null))('payer')).toBeNull()
    expect(shareAt(['sniper', 'late', 'both'], holdingsAt(listing(4)))).toEqual({ pct: 5, unlisted: 1 })
  })
})

describe('the overlap at a snapshot', () => {
  const holding = { label: null, percentage: 99, balance: 99 }
  const first_buy = { block: 1, time: 1, tx: 't', amount: 1 }
  const early: EarlyRecord = {
    window: null,
    snipers: ['sniper', 'both', 'late'].map((address) => ({
      address,
      ...holding,
      owner: null,
      baseline: 1,
      status: ['held'],
      first_buy,
      tipped: null,
      origin: null,
    })),
    bundlers: [],
    buys: [],
    groups: [],
    bundles: { wallets: 0, bought_pct: 0, spent: 0, held_pct: 0 },
    insiders: [],
    creator: { address: 'payer', percentage: 0, total_percentage: 0, contracts: [], locked: [], source: '', candidates: [] },
    notes: [],
  }

  it('takes lists from current data, clusters and shares from the snapshot', () => {
    const { groups, union_pct, unlisted } = overlapAt(early, listing(3))
    expect(groups.map(({ sets, addresses, pct }) => [sets.join(' '), addresses.join(' '), pct])).toEqual([
      ['clusters snipers', 'both', 2],
      ['snipers', 'late sniper', 3],
      ['clusters', 'mate', 1],
      ['dev', 'payer', 0],
    ])
    expect([union_pct, unlisted]).toEqual([6, 0])
  })

  it('has the creator with its contracts, and no services of clusters', () => {
    const contracts = [{ address: 'vault', percentage: 99 }]
    const owned = { ...early, snipers: [], creator: { ...early.creator, contracts } as EarlyRecord['creator'] }
    const nodes = [...then.nodes, wallet('vault', 7), wallet('exchange', 5, { cluster: 0, tags: ['exchange'] })]
    const { groups } = overlapAt(owned, { ...listing(5), nodes })
    expect(groups.map(({ sets, addresses, pct }) => [sets.join(' '), addresses.join(' '), pct])).toEqual([
      ['clusters', 'both mate', 3],
      ['dev', 'payer vault', 7],
    ])
  })

  it('counts unlisted wallets, and has the creator on a network without insiders', () => {
    const evm = { ...early, supported: { snipers: false, bundlers: false, insiders: false } }
    const { groups, unlisted } = overlapAt(evm, listing(9))
    expect(unlisted).toBe(1)
    expect(groups.filter(({ sets }) => sets.includes('dev')).flatMap(({ addresses }) => addresses)).toEqual(['payer'])
  })
})
