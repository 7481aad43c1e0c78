import type { Address } from '../../../../../src-shared/domain/address.ts'
import {
  approveRouter,
  balanceIn,
  buyCalls,
  CASTS,
  measured,
  readBuy,
  readMeasured,
  sellOf,
  transferOf,
  wordIn,
  type Cast,
  type Market,
} from '../liquidity/market.ts'
import type { Sandbox, SimulatedBlock } from './sandbox.ts'
import { taxOf } from './taxes.ts'

/** The actions that succeed for new buyers in the pool, by simulation. */
export interface TradeTest {
  readonly buys: { readonly tried: number; readonly passed: number }
  readonly sells: { readonly tried: number; readonly passed: number }
  /** Sells of small parts that failed at later times of the first days, and all that were tried then; null if later times were not simulated. */
  readonly later: { readonly tried: number; readonly failed: number } | null
  /** Only the sell in the block of its buy passed. */
  readonly onlyAtOnce: boolean
  /** Taxes are the highest of all sizes. */
  readonly buyTaxPct: number | null
  readonly sellTaxPct: number | null
  readonly transferTaxPct: number | null
  readonly transferOk: boolean | null
  /** A part of a balance can be sold, but not all of it; null when no sell of a part succeeded. */
  readonly cannotSellAll: boolean | null
  /** A sell right after the buy fails and succeeds later. */
  readonly cooldown: boolean | null
  /** A large buy fails while a small one succeeds. */
  readonly limited: boolean | null
}

/** https://ethereum.org/en/developers/docs/blocks/#block-time */
const SECONDS_PER_BLOCK = 12
/** The next block. */
export const NEXT = { blocks: 1, seconds: SECONDS_PER_BLOCK }
const SOON = { blocks: 4, seconds: 4 * SECONDS_PER_BLOCK }
/** Longer than the cooldowns of tokens, which are minutes. */
const LATER = { blocks: 54, seconds: 3_600 }
/** Other times of the day, and days after the buy. Each is a block of its own. */
const LATER_HOURS = [7, 13, 19, 24, 72] as const
/** Divides a balance so finely that neither a limit nor the price matters. */
const TINY_PART = 64n
/**
 * The time at which setters are tested, when cooldowns after the buy are over. Few blocks, because nodes answer with every block in
 * between, and geth simulates at most 256: https://github.com/ethereum/go-ethereum/blob/master/internal/ethapi/simulate.go.
 */
export const MUCH_LATER = { blocks: 20, seconds: 7_200 }
export const laterBy = (blocks: number): typeof MUCH_LATER => ({
  blocks: MUCH_LATER.blocks + blocks,
  seconds: MUCH_LATER.seconds + blocks * SECONDS_PER_BLOCK,
})
/** Thousandths of the pool's quote side. */
const SIZES = [1n, 20n] as const
export const LARGE = 250n

/** In a smaller pool rounding decides the result of a trade, because the smallest trade is a thousandth of the pool. */
export const MIN_MARKET = 1_000n
export const smallBuy = ({ quoteRaw }: Market): bigint => atLeastOne((quoteRaw * SIZES[0]) / 1_000n)
export const atLeastOne = (raw: bigint): bigint => (raw > 0n ? raw : 1n)

export async function testTrade(sandbox: Sandbox, market: Market, token: Address): Promise<TradeTest> {
  const cases = CASTS.flatMap((cast) => SIZES.map((size) => ({ cast, raw: atLeastOne((market.quoteRaw * size) / 1_000n) })))
  const [outcomes, large] = await Promise.all([
    Promise.all(cases.map(({ cast, raw }) => oneBuyer(sandbox, market, token, cast, raw))),
    largeBuy(sandbox, market, token),
  ])
  const bought = outcomes.filter(({ buyOk }) => buyOk)
  const sells = bought.flatMap(({ sells }) => sells)
  const parts = bought.filter(({ partOk }) => partOk)
  const later = bought.flatMap(({ laterOk }) => laterOk)
  return {
    buys: { tried: outcomes.length, passed: bought.length },
    sells: { tried: sells.length, passed: sells.filter((ok) => ok).length },
    later: { tried: later.length, failed: later.filter((ok) => !ok).length },
    onlyAtOnce: bought.some(({ atOnceOk }) => atOnceOk) && ![...bought.flatMap(({ sells: [, ...rest] }) => rest), ...later].includes(true),
    buyTaxPct: highest(bought.map(({ buyTaxPct }) => buyTaxPct)),
    sellTaxPct: highest(bought.map(({ sellTaxPct }) => sellTaxPct)),
    transferTaxPct: highest(bought.map(({ transferTaxPct }) => transferTaxPct)),
    transferOk: bought.length === 0 ? null : bought.some(({ transferOk }) => transferOk),
    cannotSellAll: parts.length === 0 ? null : parts.every(({ allOk }) => !allOk),
    cooldown: cooldownOf(bought),
    limited: bought.length === 0 ? null : !large,
  }
}

/** Waiting times are minutes, or hours if a part can be sold the next day only. Null if no sell succeeded. */
function cooldownOf(bought: readonly Outcome[]): boolean | null {
  if (!bought.some(({ sells, laterOk }) => sells.includes(true) || laterOk.includes(true))) return null
  return bought.some(({ atOnceOk, allOk, sells, laterOk }) => (!atOnceOk && allOk) || (!sells.includes(true) && laterOk.at(-1) === true))
}

/** A tax may depend on the amount. Null if none was measured. */
const highest = (taxes: readonly (number | null)[]): number | null =>
  taxes.reduce((most, tax) => (tax === null || (most !== null && most >= tax) ? most : tax), null)

interface Outcome {
  readonly buyOk: boolean
  readonly sells: readonly boolean[]
  readonly laterOk: readonly boolean[]
  readonly partOk: boolean
  readonly allOk: boolean
  readonly atOnceOk: boolean
  readonly transferOk: boolean
  readonly buyTaxPct: number | null
  readonly sellTaxPct: number | null
  readonly transferTaxPct: number | null
}

async function oneBuyer(sandbox: Sandbox, market: Market, token: Address, cast: Cast, raw: bigint): Promise<Outcome> {
  const { buyer, second } = cast
  const buy: SimulatedBlock = { ...NEXT, calls: [approveRouter(buyer, token), ...buyCalls(market, token, cast, raw)] }
  const [learned] = await sandbox.run([buy])
  const bought = readBuy(learned ?? [], market, token)
  const none = {
    laterOk: [],
    partOk: false,
    allOk: false,
    atOnceOk: false,
    transferOk: false,
    buyTaxPct: bought.taxPct,
    sellTaxPct: null,
    transferTaxPct: null,
  }
  if (!bought.ok) return { ...none, buyOk: false, sells: [] }
  const part = bought.raw / 4n
  const sell = (amount: bigint) => sellOf(buyer, market, token, amount)
  const at = (when: typeof NEXT, calls: SimulatedBlock['calls']): SimulatedBlock => ({ ...when, calls })
  const run = (blocks: readonly SimulatedBlock[]) => sandbox.run([buy, ...blocks])
  const days = LATER_HOURS.map((hours, i) => at({ blocks: LATER.blocks + 1 + i, seconds: hours * 3_600 }, [sell(atLeastOne(bought.raw / TINY_PART))]))
  const [atOnce, [, apart, ...later], move, soon, late] = await Promise.all([
    sandbox.run([{ ...buy, calls: [...buy.calls, sell(bought.raw)] }]),
    run([at(LATER, [sell(part)]), ...days]),
    run([at(LATER, measured(transferOf(buyer, token, second, part), token, second))]),
    run([at(SOON, [sell(bought.raw)])]),
    run([at(LATER, [sell(bought.raw)])]),
  ])
  const sale = apart?.[0]
  const { result: moved, gained } = readMeasured(move[1] ?? [])
  const whole = [soon[1]?.[0], late[1]?.[0]]
  const atOnceOk = atOnce[0]?.at(-1)?.ok ?? false
  const sold = [sale, ...whole].find((result) => result?.ok)
  const sells = [atOnceOk, ...[sale, ...whole].map((result) => result?.ok ?? false)]
  return {
    buyOk: true,
    sells,
    laterOk: later.map(([result]) => result?.ok ?? false),
    partOk: sale?.ok ?? false,
    allOk: whole.some((result) => result?.ok),
    atOnceOk,
    transferOk: moved?.ok ?? false,
    buyTaxPct: bought.taxPct,
    sellTaxPct:
      sold === undefined ? null : taxOf(sold, { token, from: buyer, to: market.pool, given: sold === sale ? part : bought.raw, gained: null }),
    transferTaxPct: moved?.ok ? taxOf(moved, { token, from: buyer, to: second, given: part, gained }) : null,
  }
}

async function largeBuy(sandbox: Sandbox, market: Market, token: Address): Promise<boolean> {
  const [results] = await sandbox.run([{ ...NEXT, calls: buyCalls(market, token, CASTS[0], (market.quoteRaw * LARGE) / 1_000n) }])
  return readBuy(results ?? [], market, token).ok
}

/** Simulated sells of a tenth of real holders' balances; holders without a readable balance are left out. */
export async function replayHolders(sandbox: Sandbox, market: Market, token: Address, holders: readonly Address[]) {
  const tried = await Promise.all(
    holders.map(async (holder) => {
      const [[balance] = []] = await sandbox.run([{ ...NEXT, calls: [balanceIn(token, holder)] }])
      const raw = wordIn(balance) ?? 0n
      if (raw < 10n) return []
      const calls = [approveRouter(holder, token), sellOf(holder, market, token, raw / 10n)]
      // Late enough that a cooldown after the holder's last trade is over.
      const results = await sandbox.run([{ ...LATER, calls }])
      return [{ holder, ok: results[0]?.[1]?.ok ?? false }]
    }),
  )
  return tried.flat()
}
