import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../../../src-shared/domain/address.ts'
import type { ValueContext } from './call-values.ts'
import { allVariants } from './call-values.ts'
import { chooseTrials, powersIn } from './choose-trials.ts'
import type { Accepted } from './screen.ts'

const caller = trustedAddress('0x5ca1ab1e0000000000000000000000000000beef')
const context: ValueContext = {
  ...{ victim: caller, other: caller, caller, token: caller, pool: null, part: 10n ** 20n, supply: 10n ** 24n, now: 1_700_000_000, words: [] },
}

/** All calls that an owner, or anyone, may make of functions that take any arguments. */
const callsOf = (count: number, args: string, { shared = false, first = 10_000_000 } = {}): Accepted[] =>
  Array.from({ length: count }, (_, i) => {
    const selector = `0x${String(first + i)}` as const
    const fn = { selector, name: selector, args, reads: false }
    return allVariants(fn, context).map((variant): Accepted => ({ fn, caller, variant, open: false, shared }))
  }).flat()
const settersOf = (count: number): Accepted[] => callsOf(count, 'uint256,uint256,uint256,uint256')

describe('trials of functions that take any number', () => {
  it.each([1, 40])('%i of them: each gets numbers that as a tax in percent leave something, also if all are added up', (count) => {
    const chosen = Map.groupBy(chooseTrials(powersIn(settersOf(count))), ({ fn }) => fn.selector)
    expect(chosen.size).toBe(count)
    for (const calls of chosen.values()) {
      const numbers = calls.filter(({ variant }) => variant.pattern.includes('all')).map(({ variant }) => variant.number ?? 0n)
      expect(numbers.some((number) => number > 1n && number * 4n < 100n)).toBe(true)
    }
  })

  it('in a token of many functions: each setter gets the smallest number too, whatever the functions of everyone and pairs of numbers need', () => {
    const setters = callsOf(20, 'uint256')
    const others = [...callsOf(10, 'uint256,uint256', { first: 20_000_000 }), ...callsOf(25, 'address,uint256', { first: 30_000_000, shared: true })]
    const chosen = chooseTrials(powersIn([...setters, ...others]))
    for (const calls of Map.groupBy(setters, ({ fn }) => fn.selector).values()) {
      expect(chosen.filter((call) => calls.includes(call)).map(({ variant: { number } }) => number)).toContain(0n)
    }
  })
})
