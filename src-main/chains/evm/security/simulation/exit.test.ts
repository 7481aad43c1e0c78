import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { readFlag, unknownFlag } from '../../../security/facts.ts'
import { exitOf, pausedBeside, taxesOf, type ExitArgs } from './exit.ts'
import type { TradeTest } from './trade.ts'

const CREATOR = trustedAddress('creator')
const passing: TradeTest = {
  buys: { tried: 4, passed: 4 },
  sells: { tried: 16, passed: 16 },
  later: { tried: 20, failed: 0 },
  onlyAtOnce: false,
  ...{ buyTaxPct: 1, sellTaxPct: 2.5, transferTaxPct: 0 },
  ...{ transferOk: true, cannotSellAll: false, cooldown: false, limited: false },
}
/** Nobody can buy, so nothing else was tried. */
const unbought: TradeTest = {
  buys: { tried: 4, passed: 0 },
  sells: { tried: 0, passed: 0 },
  later: { tried: 0, failed: 0 },
  onlyAtOnce: false,
  ...{ buyTaxPct: null, sellTaxPct: null, transferTaxPct: null },
  ...{ transferOk: null, cannotSellAll: null, cooldown: null, limited: null },
}
const unsold: TradeTest = { ...passing, sells: { tried: 16, passed: 0 }, later: { tried: 20, failed: 20 }, sellTaxPct: null }
/** `+` can sell, `-` cannot, `C` and `c` are the creator, who can and cannot. */
const replayed = (text: string): ExitArgs['replay'] =>
  [...text].map((one, i) => ({ holder: /c/i.test(one) ? CREATOR : trustedAddress(`h${i}`), ok: one === '+' || one === 'C' }))

const exit = (test: TradeTest | null, replay = '', more: Partial<ExitArgs> = {}) =>
  exitOf({ test, why: 'eth_simulateV1', replay: replayed(replay), creator: CREATOR, concentrated: false, at: 7, ...more })

describe('whether holders can sell', () => {
  it.each<[string, TradeTest, string, boolean | null, number | null, string]>([
    ['all sells pass', passing, '+++', false, 0, '16 of 16 simulated sells passed.'],
    ['one of three holders cannot', passing, '++-', false, 50, '16 of 16 simulated sells passed. 1 of 3 real holders could not.'],
    ['five of six cannot', passing, '-----+', false, 80, '16 of 16 simulated sells passed. 5 of 6 real holders could not.'],
    ['the only one cannot', passing, '-C', false, 90, '16 of 16 simulated sells passed. 1 of 1 real holders could not.'],
    ['only the creator cannot', passing, '+++c', false, 0, '16 of 16 simulated sells passed.'],
    ['no holder can', passing, '--C', true, 100, 'Fresh buyers can sell, but none of 2 real holders can.'],
    ['no buyer can', unsold, '++', true, 100, 'All 16 simulated sells failed while 4 buys passed.'],
    [
      'buyers can in days only',
      { ...unsold, later: { tried: 20, failed: 10 } },
      '',
      null,
      null,
      'All 16 simulated sells within an hour of a buy failed, and sells of small parts passed in the days after it.',
    ],
    [
      'buyers can at once only',
      { ...passing, later: { tried: 20, failed: 20 }, onlyAtOnce: true },
      '++',
      true,
      100,
      'Simulated sells passed in the block of the buy only, and all later ones failed.',
    ],
    [
      'buyers can at some hours',
      { ...passing, later: { tried: 20, failed: 8 } },
      '++',
      null,
      null,
      '16 of 16 simulated sells passed, but 8 of 20 failed in the days after the buy.',
    ],
    ['nobody can buy, and only the creator sell', unbought, '--C', true, 100, 'None of 2 real holders can sell, and the creator can.'],
    ['nobody can buy or sell', unbought, '--c', null, null, 'No simulated buy succeeded, so no sell by a fresh buyer could be tested.'],
    ['nobody can buy, and someone sell', unbought, '-+C', null, null, 'No simulated buy succeeded, so no sell by a fresh buyer could be tested.'],
    ['nobody can buy, and nobody holds', unbought, 'C', null, null, 'No simulated buy succeeded, so no sell by a fresh buyer could be tested.'],
  ])('%s', (_name, test, replay, value, score, message) => {
    const { flags, ...rest } = exit(test, replay)
    expect([flags.honeypot.value, rest.score, rest.message]).toEqual([value, score, message])
    expect(flags.honeypot.how).toBe(message)
  })

  it('names the holders who cannot', () => {
    expect(exit(passing, '+-c-').flags.honeypot.evidence).toEqual(['h1', 'h3'])
  })

  it('is unknown in a pool that refuses every token with a tax', () => {
    const taxed = { ...unsold, transferTaxPct: 3 }
    expect(exit(taxed, '', { concentrated: true }).flags.honeypot.value).toBeNull()
    expect(exit(taxed).flags.honeypot.value).toBe(true)
    for (const transferTaxPct of [0, null]) expect(exit({ ...unsold, transferTaxPct }, '', { concentrated: true }).flags.honeypot.value).toBe(true)
  })
})

it('each flag of a trade is true, false or unknown as the trade was', () => {
  const values = (test: TradeTest | null, at: number | null = 7) =>
    Object.fromEntries(Object.entries(exit(test, '', { at }).flags).map(([id, { value }]) => [id, value]))
  const none = { honeypot: null, cannot_sell_all: null, trading_cooldown: null, anti_whale: null, transfers_paused: null }
  expect(values(passing)).toEqual({ ...Object.fromEntries(Object.keys(none).map((id) => [id, false])), cannot_buy: false })
  expect(values({ ...passing, cannotSellAll: true })).toMatchObject({ cannot_sell_all: true, trading_cooldown: false, anti_whale: false })
  expect(values({ ...passing, cooldown: true })).toMatchObject({ cannot_sell_all: false, trading_cooldown: true, anti_whale: false })
  expect(values({ ...passing, limited: true })).toMatchObject({ cannot_sell_all: false, trading_cooldown: false, anti_whale: true })
  expect(values({ ...unsold, transferOk: false })).toMatchObject({ transfers_paused: true })
  expect(values({ ...passing, transferOk: false })).toMatchObject({ transfers_paused: false })
  expect(values(unsold)).toMatchObject({ transfers_paused: false })
  expect(values(unbought)).toEqual({ ...none, cannot_buy: true })
  for (const untested of [values(null), values(passing, null)]) expect(untested).toEqual({ ...none, cannot_buy: null })
})

it('a token that says it is paused is so where no trade shows it', () => {
  const [unknown, open] = [unknownFlag('No pool.'), readFlag(false, 'A buyer can sell.', 7)]
  expect(pausedBeside(unknown, true, 7)).toMatchObject({ value: true, evidence: ['paused()'] })
  expect(pausedBeside(unknown, false, 7)).toBe(unknown)
  expect(pausedBeside(open, true, 7)).toBe(open)
})

it('each tax is that of its own simulation', () => {
  expect(taxesOf(exit(passing))).toEqual({
    buy: { pct: 1, how: 'Simulated buy: 1.00 % did not arrive.' },
    sell: { pct: 2.5, how: 'Simulated sell: 2.50 % did not arrive.' },
    transfer: { pct: 0, how: 'Simulated transfer: 0 % did not arrive.' },
  })
  const unknown = { pct: null, how: 'No pool.' }
  expect(taxesOf(exit(null, '', { why: 'No pool.' }))).toEqual({ buy: unknown, sell: unknown, transfer: unknown })
})
