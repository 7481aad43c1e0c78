import { describe, expect, it } from 'vitest'
import { compareObservations, highestTax, resolveKinds, type EffectKind, type Effects } from './effects.ts'
import type { Held, Observed, Taxed, Uses } from './observe.ts'

/** What a change between two observations means (docs/scan.md#powers). */

const HELD: Held = { supply: 1_000n, victim: 100n, other: 100n, pool: 500n, quote: 50n, known: 700n }
const LARGE_HELD: Held = { ...HELD, victim: 10_000_000n, other: 10_000_000n }
const FREE: Taxed = { ok: true, taxPct: 0 }
const NO: Taxed = { ok: false, taxPct: null }
const taxed = (taxPct: number): Taxed => ({ ok: true, taxPct })
const uses = (change: Partial<Uses> = {}): Uses => ({ move: FREE, sell: FREE, buy: FREE, ...change })
const base: Observed = {
  ...{ passed: true, before: HELD, after: HELD, victim: uses(), other: uses(), again: true, largeBuy: true, refusedBuy: false },
  least: { move: true, sell: true, buy: true },
  later: { move: true, sell: true },
}
const NEVER = { least: { move: false, sell: false, buy: false }, later: { move: false, sell: false } }
const hints = { namesPool: false, namesOther: false, standard: false, byOther: false, numbered: false, namesWallet: false }
const after = (change: Partial<Held>): Partial<Observed> => ({ after: { ...HELD, ...change } })

function kindsOf(seen: Partial<Observed>, more: Partial<typeof hints> & { base?: Partial<Observed> } = {}): EffectKind[] {
  const { base: change, ...hint } = more
  return [...compareObservations({ ...base, ...change }, { ...base, ...seen }, { ...hints, ...hint }).kinds]
}

describe('balances and supply', () => {
  it.each<[string, Partial<Observed>, Parameters<typeof kindsOf>[1], EffectKind[]]>([
    ['nothing changes', {}, {}, []],
    ['supply rises', after({ supply: 1_001n }), {}, ['mint']],
    ['supply falls', after({ supply: 999n }), {}, []],
    ['supply rises in a call that failed', { passed: false, ...after({ supply: 1_001n }) }, {}, []],
    ['supply also rises without the call', after({ supply: 1_001n }), { base: after({ supply: 1_002n }) }, []],
    ['supply and all balances rise alike', after({ supply: 1_010n, victim: 101n, other: 101n, pool: 505n, known: 707n }), {}, []],
    ['one balance rises less than the supply', after({ supply: 1_010n, victim: 101n, other: 100n, pool: 505n, known: 706n }), {}, ['mint']],
    ['the pool gets less of the supply', after({ supply: 1_010n, victim: 101n, other: 101n, pool: 501n, known: 703n }), {}, ['mint']],
    ['balances come to exceed the supply', after({ known: 1_001n }), {}, ['mint']],
    ['balances come to equal the supply', after({ known: 1_000n }), {}, []],
    ['balances exceeded it before', { before: { ...HELD, known: 1_001n }, ...after({ known: 1_002n }) }, {}, []],
    ['the supply is unknown', after({ supply: null, known: 9_999n }), {}, []],
    ['the holder loses tokens', after({ victim: 99n }), {}, ['take']],
    ['the holder gets tokens', after({ victim: 101n }), {}, []],
    ['the second holder loses tokens', after({ other: 99n }), {}, ['take']],
    ['the second holder loses tokens by its own call', after({ other: 99n }), { byOther: true }, []],
    ['the holder loses tokens by a call of the second', after({ victim: 99n }), { byOther: true }, ['take']],
    ['all lose less than a millionth', { before: LARGE_HELD, after: { ...LARGE_HELD, victim: 9_999_999n, other: 9_999_999n } }, {}, []],
    ['one loses less than a millionth', { before: LARGE_HELD, after: { ...LARGE_HELD, victim: 9_999_999n } }, {}, ['take']],
    ['all lose a millionth', { before: LARGE_HELD, after: { ...LARGE_HELD, victim: 9_999_990n, other: 9_999_990n } }, {}, ['take']],
    ['the pool loses tokens', after({ pool: 499n }), {}, ['take']],
    ['the pool sells tokens', after({ pool: 499n, quote: 51n }), {}, []],
    ['the pool loses both', after({ pool: 499n, quote: 49n }), {}, ['take']],
    ['a standard function takes', after({ victim: 99n }), { standard: true }, ['take']],
  ])('%s', (_name, seen, hint, kinds) => expect(kindsOf(seen, hint)).toEqual(kinds))
})

describe('who can still trade', () => {
  const both = (change: Partial<Uses>): Partial<Observed> => ({ victim: uses(change), other: uses(change), ...NEVER })
  const one = (change: Partial<Uses>): Partial<Observed> => ({ victim: uses(change), ...NEVER })
  it.each<[string, Partial<Observed>, Parameters<typeof kindsOf>[1], EffectKind[]]>([
    ['nobody can transfer', both({ move: NO }), {}, ['stop']],
    ['nobody can sell', both({ sell: NO }), {}, ['stop']],
    ['one holder cannot transfer', one({ move: NO }), {}, ['ban']],
    ['one holder cannot sell', one({ sell: NO }), {}, ['ban']],
    ['one could not before either', one({ move: NO }), { base: { victim: uses({ move: NO }) } }, []],
    ['weeks later everyone can', { ...both({ move: NO, sell: NO }), later: { move: true, sell: true } }, {}, ['wait']],
    ['weeks later only transfers pass', { ...both({ move: NO, sell: NO }), later: { move: true, sell: false } }, {}, ['stop']],
    ['the least transfer passes', { ...both({ move: NO }), least: { move: true, sell: false, buy: false } }, {}, ['limit']],
    ['the least sell passes', { ...both({ sell: NO }), least: { move: false, sell: true, buy: false } }, {}, ['limit']],
    [
      'the least sell never passed',
      { ...both({ sell: NO }), least: { move: false, sell: true, buy: false } },
      { base: { least: { move: true, sell: false, buy: true } } },
      ['stop'],
    ],
    ['only the other cannot', { other: uses({ move: NO }) }, {}, ['exempt']],
    ['only the other, whom the call names, cannot', { other: uses({ sell: NO }) }, { namesOther: true }, ['ban']],
    ['a receiver cannot pass on', { again: false }, {}, ['wait']],
    ['a large buy fails', { largeBuy: false }, {}, ['limit']],
    ['a large buy of a named wallet fails', { largeBuy: false }, { namesWallet: true }, []],
    ['every buy fails', { largeBuy: false, other: uses({ buy: NO }), ...NEVER }, {}, ['stop']],
    ['only the least buy of one fails', { largeBuy: false, ...NEVER }, {}, []],
    ['the one who was given tokens cannot', { ...one({ move: NO }), ...after({ victim: 101n }) }, {}, []],
    ['the one who lost tokens cannot', { ...one({ move: NO }), ...after({ victim: 0n }) }, {}, ['take']],
    ['a standard function stops', both({ move: NO }), { standard: true }, []],
    [
      'one may again, and others still not',
      { victim: uses(), other: uses({ move: NO }) },
      { base: { victim: uses({ move: NO }), other: uses({ move: NO }) } },
      ['exempt'],
    ],
    ['all may again', {}, { base: { victim: uses({ sell: NO }), other: uses({ sell: NO }) } }, []],
  ])('%s', (_name, seen, hint, kinds) => expect(kindsOf(seen, hint)).toEqual(kinds))
})

describe('taxes', () => {
  const of = (victim: Partial<Uses>, other: Partial<Uses>): Partial<Observed> => ({ victim: uses(victim), other: uses(other) })
  it.each<[string, Partial<Observed>, Parameters<typeof kindsOf>[1], EffectKind[]]>([
    ['both rise', of({ sell: taxed(9) }, { sell: taxed(9) }), {}, ['tax']],
    ['both rise by rounding', of({ sell: taxed(0.5) }, { sell: taxed(0.5) }), {}, []],
    ['both rise just above rounding', of({ buy: taxed(0.6) }, { move: taxed(0.6) }), {}, ['tax']],
    ['one rises', of({ sell: taxed(9) }, {}), {}, ['personal_tax']],
    [
      'one rises to what traders pay',
      of({ move: taxed(5), sell: taxed(5) }, { sell: taxed(5) }),
      { base: of({ sell: taxed(5) }, { sell: taxed(5) }) },
      [],
    ],
    ['the other rises', of({}, { sell: taxed(9) }), {}, []],
    ['both fall', of({}, {}), { base: of({ sell: taxed(9) }, { sell: taxed(9) }) }, ['tax']],
    ['both fall, for the pool', of({}, {}), { base: of({ sell: taxed(9) }, { sell: taxed(9) }), namesPool: true }, []],
    ['one falls to nothing', of({}, { sell: taxed(9) }), { base: of({ sell: taxed(9) }, { sell: taxed(9) }) }, ['exempt']],
    ['one falls to less', of({ sell: taxed(4) }, { sell: taxed(9) }), { base: of({ sell: taxed(9) }, { sell: taxed(9) }) }, []],
    ['one falls, for the pool', of({}, { sell: taxed(9) }), { base: of({ sell: taxed(9) }, { sell: taxed(9) }), namesPool: true }, []],
    ['a buyer’s falls', of({}, {}), { base: of({ buy: taxed(9) }, { buy: taxed(9) }) }, []],
    ['the pool refuses the tax of one', { ...of({ sell: { ok: false, taxPct: 9 } }, {}), ...NEVER }, {}, ['personal_tax']],
    ['the pool refuses the tax of all', { ...of({ sell: { ok: false, taxPct: 9 } }, { sell: { ok: false, taxPct: 9 } }), ...NEVER }, {}, ['tax']],
  ])('%s', (_name, seen, hint, kinds) => expect(kindsOf(seen, hint)).toEqual(kinds))

  it('the highest of the victim is reported, that of before too if all change', () => {
    const pct = (seen: Partial<Observed>, change: Partial<Observed> = {}) =>
      compareObservations({ ...base, ...change }, { ...base, ...seen }, hints).taxPct
    expect(pct(of({ move: taxed(3), sell: taxed(9) }, { sell: taxed(99) }))).toBe(9)
    expect(pct(of({ sell: taxed(4) }, { sell: taxed(4) }), of({ sell: taxed(9) }, { sell: taxed(9) }))).toBe(9)
    expect(pct(of({ move: NO, sell: NO, buy: NO }, {}))).toBeNull()
  })
})

describe('the effects of all values of a function', () => {
  const effect = (taxPct: number | null, ...kinds: EffectKind[]): Effects => ({ kinds: new Set(kinds), taxPct, namesPool: false, lifts: false })
  const forPool = (...kinds: EffectKind[]): Effects => ({ kinds: new Set(kinds), taxPct: null, namesPool: true, lifts: false })
  const resolved = (...all: Effects[]): EffectKind[] => [...resolveKinds(all)]

  it('are reduced to their cause: extreme taxes, limits and times stop everything', () => {
    expect(resolved(effect(9, 'tax', 'exempt'), effect(null, 'stop', 'ban', 'limit', 'wait', 'personal_tax', 'mint'))).toEqual(['tax', 'mint'])
    expect(resolved(effect(9, 'personal_tax'), effect(null, 'ban', 'limit', 'wait', 'exempt', 'stop'))).toEqual(['personal_tax', 'stop'])
    expect(resolved(effect(null, 'limit'), effect(null, 'stop', 'ban', 'exempt'))).toEqual(['limit', 'exempt'])
    expect(resolved(effect(null, 'wait'), effect(null, 'stop', 'take'))).toEqual(['wait', 'take'])
    expect(resolved(effect(null, 'stop'), effect(null, 'ban'))).toEqual(['stop', 'ban'])
  })

  it('are a limit that is in force if a number lifts it and another stops everyone', () => {
    const lifts = (seen: Partial<Observed>, hint: Partial<typeof hints> = { numbered: true }, change: Partial<Observed> = {}): Effects =>
      compareObservations({ ...base, ...change }, { ...base, ...seen }, { ...hints, ...hint })
    expect(resolved(lifts({ refusedBuy: true }), effect(null, 'stop', 'ban'))).toEqual(['limit'])
    expect(resolved(lifts({ refusedBuy: true }))).toEqual([])
    expect(resolved(lifts({}), effect(null, 'stop'))).toEqual(['stop'])
    expect(resolved(lifts({ refusedBuy: true }, {}), effect(null, 'stop'))).toEqual(['stop'])
    expect(resolved(lifts({ refusedBuy: true }, { numbered: true }, { refusedBuy: true }), effect(null, 'stop'))).toEqual(['stop'])
  })

  it('do not count for a pool what the function does to one wallet', () => {
    expect(resolved(effect(null, 'ban'), forPool('stop'))).toEqual(['ban'])
    expect(resolved(effect(null, 'exempt'), forPool('tax'))).toEqual(['exempt'])
    expect(resolved(effect(null, 'personal_tax'), forPool('stop'))).toEqual(['personal_tax'])
    expect(resolved(effect(null), forPool('stop'))).toEqual(['stop'])
    expect(resolved(effect(null, 'ban'), forPool('stop', 'limit'))).toEqual(['ban', 'limit'])
    expect(resolved(effect(9, 'personal_tax'), forPool('limit'))).toEqual(['personal_tax'])
  })

  it('have the highest tax, 100 if a value stopped the holder', () => {
    expect(highestTax([effect(3), effect(null), effect(9)])).toBe(9)
    expect(highestTax([effect(3), effect(null, 'stop')])).toBe(100)
    expect(highestTax([effect(3), effect(null, 'ban')])).toBe(100)
    expect(highestTax([effect(null)])).toBeNull()
  })
})
