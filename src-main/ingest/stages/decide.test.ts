import { describe, expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { Funding } from '../../../src-shared/domain/token.ts'
import { balanceNotes, checkBalances, fundersOf, fundingTargets, hubsAmong, listNotes, unreadNote } from './decide.ts'

const at = (name: string): Address => trustedAddress(name)
const [token, pool, alice, bob, zero] = [at('0xt'), at('0xp'), at('0xa'), at('0xb'), at('0x0000000000000000000000000000000000000000')]

function funded(wallet: Address, funder: Address | null, block: number | null = 1): Funding {
  return { wallet, funder, raw: null, tx: null, block, time: null, reason: funder === null ? 'unknown' : null }
}

describe('balances summed and read', () => {
  const summed = [
    { address: alice, raw: 5n, verified: false },
    { address: bob, raw: 3n, verified: false },
    { address: pool, raw: 1n, verified: false },
  ]

  test('the chain wins, differences and silence are counted and told', () => {
    const check = checkBalances(summed, [
      { address: alice, raw: 6n, verified: true },
      { address: bob, raw: 3n, verified: true },
    ])
    expect(check).toMatchObject({ different: 1, untold: 1 })
    expect(balanceNotes(check, 3)).toEqual([
      expect.stringMatching(/^1 of the 3 largest balances differ/),
      expect.stringMatching(/did not tell the balance of 1 of the 3/),
    ])
  })

  test('agreement needs no note', () => {
    expect(balanceNotes(checkBalances(summed, summed), 3)).toEqual([])
  })
})

describe('what a read says of itself', () => {
  const head = { number: 100, hash: 'h', time: 1_000 }
  const list = { holdings: [], complete: true, notes: ['Only the 20 largest are known.'] }

  test('a list of holders that is as old as the read needs no word, a newer one does', () => {
    expect(listNotes({ ...list, at: { ...head, number: 105, time: 1_002 } }, head)).toEqual(list.notes)
    expect(listNotes({ ...list, at: { ...head, number: 9_000, time: 4_600 } }, head)).toEqual([
      ...list.notes,
      expect.stringMatching(/block 9,000.*block 100/),
    ])
  })

  test('blocks that no page told are named', () => {
    expect(unreadNote('trades', [])).toBeNull()
    expect(
      unreadNote('trades', [
        { from: 1, to: 10 },
        { from: 21, to: 30 },
      ]),
    ).toMatch(/trades of 20 blocks between 1 and 30/)
  })
})

describe('whose first funder is searched', () => {
  const kinds = new Map([
    [alice, 'wallet'],
    [bob, 'wallet'],
    [pool, 'contract'],
  ] as const)

  test('people only, no hubs, none that is decided', () => {
    expect(fundingTargets({ wallets: [alice, bob, pool, alice], kinds, hubs: new Set(), known: [funded(bob, alice)] })).toEqual([alice])
    expect(fundingTargets({ wallets: [alice, bob], kinds, hubs: new Set([alice]), known: [] })).toEqual([bob])
  })

  test('a wallet that had no coin then may have one now', () => {
    expect(fundingTargets({ wallets: [alice, bob], kinds, hubs: new Set(), known: [funded(alice, null, null), funded(bob, null, 0)] })).toEqual([
      alice,
    ])
  })

  test('the next hop is whoever paid most, each once', () => {
    expect(fundersOf([funded(alice, pool), funded(bob, alice), funded(token, pool), funded(zero, null)], 10)).toEqual([pool, alice])
  })

  test('any label that calls an address a hub makes it one', () => {
    const label = { name: null, tags: ['exchange'], category: null, source: 'x' } as const
    expect(
      hubsAmong([
        { ...label, address: alice, linkPolicy: 'own' },
        { ...label, address: alice, linkPolicy: 'hub' },
      ]),
    ).toEqual(new Set([alice]))
  })
})
