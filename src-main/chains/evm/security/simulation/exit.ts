import type { Address } from '../../../../../src-shared/domain/address.ts'
import { shortPercent } from '../../../../../src-shared/domain/shown.ts'
import { readFlag, unknownFlag, type Flag, type SecurityFacts, type TaxReading } from '../../../security/facts.ts'
import type { TradeTest } from './trade.ts'

/** Flags that follow from a simulated trade. */
type ExitFlags = Readonly<Record<'honeypot' | 'cannot_buy' | 'cannot_sell_all' | 'transfers_paused' | 'trading_cooldown' | 'anti_whale', Flag>>

/** Whether holders can sell, according to the simulations. */
export interface Exit {
  readonly test: TradeTest | null
  readonly flags: ExitFlags
  readonly score: number | null
  readonly message: string
  readonly simulatedWith: string | null
}

export interface ExitArgs {
  readonly test: TradeTest | null
  /** The means of the simulation or, without a test, the reason why there is none. */
  readonly why: string
  readonly replay: readonly { readonly holder: Address; readonly ok: boolean }[]
  readonly creator: Address | null
  readonly concentrated: boolean
  /** A router that may take tokens for a sale although every simulated sell failed (named-router.ts). */
  readonly router?: Address | null
  /** Values on which transfers depend and that a simulation does not have, such as the gas price; empty if there are none. */
  readonly unreal?: readonly string[]
  readonly at: number | null
}

export function exitOf(args: ExitArgs): Exit {
  const { why, at } = args
  const test = args.test === null || (args.unreal ?? []).length === 0 ? args.test : { ...args.test, ...NO_TAXES }
  if (test === null || at === null) {
    const none = unknownFlag(why)
    const flags = { honeypot: none, cannot_buy: none, cannot_sell_all: none, transfers_paused: none, trading_cooldown: none, anti_whale: none }
    return { test: null, flags, score: null, message: why, simulatedWith: null }
  }
  const flagOf = (value: boolean | null, yes: string, no: string, unknown: string): Flag =>
    value === null ? unknownFlag(unknown) : readFlag(value, value ? yes : no, at)
  const { value: honeypot, sentence, evidence } = honeypotOf(args, test)
  const cannotBuy = test.buys.passed === 0
  const flags: ExitFlags = {
    honeypot: honeypot === null ? unknownFlag(sentence) : readFlag(honeypot, sentence, at, { evidence }),
    cannot_buy: readFlag(cannotBuy, `${test.buys.passed} of ${test.buys.tried} simulated buys passed.`, at),
    cannot_sell_all: flagOf(
      test.cannotSellAll,
      'Part of a balance can be sold, but not all of it.',
      'A whole balance can be sold.',
      'No simulated sell succeeded, so it is unknown how much could be sold.',
    ),
    trading_cooldown: flagOf(
      test.cooldown,
      'A sell fails right after the buy and succeeds later.',
      'A sell right after the buy succeeds.',
      'Not determined, because no simulated sell succeeded.',
    ),
    anti_whale: flagOf(
      test.limited,
      'A large buy fails while a small one succeeds.',
      'A buy of a quarter of the pool succeeds.',
      'Not determined, because no simulated buy succeeded.',
    ),
    transfers_paused: pausedOf(test, at),
  }
  return { test, flags, score: scoreOf(args, honeypot), message: sentence, simulatedWith: why }
}

const NO_TAXES = { buyTaxPct: null, sellTaxPct: null, transferTaxPct: null }

/** The creator may be exempt from what holds for others. */
const realHolders = ({ replay, creator }: ExitArgs): ExitArgs['replay'] => replay.filter(({ holder }) => holder !== creator)

function honeypotOf(args: ExitArgs, test: TradeTest): { value: boolean | null; sentence: string; evidence: string[] } {
  const { replay, creator, concentrated, router = null, unreal = [] } = args
  const people = realHolders(args)
  const failed = people.filter(({ ok }) => !ok).map(({ holder }) => holder)
  const makerSells = replay.find(({ holder }) => holder === creator)?.ok ?? null
  if (test.buys.passed === 0) {
    if (people.length > 0 && failed.length === people.length && makerSells === true)
      return { value: true, sentence: `None of ${people.length} real holders can sell, and the creator can.`, evidence: failed }
    return { value: null, sentence: 'No simulated buy succeeded, so no sell by a fresh buyer could be tested.', evidence: [] }
  }
  if (test.sells.passed === 0) {
    // A concentrated pool, except for Algebra's, rejects every token with a transfer tax, so a failed sell does not show a honeypot.
    if (concentrated && (test.transferTaxPct ?? 0) > 0)
      return { value: null, sentence: 'The token takes a tax, which this kind of pool refuses; the sell could not be tested.', evidence: [] }
    if (router !== null)
      return {
        value: null,
        sentence: `All ${test.sells.tried} simulated sells failed, but ${router} may take tokens for a sale; the token may refuse only other contracts.`,
        evidence: [],
      }
    if ((test.later?.failed ?? 0) < (test.later?.tried ?? 0))
      return {
        value: null,
        sentence: `All ${test.sells.tried} simulated sells within an hour of a buy failed, and sells of small parts passed in the days after it.`,
        evidence: [],
      }
    return { value: true, sentence: `All ${test.sells.tried} simulated sells failed while ${test.buys.passed} buys passed.`, evidence: failed }
  }
  if (test.onlyAtOnce)
    return { value: true, sentence: 'Simulated sells passed in the block of the buy only, and all later ones failed.', evidence: failed }
  if (people.length > 1 && failed.length === people.length)
    return { value: true, sentence: `Fresh buyers can sell, but none of ${people.length} real holders can.`, evidence: failed }
  if (test.later !== null && test.later.failed > 0)
    return {
      value: null,
      sentence: `${test.sells.passed} of ${test.sells.tried} simulated sells passed, but ${test.later.failed} of ${test.later.tried} failed in the days after the buy.`,
      evidence: failed,
    }
  if (unreal.length > 0)
    return {
      value: null,
      sentence: `Simulated sells passed, but transfers depend on ${unreal.join(' and ')}, which a simulation does not have.`,
      evidence: failed,
    }
  const some = failed.length > 0 ? ` ${failed.length} of ${people.length} real holders could not.` : ''
  return { value: false, sentence: `${test.sells.passed} of ${test.sells.tried} simulated sells passed.${some}`, evidence: failed }
}

/** 0: all sells succeed, 100: none does; in between a score from the share of real holders whose sells fail. */
function scoreOf(args: ExitArgs, honeypot: boolean | null): number | null {
  if (honeypot === null) return null
  if (honeypot) return 100
  const people = realHolders(args)
  const failing = people.filter(({ ok }) => !ok).length
  return failing === 0 ? 0 : 30 + Math.round((60 * failing) / people.length)
}

function pausedOf(test: TradeTest, at: number): Flag {
  if (test.transferOk === null) return unknownFlag('Not determined, because no simulated buy succeeded.')
  const stopped = !test.transferOk && test.sells.passed === 0
  return readFlag(stopped, stopped ? 'A buyer can neither transfer nor sell.' : 'A buyer can transfer or sell.', at)
}

/** Uses paused() if no trade decided the flag. Only `true` counts, because transfers can be stopped by other means. */
export function pausedBeside(seen: Flag, says: unknown, at: number): Flag {
  return seen.value !== null || says !== true ? seen : readFlag(true, 'paused() answers true.', at, { evidence: ['paused()'] })
}

export function taxesOf({ test, message }: Exit): Omit<SecurityFacts['taxes'], 'settablePct'> {
  const tax = (pct: number | null, what: string): TaxReading => ({
    pct,
    how: pct === null ? message : `${what}: ${shortPercent(pct)} did not arrive.`,
  })
  return {
    buy: tax(test?.buyTaxPct ?? null, 'Simulated buy'),
    sell: tax(test?.sellTaxPct ?? null, 'Simulated sell'),
    transfer: tax(test?.transferTaxPct ?? null, 'Simulated transfer'),
  }
}
