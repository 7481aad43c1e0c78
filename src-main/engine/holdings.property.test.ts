import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import { RankedHoldings } from './holdings.ts'
import { updateBalances } from '../detectors/balances.ts'
import { addBalance, distribution, emptyTally, computeFigures, removeBalance } from '../detectors/distribution/distribution.ts'
import { compareHoldings } from '../detectors/math/order.ts'

const WALLETS = 9
const SUPPLY = 60n
const names = Array.from({ length: WALLETS }, (_, n) => trustedAddress(`wallet-${n}`))
/** Few wallets with few sizes: many ties, and wallets that come and go. */
const balance = fc.record({ address: fc.constantFrom(...names), raw: fc.bigInt({ min: 0n, max: 4n }) })
const changes = fc.uniqueArray(balance, { selector: ({ address }) => address, maxLength: 4 })

const rowsOf = (held: ReadonlyMap<string, Balance>): Balance[] => [...held.values()].filter(({ raw }) => raw > 0n)
const ranked = (held: ReadonlyMap<string, Balance>): Balance[] => rowsOf(held).sort(compareHoldings)

describe('balances that change step by step', () => {
  it('are those of all holdings put in order, whatever changed', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 12 }), (steps) => {
        const held = new Map<string, Balance>()
        const all = new RankedHoldings([])
        let state = updateBalances(all.rows, undefined)
        for (const step of steps) {
          for (const row of step) held.set(row.address, row)
          const before = all.rows
          all.update(step)
          const holdings = all.rows
          expect(holdings).toEqual(ranked(held))
          if (holdings.every((row, i) => row.raw === before[i]?.raw && row.address === before[i].address) && holdings.length === before.length)
            expect(holdings).toBe(before)
          state = updateBalances(holdings, state)
          expect(state.index.ranked).toEqual(ranked(held))
          expect(names.map((name) => state.index.get(name))).toEqual(names.map((name) => rowsOf(held).find(({ address }) => address === name)?.raw))
        }
      }),
    )
  })

  it('are put in order where holdings come without one', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const { index } = updateBalances(second, updateBalances(first, undefined))
        const held = new Map(second.map((row) => [row.address, row]))
        expect(index.ranked).toEqual(ranked(held))
        expect(names.filter((name) => index.has(name))).toEqual(names.filter((name) => (held.get(name)?.raw ?? 0n) > 0n))
      }),
    )
  })
})

describe('a tally', () => {
  it('says of balances that came and went what it says of those that are left', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 30n }), { minLength: 1, maxLength: 20 }), fc.nat(19), (all, left) => {
        const tally = emptyTally()
        for (const raw of all) addBalance(tally, raw)
        for (const raw of all.slice(left)) removeBalance(tally, raw)
        expect(computeFigures(tally, SUPPLY)).toEqual(distribution(all.slice(0, left), SUPPLY))
      }),
    )
  })
})
