import { STANDARD } from '../../../encoding/selectors.ts'
import type { Attempt } from '../trials/attempts.ts'
import type { Held, Observed, Taxed } from './observe.ts'
import { fell } from './probe.ts'

/** The effects of calls on holders. `limit` depends on the amount, `wait` on the time since the last trade. */
export type EffectKind = 'mint' | 'take' | 'stop' | 'ban' | 'exempt' | 'limit' | 'wait' | 'tax' | 'personal_tax'

export interface Effects {
  readonly kinds: ReadonlySet<EffectKind>
  /** Highest tax of the victim afterwards, percent; null when not measured. */
  readonly taxPct: number | null
  /** A call takes the pool as an argument. An effect on one wallet, applied to the pool, affects every trader. */
  readonly namesPool: boolean
  /** A number lifts a limit for holders that no argument names. It may remove the limit for good, so this alone is no power. */
  readonly lifts: boolean
}

interface EffectHints {
  /** A call names a pool, so a lower tax of one wallet proves nothing. */
  readonly namesPool: boolean
  /** A call names the second holder, so if only that holder is stopped, it is a ban and not an exception. */
  readonly namesOther: boolean
  /** Every ERC-20 has the function, so only balances and supply count. */
  readonly standard: boolean
  /** The second holder is the caller, so only losses of others count. */
  readonly byOther: boolean
  /** The calls take a number and no address: the number may be a limit. */
  readonly numbered: boolean
  /** An address is among the arguments, so that the victim's large buy fails may be a rule for this wallet or for what it now holds. */
  readonly namesWallet: boolean
}

export const hintsOf = ({ fn, variant }: Pick<Attempt, 'fn' | 'variant'>, byOther: boolean): EffectHints => {
  const { namesPool, namesOther, namesWallet, number } = variant
  return { namesPool, namesOther, standard: STANDARD.has(fn.selector), byOther, namesWallet, numbered: number !== null && !namesWallet }
}

/** Smaller differences are rounding. */
const TAX_STEP = 0.5
const USES = ['move', 'sell', 'buy'] as const

/** Compares what two holders can do with what they can do without the calls. */
export function compareObservations(base: Observed, seen: Observed, hints: EffectHints): Effects {
  const { namesPool, standard, byOther, numbered } = hints
  const kinds = new Set<EffectKind>()
  const nothing = { kinds, taxPct: null, namesPool, lifts: false }
  if (!seen.passed) return nothing
  for (const kind of ['mint', 'take'] as const) if (changes(kind, seen, byOther) && !changes(kind, base, byOther)) kinds.add(kind)
  if (standard || byOther) return nothing
  const received = fell(seen.after.victim, seen.before.victim) || fell(seen.after.other, seen.before.other)
  if (!kinds.has('take')) {
    const how = stopped(base, seen, hints)
    // A holder that just received tokens may have to wait or may hold too much. That says nothing about the giver.
    if (how !== null && !received) kinds.add(how)
  }
  const { raised, othersRaised, lowered, othersLowered, above } = taxChange(base, seen)
  if ((raised && othersRaised) || (lowered && othersLowered && !namesPool)) kinds.add('tax')
  else if (raised && above) kinds.add('personal_tax')
  if (refused(base, seen)) for (const kind of ['stop', 'ban', 'limit', 'wait'] as const) kinds.delete(kind)
  else if (lowered && !othersLowered && !namesPool && isFree(seen)) kinds.add('exempt')
  if (freed(base, seen)) kinds.add('exempt')
  // A tax that can only be lowered can stay as it is.
  const measured = kinds.has('tax') ? [seen, base] : [seen]
  const taxes = measured.flatMap(({ victim }) => USES.map((use) => victim[use].taxPct)).filter((pct) => pct !== null)
  const lifts = numbered && !base.refusedBuy && seen.refusedBuy
  return { kinds, taxPct: taxes.length === 0 ? null : Math.max(...taxes), namesPool, lifts }
}

/** Reduces the effects of all values of one function to the cause: extreme values of a tax or a limit also stop transfers. */
export function resolveKinds(all: readonly Effects[]): Set<EffectKind> {
  const personal = all.some(({ kinds }) => kinds.has('ban') || kinds.has('personal_tax') || kinds.has('exempt'))
  const [forPool, counted] = personal ? [all.filter(({ namesPool }) => namesPool), all.filter(({ namesPool }) => !namesPool)] : [[], all]
  const kinds = new Set(counted.flatMap((effects) => [...effects.kinds]))
  const drop = (...dropped: readonly EffectKind[]): void => {
    for (const kind of dropped) kinds.delete(kind)
  }
  // A limit that is in force shows only in values that lift it and in values that stop everyone.
  if (all.some(({ lifts }) => lifts) && kinds.has('stop')) kinds.add('limit')
  // The largest values of a tax, a limit or a waiting time stop everything.
  if (kinds.has('tax')) drop('stop', 'ban', 'limit', 'wait', 'personal_tax', 'exempt')
  if (kinds.has('personal_tax')) drop('ban', 'limit', 'wait', 'exempt')
  if (kinds.has('limit') || kinds.has('wait')) drop('stop', 'ban')
  // What one wallet may be forbidden stops everyone if it is the pool. It is no limit for everyone, so other arguments set one.
  if (!kinds.has('tax') && !kinds.has('personal_tax'))
    for (const kind of ['limit', 'wait'] as const) if (forPool.some((effects) => effects.kinds.has(kind))) kinds.add(kind)
  return kinds
}

/** Highest tax in percent that was reached; 100 if a value of the tax stopped the holder. Null if none was measured. */
export function highestTax(all: readonly Effects[]): number | null {
  if (all.some(({ kinds }) => kinds.has('stop') || kinds.has('ban'))) return 100
  const taxes = all.map(({ taxPct }) => taxPct).filter((pct) => pct !== null)
  return taxes.length === 0 ? null : Math.max(...taxes)
}

/** Whether supply rose, or a holder or the pool lost tokens, between the two reads. Some tokens do so without a call. */
function changes(kind: 'mint' | 'take', { before, after }: Observed, byOther: boolean): boolean {
  if (kind === 'mint')
    return (fell(after.supply, before.supply) && !isRebase(before, after) && !isTooLittle(before, after)) || aboveSupply(before, after)
  const poolEmptied = fell(before.pool, after.pool) && !fell(after.quote, before.quote)
  return !isRounding(before, after) && (fell(before.victim, after.victim) || (!byOther && fell(before.other, after.other)) || poolEmptied)
}

/** Both holders lost less than a millionth: a change of the rate of a reflecting token rounds all balances. */
function isRounding(before: Held, after: Held): boolean {
  const isTiny = (was: bigint | null, is: bigint | null): boolean => was !== null && is !== null && is < was && (was - is) * ROUNDING < was
  return isTiny(before.victim, after.victim) && isTiny(before.other, after.other)
}

/** Every balance grew as the supply did, so nobody's share of it fell. */
function isRebase(before: Held, after: Held): boolean {
  const [was, is] = [before.supply ?? 0n, after.supply ?? 0n]
  const keeps = (from: bigint | null, to: bigint | null): boolean =>
    from === null || to === null || from === 0n || (to > from && to * was * (ROUNDING + 1n) >= from * is * ROUNDING)
  return before.victim !== null && before.victim > 0n && (['victim', 'other', 'pool'] as const).every((who) => keeps(before[who], after[who]))
}
const ROUNDING = 1_000_000n

/** Supply rose by so little that balances may not show a rebase, and neither holder got it. A mint of more shows itself. */
function isTooLittle(before: Held, after: Held): boolean {
  const raised = (after.supply ?? 0n) - (before.supply ?? 0n)
  const got = (['victim', 'other'] as const).some((who) => (after[who] ?? 0n) - (before[who] ?? 0n) === raised)
  return raised * ROUNDING < (before.supply ?? 0n) && !got
}

const aboveSupply = (before: Held, after: Held): boolean =>
  before.supply !== null && after.supply !== null && before.known <= before.supply && after.known > after.supply

function stopped(base: Observed, seen: Observed, { namesOther, namesWallet }: EffectHints): EffectKind | null {
  const lost = (was: Taxed, is: Taxed): boolean => was.ok && !is.ok
  const move = lost(base.victim.move, seen.victim.move)
  const sell = lost(base.victim.sell, seen.victim.sell)
  const others = lost(base.other.move, seen.other.move) || lost(base.other.sell, seen.other.sell)
  if (move || sell) {
    if ((!move || seen.later.move) && (!sell || seen.later.sell)) return 'wait'
    if ((move && seen.least.move) || (sell && seen.least.sell && base.least.sell)) return 'limit'
    return others ? 'stop' : 'ban'
  }
  // Others are stopped and the victim is not: only the named wallet may trade.
  if (others) return namesOther ? 'ban' : 'exempt'
  if (base.again && !seen.again) return 'wait'
  if (base.largeBuy && !seen.largeBuy) {
    if (seen.least.buy) return namesWallet ? null : 'limit'
    if (lost(base.other.buy, seen.other.buy)) return 'stop'
  }
  return null
}

/** The victim could not trade before and now can, and others still cannot. */
function freed(base: Observed, seen: Observed): boolean {
  const gained = (was: Taxed, is: Taxed): boolean => !was.ok && is.ok
  return USES.slice(0, 2).some((use) => gained(base.victim[use], seen.victim[use]) && !seen.other[use].ok)
}

/** The victim can transfer as before but not sell, because the pool refuses taxed tokens. */
function refused({ victim: was }: Observed, { victim: is }: Observed): boolean {
  return (is.move.ok || !was.move.ok) && !is.sell.ok && (is.sell.taxPct ?? 0) > (was.sell.taxPct ?? 0) + TAX_STEP
}

function taxChange(base: Observed, seen: Observed) {
  const change = (who: 'victim' | 'other', sign: number, uses: readonly (typeof USES)[number][]): boolean =>
    uses.some((use) => {
      const [was, is] = [base[who][use].taxPct, seen[who][use].taxPct]
      return was !== null && is !== null && sign * (is - was) > TAX_STEP
    })
  const highest = (observed: Observed): number => Math.max(0, ...USES.map((use) => observed.victim[use].taxPct ?? 0))
  return {
    raised: change('victim', 1, USES),
    othersRaised: change('other', 1, USES),
    // A buyer that receives its own tax looks untaxed, so buys do not show a lower one.
    lowered: change('victim', -1, ['move', 'sell']),
    othersLowered: change('other', -1, ['move', 'sell']),
    // A wallet that is treated as a pool pays what traders pay. That is not a personal tax.
    above: highest(seen) > highest(base) + TAX_STEP,
  }
}

const isFree = ({ victim }: Observed): boolean => victim.sell.ok && (victim.sell.taxPct ?? 0) < TAX_STEP && (victim.move.taxPct ?? 0) < TAX_STEP
