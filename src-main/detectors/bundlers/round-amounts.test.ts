import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ruleSet } from '../rules/rule-set.ts'
import { isRoundAmount, isRoundShare } from './round-amounts.ts'

const { bundler } = ruleSet.parse(JSON.parse(readFileSync(new URL('../../../resources/rules/1.json', import.meta.url), 'utf8')))
const ETHER = 10n ** 18n
const SOL = 10n ** 9n

describe('amounts that unrelated people choose', () => {
  it.each([
    ['typed', ETHER / 2n],
    ['three digits', (ETHER * 125n) / 1000n],
    ['half a coin less 0.25 %', (ETHER * 49_875n) / 100_000n],
    ['a coin less 1 %', (SOL * 99n) / 100n],
    ['0.3 coins less 0.85 %, rounded down', (300_000_000n * 9_915n) / 10_000n],
    ['0.777 coins, of which 1 % was added', (777_000_000n * 1_000_000n) / 1_010_000n],
    ['1 raw unit', 1n],
  ])('%s', (_name, raw) => expect(isRoundAmount(raw, bundler)).toBe(true))

  it.each([
    ['four digits', (ETHER * 1_234n) / 10_000n],
    ['one unit beside half a coin, twice over', ETHER / 2n + 2n],
    ['a fee that no app takes', (ETHER * 970_299n) / 2_000_000n],
    ['nothing', 0n],
  ])('not %s', (_name, raw) => expect(isRoundAmount(raw, bundler)).toBe(false))

  it('knows the most of a supply that one wallet may hold, whatever the supply', () => {
    const supply = 420_690_000_000_000n * 10n ** 9n
    expect([isRoundShare(supply / 50n, supply), isRoundShare(supply / 50n + 1n, supply), isRoundShare(1n, 0n)]).toEqual([true, false, false])
  })
})

it('has no round amounts under rule sets that do not state their digits', () => {
  expect(isRoundAmount(ETHER, { ...bundler, round_digits: 0 })).toBe(false)
})
