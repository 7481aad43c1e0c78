import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiItem, type AbiFunction } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { FlagId } from '../../../security/facts.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { runMarket } from '../liquidity/market.ts'
import type { Sandbox, SimulatedCall } from '../simulation/sandbox.ts'
import { isGetter, type KnownFunction } from './selectors.ts'
import { MUCH_LATER, SECONDS_A_BLOCK } from '../simulation/trade.ts'

/** A call of an owner's function, with the arguments that would harm one buyer the most. */
export interface Trial {
  readonly name: string
  readonly category: string
  readonly flag: FlagId
  readonly caller: Address
  /** Any address may call it. */
  readonly open: boolean
  readonly data: `0x${string}`
}

/** The flag of each function category, raised when a call has an effect on a buyer. */
export const FLAG_OF: Readonly<Record<string, FlagId>> = {
  mint: 'mintable',
  change_balance: 'change_balance',
  pause: 'pausable',
  trading_switch: 'pausable',
  blacklist: 'blacklist',
  freeze_account: 'blacklist',
  whitelist: 'whitelist',
  anti_whale_write: 'anti_whale_modifiable',
  tax_write: 'tax_modifiable',
  tax_individual: 'tax_per_wallet',
  trading_cooldown: 'cooldown_modifiable',
  unknown: 'mintable',
}
/** Arguments by category, strongest first; when one reverts, the next is tried. */
const NUMBERS: Readonly<Record<string, readonly bigint[]>> = {
  tax_write: [9_900n, 2_500n, 1_000n, 99n, 49n, 25n, 15n, 10n, 8n, 6n, 5n, 4n],
  tax_individual: [9_900n, 99n, 49n, 25n, 10n],
  anti_whale_write: [1n, 0n],
  trading_cooldown: [86_400n, 300n, 60n],
}
const TRIAL_CONCURRENCY = 8

export interface TrialArgs {
  readonly functions: readonly KnownFunction[]
  /** Selectors that are not listed: tried with addresses and numbers. */
  readonly unnamed: readonly string[]
  readonly callers: readonly Address[]
  readonly outsider: Address
  readonly victim: Address
  readonly supply: bigint
  readonly part: bigint
  /** Calls that give the victim tokens. */
  readonly seed: readonly SimulatedCall[]
}

/** Finds by simulated calls who may call which function. Functions whose calls all revert are left out. */
export async function findTrials(sandbox: Sandbox, token: Address, args: TrialArgs, signal: AbortSignal): Promise<Trial[]> {
  const wanted = [
    ...args.functions
      .filter(({ category, signature }) => FLAG_OF[category] !== undefined && !isGetter(signature))
      .map(({ signature, category }) => ({ name: signature, category, variants: variantsOf(signature, category, args) })),
    ...args.unnamed.map((selector) => ({ name: selector, category: 'unknown', variants: unnamedVariants(selector, args) })),
  ]
  const callers = [args.outsider, ...args.callers]
  const found = await mapLimited(wanted, TRIAL_CONCURRENCY, async ({ name, category, variants }): Promise<Trial[]> => {
    const flag = FLAG_OF[category]
    if (flag === undefined) return []
    // Reverted calls change nothing, so one block tries them all. The first successful call of each choice counts.
    const tried = callers.flatMap((caller) => variants.flatMap((choices, choice) => choices.map((data) => ({ caller, choice, data }))))
    const calls = tried.map(({ caller, data }) => ({ from: caller, to: token, data }))
    const [, results] = await runMarket(
      sandbox,
      [
        { blocks: 1, seconds: SECONDS_A_BLOCK, calls: args.seed },
        { ...MUCH_LATER, calls },
      ],
      [],
      signal,
    )
    const passed = tried.filter((_, i) => results?.[i]?.ok)
    const caller = passed[0]?.caller
    return variants.flatMap((_, choice) => {
      const first = passed.find((one) => one.caller === caller && one.choice === choice)
      return first === undefined ? [] : [{ name, category, flag, caller: first.caller, open: first.caller === args.outsider, data: first.data }]
    })
  })
  return found.flat()
}

/** Lists of call data; the first successful call of each list is used. Booleans are tried both ways. */
function variantsOf(signature: string, category: string, args: TrialArgs): `0x${string}`[][] {
  if (!CALLABLE.test(signature)) return []
  const item = parseAbiItem(`function ${signature}`) as AbiFunction
  const numbers = NUMBERS[category] ?? [category === 'mint' ? args.supply : args.part]
  const encoded = (number: bigint, flag: boolean): `0x${string}` => {
    let addresses = 0
    const values = item.inputs.map(({ type }): unknown => {
      if (type === 'address') return addresses++ === 0 ? args.victim : (args.callers[0] ?? args.outsider)
      if (type === 'address[]') return [args.victim]
      if (type === 'uint256[]') return [number]
      if (type.endsWith('[]')) return []
      if (type === 'bool') return flag
      if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice('bytes'.length)))}`
      return type === 'string' ? '' : clamp(type, number)
    })
    return encodeFunctionData({ abi: [item], functionName: item.name, args: values })
  }
  const flags = item.inputs.some(({ type }) => type === 'bool') ? [true, false] : [true]
  const strongest = flags.map((flag) => numbers.map((number) => encoded(number, flag)))
  // Some contracts only allow a lower tax, which is a settable tax too.
  return category === 'tax_write' ? [...strongest, [encoded(1n, true)]] : strongest
}

/** Signatures for which arguments can be generated: no tuples, and only one-dimensional arrays. */
const CALLABLE = /^\w+\((?:(?:address|bool|string|bytes\d*|u?int\d*)(?:\[\])?(?:,|(?=\))))*\)$/

/** The number, limited to the maximum of its type; 100 for uint8, which mostly holds percentages. */
function clamp(type: string, number: bigint): bigint {
  if (type === 'uint8') return 100n
  const bits = BigInt(type.replace(/^u?int/, '') || 256) - (type.startsWith('u') ? 0n : 1n)
  const most = 2n ** bits - 1n
  return number < most ? number : most
}

function unnamedVariants(selector: string, { victim, supply, callers }: TrialArgs): `0x${string}`[][] {
  const address = { type: 'address' } as const
  const number = { type: 'uint256' } as const
  const to = victim as `0x${string}`
  const other = (callers[0] ?? victim) as `0x${string}`
  const call = (args: `0x${string}`): `0x${string}` => `${selector}${args.slice(2)}` as `0x${string}`
  return [
    [call(encodeAbiParameters([address, number, number], [to, supply, 0n]))],
    [call(encodeAbiParameters([number, address], [supply, to]))],
    [call(encodeAbiParameters([address, address, number], [to, other, 1n]))],
  ]
}

export const stateAbi = parseAbi([
  'function totalSupply() view returns (uint256)',
  'function owner() view returns (address)',
  'function renounceOwnership()',
])
