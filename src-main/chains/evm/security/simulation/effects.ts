import { encodeFunctionData } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { FlagId } from '../../../security/facts.ts'
import { balanceIn, runMarket, sellOf, taxOf, transferOf, wordIn, type Cast, type Market } from '../liquidity/market.ts'
import type { Sandbox, SimulatedCall } from './sandbox.ts'
import { stateAbi, type Trial } from '../contract/setters.ts'
import { laterBy, MUCH_LATER, SECONDS_A_BLOCK } from './trade.ts'

/** Calls that give a buyer tokens before a setter is tested: a buy, or where it fails a transfer from a large holder. */
export interface Seed {
  readonly calls: readonly SimulatedCall[]
  readonly raw: bigint
}

export interface Baseline {
  readonly transferOk: boolean
  readonly sellOk: boolean
  readonly taxPct: number | null
}

export interface Effect {
  readonly trial: Trial
  readonly supplyRaised: boolean
  readonly balanceLowered: boolean
  readonly blocked: boolean
  readonly freed: boolean
  /** Highest tax afterwards, percent; null when not measured. */
  readonly taxPct: number | null
  readonly taxRaised: boolean
  readonly taxLowered: boolean
}

interface After extends Baseline {
  readonly supply: readonly [bigint | null, bigint | null]
  readonly balance: readonly [bigint | null, bigint | null]
}

const SUPPLY = encodeFunctionData({ abi: stateAbi, functionName: 'totalSupply' })
/** Smaller differences are rounding. */
const TAX_STEP = 0.5

/** Gives the buyer tokens, calls the setter if there is one, then transfers and sells as the buyer. */
async function observe(
  sandbox: Sandbox,
  args: { token: Address; market: Market | null; cast: Cast; seed: Seed },
  setter: SimulatedCall | null,
  signal: AbortSignal,
): Promise<After> {
  const { token, market, cast, seed } = args
  const { buyer, second } = cast
  const part = seed.raw / 4n
  const supply: SimulatedCall = { from: buyer, to: token, data: SUPPLY }
  const state = [supply, balanceIn(token, buyer)]
  const use = [transferOf(buyer, token, second, part), ...(market === null ? [] : [sellOf(buyer, market, token, part)])]
  const results = await runMarket(
    sandbox,
    [
      { blocks: 1, seconds: SECONDS_A_BLOCK, calls: seed.calls },
      { ...MUCH_LATER, calls: setter === null ? [...state, ...state] : [...state, setter, ...state] },
      { ...laterBy(1), calls: use.slice(0, 1) },
      // The sell soon after the transfer reveals a waiting time.
      ...(market === null ? [] : [{ ...laterBy(2), calls: use.slice(1) }]),
    ],
    [],
    signal,
  )
  const observed = results[1] ?? []
  const moved = results[2]?.[0]
  const sold = results[3]?.[0]
  const taxes = [
    moved?.ok ? taxOf(moved, token, buyer, second, part) : null,
    sold?.ok && market !== null ? taxOf(sold, token, buyer, market.pool, part) : null,
  ].filter((tax) => tax !== null)
  return {
    transferOk: moved?.ok ?? false,
    sellOk: sold?.ok ?? false,
    taxPct: taxes.length === 0 ? null : Math.max(...taxes),
    supply: [wordIn(observed[0]), wordIn(observed[observed.length - 2])],
    balance: [wordIn(observed[1]), wordIn(observed[observed.length - 1])],
  }
}

export interface EffectArgs {
  readonly token: Address
  readonly market: Market | null
  readonly cast: Cast
  readonly seed: Seed
}

export const baselineOf = (sandbox: Sandbox, args: EffectArgs, signal: AbortSignal): Promise<Baseline> => observe(sandbox, args, null, signal)

export async function effectOf(sandbox: Sandbox, args: EffectArgs, baseline: Baseline, trial: Trial, signal: AbortSignal): Promise<Effect> {
  const after = await observe(sandbox, args, { from: trial.caller, to: args.token, data: trial.data }, signal)
  const rose = ([before, now]: After['supply']): boolean => before !== null && now !== null && now > before
  const fell = ([before, now]: After['balance']): boolean => before !== null && now !== null && now < before
  const blocked = (baseline.transferOk && !after.transferOk) || (baseline.sellOk && !after.sellOk)
  const known = baseline.taxPct !== null && after.taxPct !== null
  return {
    trial,
    supplyRaised: rose(after.supply),
    balanceLowered: fell(after.balance),
    blocked,
    freed: (!baseline.transferOk && after.transferOk) || (!baseline.sellOk && after.sellOk),
    taxPct: after.taxPct,
    taxRaised: known && (after.taxPct ?? 0) > (baseline.taxPct ?? 0) + TAX_STEP,
    taxLowered: known && (after.taxPct ?? 0) < (baseline.taxPct ?? 0) - TAX_STEP,
  }
}

/** The flag that an effect proves; null when the call had no effect of its category. */
export function provenBy(effect: Effect): FlagId | null {
  const { trial, supplyRaised, balanceLowered, blocked, freed, taxRaised, taxLowered } = effect
  if (supplyRaised) return 'mintable'
  if (balanceLowered) return 'change_balance'
  switch (trial.flag) {
    case 'pausable':
    case 'blacklist':
    case 'anti_whale_modifiable':
    case 'cooldown_modifiable':
      return blocked ? trial.flag : null
    case 'whitelist':
      return blocked || freed || taxLowered ? trial.flag : null
    case 'tax_modifiable':
    case 'tax_per_wallet':
      return blocked || taxRaised || taxLowered ? trial.flag : null
    default:
      return null
  }
}
