import { encodeFunctionData, parseAbi, type EncodeFunctionDataParameters, type Hex } from 'viem'
import router from '../../../../../resources/scan/evm-router/ScanRouter.json' with { type: 'json' }
import { UINT256_MAX } from '../../../../../src-shared/domain/amount.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { CodeAt, SimulatedCall, SimulatedResult } from '../simulation/sandbox.ts'
import { lost, paidOut } from '../simulation/taxes.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'

/** A pool with the facts that a simulated trade needs. */
export interface Market {
  /** The contract that holds the pool's tokens. */
  readonly pool: Address
  readonly quote: Address
  /** Raw units of the quote token that the pool holds. */
  readonly quoteRaw: bigint
  readonly concentrated: boolean
  /** The pool's key if `pool` is a manager of many pools; null if `pool` is the pool itself. */
  readonly key: PoolKey | null
}

/** Key of a manager's pool: https://github.com/Uniswap/v4-core/blob/main/src/types/PoolKey.sol. */
export interface PoolKey {
  readonly currency0: Address
  readonly currency1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly hooks: Address
}

/** The zero address: the native coin among a manager's currencies, and no hooks. */
export const COIN = ZERO_ADDRESS
const NO_KEY: PoolKey = { currency0: COIN, currency1: COIN, fee: 0, tickSpacing: 0, hooks: COIN }

export interface Cast {
  readonly buyer: Address
  readonly second: Address
}

/** Made-up addresses for simulations, without known private keys. */
export const CASTS: readonly [Cast, Cast] = [
  { buyer: trustedAddress('0x5ca1ab1e00000000000000000000000000a11ce1'), second: trustedAddress('0x5ca1ab1e00000000000000000000000000a11ce2') },
  { buyer: trustedAddress('0x5ca1ab1e00000000000000000000000000b0b001'), second: trustedAddress('0x5ca1ab1e00000000000000000000000000b0b002') },
]
export const OUTSIDER = trustedAddress('0x5ca1ab1e0000000000000000000000000057ace1')
export const ROUTER = trustedAddress('0x5ca1ab1e00000000000000000000000000207e21')
/** The router pays for trades in the native coin. */
const ROUTER_COINS = 10n ** 30n
export const ROUTER_CODE: CodeAt = [{ address: ROUTER, code: router.code, balance: ROUTER_COINS }]

/** Types of the market argument of the router (resources/scan/evm-router). */
export const ROUTER_TYPES = [
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Market { address pool; bool concentrated; Key key; }',
] as const
const abi = parseAbi([
  ...ROUTER_TYPES,
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function sync()',
  'function factory() view returns (address)',
  'function trade(Market market, address tokenIn, uint256 amount, address to)',
])

type Encoded = Omit<EncodeFunctionDataParameters<typeof abi>, 'abi'>
const callTo = (from: Address, to: Address, call: Encoded): SimulatedCall => ({ from, to, data: encodeFunctionData({ abi, ...call }) })

export const transferOf = (from: Address, token: Address, to: Address, raw: bigint): SimulatedCall =>
  callTo(from, token, { functionName: 'transfer', args: [to as Hex, raw] })
/** Transfers a holder's tokens, to the caller unless another receiver is given. */
export const transferFromOf = (caller: Address, token: Address, holder: Address, raw: bigint, to = caller): SimulatedCall =>
  callTo(caller, token, { functionName: 'transferFrom', args: [holder as Hex, to as Hex, raw] })
/** The factory that a pool or a router of Uniswap and its forks names. */
export const factoryOf = (contract: Address): SimulatedCall => callTo(OUTSIDER, contract, { functionName: 'factory' })
export const balanceIn = (token: Address, of: Address, from = of): SimulatedCall =>
  callTo(from, token, { functionName: 'balanceOf', args: [of as Hex] })
export const approve = (from: Address, token: Address, spender: Address): SimulatedCall =>
  callTo(from, token, { functionName: 'approve', args: [spender as Hex, UINT256_MAX] })
/** Lets the router spend a holder's tokens. */
export const approveRouter = (from: Address, token: Address): SimulatedCall => approve(from, token, ROUTER)
/** A call between two readings of a balance. */
export const measured = (call: SimulatedCall, token: Address, of: Address): SimulatedCall[] => [balanceIn(token, of), call, balanceIn(token, of)]
/** Reads the results of a `measured` call. `gained` is null if a balance could not be read. */
export function readMeasured([before, result, after]: readonly SimulatedResult[]): {
  readonly result: SimulatedResult | undefined
  readonly gained: bigint | null
} {
  const [had, has] = [wordIn(before), wordIn(after)]
  return { result, gained: had === null || has === null || has < had ? null : has - had }
}
/** The router's argument for a market. */
export function routed({ pool, concentrated, key }: Market) {
  const { currency0, currency1, hooks, ...rest } = key ?? NO_KEY
  return {
    pool: pool as Hex,
    concentrated,
    key: { ...rest, currency0: currency0 as Hex, currency1: currency1 as Hex, hooks: hooks as Hex },
  }
}
/** The router's argument for a token. */
export const currencyOf = (token: Address): Hex => (token === NATIVE ? COIN : token) as Hex

/** Sells a token into a market. */
export const sellOf = (from: Address, market: Market, tokenIn: Address, raw: bigint): SimulatedCall =>
  callTo(from, ROUTER, { functionName: 'trade', args: [routed(market), currencyOf(tokenIn), raw, from as Hex] })

/** Sells a token that the holder has to let the router spend first. */
export const saleOf = (from: Address, market: Market, tokenIn: Address, raw: bigint): readonly [approval: SimulatedCall, sale: SimulatedCall] => [
  approveRouter(from, tokenIn),
  sellOf(from, market, tokenIn, raw),
]

/** A v2 pair takes the tokens that left it into account after a sync. */
const syncOf = (from: Address, { pool, concentrated, key }: Market): SimulatedCall[] =>
  concentrated || key !== null ? [] : [callTo(from, pool, { functionName: 'sync' })]

/**
 * Calls of a buy. The pool transfers quote tokens to the buyer first, so that no balance has to be overridden; a v2 pair then syncs its
 * reserves. For the native coin the router pays.
 */
export function buyCalls(market: Market, token: Address, { buyer }: Cast, raw: bigint): SimulatedCall[] {
  const { pool, quote } = market
  const lent = quote === NATIVE ? [] : [transferOf(pool, quote, buyer, raw), ...syncOf(buyer, market), approveRouter(buyer, quote)]
  return [...lent, sellOf(buyer, market, quote, raw), balanceIn(token, buyer)]
}

/**
 * Calls that give both made-up holders quote tokens from the pool for later buys: the first a large and two small amounts, the second two small ones
 * and what a limit refuses. The router pays in the native coin.
 */
export function lendCalls(
  market: Market,
  { large, small, refused }: { readonly large: bigint; readonly small: bigint; readonly refused: bigint | null },
): SimulatedCall[] {
  const [first, second] = CASTS.map(({ buyer }) => buyer) as [Address, Address]
  const { pool, quote } = market
  if (quote === NATIVE) return []
  const transfers = [transferOf(pool, quote, first, large + 2n * small), transferOf(pool, quote, second, (refused ?? 0n) + 2n * small)]
  return [...transfers, ...syncOf(first, market), approveRouter(first, quote), approveRouter(second, quote)]
}

export interface Bought {
  readonly ok: boolean
  /** The buyer's balance after the buy, raw units. */
  readonly raw: bigint
  readonly taxPct: number | null
}

/** Reads the results of `buyCalls`, which come last in their block. */
export function readBuy(results: readonly SimulatedResult[], market: Market, token: Address): Bought {
  const trade = results[results.length - 2]
  const raw = wordIn(results[results.length - 1])
  if (trade === undefined || !trade.ok || raw === null || raw === 0n) return { ok: false, raw: 0n, taxPct: null }
  return { ok: true, raw, taxPct: lost(raw, paidOut(trade, token, market.pool)) }
}

export const wordIn = (result: SimulatedResult | undefined): bigint | null =>
  result !== undefined && result.ok && result.data.length >= 66 ? BigInt(result.data.slice(0, 66)) : null
