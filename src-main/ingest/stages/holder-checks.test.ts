import { describe, expect, test } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { balanceNotes, checkBalances, listNotes, supplyNote, unissuedNote } from './holder-checks.ts'
import { unreadNote } from './read-missing.ts'

const [alice, bob, pool] = [trustedAddress('0xa'), trustedAddress('0xb'), trustedAddress('0xp')]

describe('balances summed from transfers and read from the chain', () => {
  const summed = [
    { address: alice, raw: 5n, verified: false },
    { address: bob, raw: 3n, verified: false },
    { address: pool, raw: 1n, verified: false },
  ]

  test('notes count the balances that differ and those that could not be read', () => {
    const check = checkBalances(summed, [
      { address: alice, raw: 6n, verified: true },
      { address: bob, raw: 3n, verified: true },
    ])
    expect(check).toEqual({ different: [alice], unread: 1, overdrawn: 0, held: 9n })
    expect(balanceNotes(check, 3, { cause: 'token', movesAlone: 7 })).toEqual([
      expect.stringMatching(/^1 of the 3 largest balances differ .* receipts of block 7 prove/),
      expect.stringMatching(/did not return the balances of 1 of the 3/),
    ])
  })

  test('a wallet that sent more than it received differs, and holders may be missing where the token is the cause', () => {
    const overdrawn = { address: trustedAddress('0xd'), raw: -2n }
    const check = checkBalances([...summed, overdrawn], [...summed, { ...overdrawn, raw: 7n, verified: true }])
    expect(check).toEqual({ different: [overdrawn.address], unread: 0, overdrawn: 1, held: 16n })
    expect(balanceNotes(check, 4, { cause: 'token', movesAlone: null })[1]).toMatch(/holders without a transfer may be missing\.$/)
    expect(balanceNotes(check, 4, { cause: 'partial', movesAlone: null })).toHaveLength(1)
  })

  test('a supply below the balances is noted', () => {
    const check = checkBalances(summed, summed)
    expect([supplyNote(check, 9n), supplyNote(check, 8n)]).toEqual([null, expect.stringMatching(/^The largest balances alone add up to more/)])
    expect(supplyNote(check, 0n)).toMatch(/shares of the supply are unknown and shown as zero\.$/)
  })

  test('a supply that the transfers did not issue is noted, unless balances differ from them', () => {
    const check = checkBalances(summed, summed)
    const note =
      'The transfers of the token issued 60.0 % of the total supply that it reports. No transfer shows a holder of the rest, so shares of the supply may be too low.'
    expect([unissuedNote(check, 9n, 15n), unissuedNote(check, 9n, 9n), unissuedNote(check, 995n, 1_000n)]).toEqual([note, null, null])
    const rebased = checkBalances(summed, [{ address: alice, raw: 6n, verified: true }])
    expect(unissuedNote(rebased, 9n, 15n)).toBeNull()
  })

  test('no note when they agree', () => {
    expect(balanceNotes(checkBalances(summed, summed), 3, { cause: 'partial', movesAlone: null })).toEqual([])
  })
})

describe('notes of a read', () => {
  const head = { number: 100, hash: 'h', time: 1_000 }
  const list = { holdings: [], complete: true, notes: ['Only the 20 largest are known.'] }

  test('name the block of a list of holders only where it is newer than the read', () => {
    expect(listNotes({ ...list, at: { ...head, number: 105, time: 1_002 } }, head)).toEqual(list.notes)
    expect(listNotes({ ...list, at: { ...head, number: 9_000, time: 4_600 } }, head)).toEqual([
      ...list.notes,
      expect.stringMatching(/block 9,000.*block 100/),
    ])
  })

  test('name blocks that no page covered', () => {
    expect(unreadNote('trades', [])).toBeNull()
    expect(
      unreadNote('trades', [
        { from: 1, to: 10 },
        { from: 21, to: 30 },
      ]),
    ).toMatch(/trades of 20 blocks between 1 and 30/)
  })
})
