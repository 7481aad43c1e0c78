import { encodeFunctionData } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { balanceIn, boughtTax, runMarket, sellOf, taxOf, transferOf, wordIn } from '../liquidity/market.ts'
import type { SimulatedBlock, SimulatedCall, SimulatedResult } from '../simulation/sandbox.ts'
import { laterBy, SECONDS_A_BLOCK } from '../simulation/trade.ts'
import { OTHER, VICTIM } from './seed.ts'
import { LAST_RECEIVER, ROGUE_CODE, type Stage } from './stage.ts'
import type { Program } from './trial-runner.ts'

/** Whether a use of the token succeeded, and its tax in percent where that can be measured. */
export interface Taxed {
  readonly ok: boolean
  readonly taxPct: number | null
}

/** What ordinary accounts could do with the token after some calls, and what they held before and after these. */
export interface Observed {
  /** Every call succeeded. */
  readonly passed: boolean
  readonly before: Held
  readonly after: Held
  readonly victim: Uses
  readonly other: Uses
  /** The victim's transfer of one raw unit, and its sell and buy of a thousandth, which limits on amounts let pass. */
  readonly least: { readonly move: boolean; readonly sell: boolean; readonly buy: boolean }
  /** A transfer by the receiver of a transfer, one block later. */
  readonly again: boolean
  /** The victim's buy of a quarter of the pool. */
  readonly largeBuy: boolean
  /** The victim's transfer and sell weeks later, when waiting times are over. */
  readonly later: { readonly move: boolean; readonly sell: boolean }
}

export interface Held {
  readonly supply: bigint | null
  readonly victim: bigint | null
  readonly other: bigint | null
  readonly pool: bigint | null
  readonly quote: bigint | null
  /** Sum of the balances of all known addresses. */
  readonly known: bigint
}

export interface Uses {
  readonly move: Taxed
  readonly sell: Taxed
  readonly buy: Taxed
}

/** Longer than the delays of timelocks, which are days. */
const MONTH = 30 * 86_400
const WEEKS = 40 * 86_400

/**
 * Makes the calls as plain transactions, then uses the token as two holders.
 *
 * @param rounds calls of one block each; a month passes between them
 */
export async function observe(stage: Stage, rounds: readonly Program[], signal: AbortSignal): Promise<Observed> {
  const { sandbox, token, market, seed, callers } = stage
  const part = seed.raw / 8n
  const otherPart = seed.otherRaw / 8n
  const held: SimulatedCall[] = [
    { from: VICTIM.buyer, to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'totalSupply' }) },
    ...[VICTIM.buyer, OTHER.buyer, token, ...callers].map((of) => balanceIn(token, of)),
    ...(market === null ? [] : [balanceIn(token, market.pool)]),
    ...(market === null || market.quote === NATIVE ? [] : [balanceIn(market.quote, market.pool)]),
  ]
  const sells = market === null ? [] : [sellOf(VICTIM.buyer, market, token, part), sellOf(OTHER.buyer, market, token, otherPart)]
  const least = [
    transferOf(VICTIM.buyer, token, VICTIM.second, 1n),
    ...(market === null ? [] : [sellOf(VICTIM.buyer, market, token, atLeastOne(part / 1_000n))]),
  ]
  const { spend } = seed
  const buys =
    market === null || spend === null
      ? []
      : [
          sellOf(VICTIM.buyer, market, market.quote, atLeastOne(spend.small / 1_000n)),
          sellOf(VICTIM.buyer, market, market.quote, spend.small),
          sellOf(OTHER.buyer, market, market.quote, spend.small),
          sellOf(VICTIM.buyer, market, market.quote, spend.large),
        ]
  const waited = Math.max(0, rounds.length - 1) * MONTH
  const at = (blocks: number, calls: Program, seconds = waited): SimulatedBlock => {
    const then = laterBy(blocks)
    return { blocks: then.blocks, seconds: then.seconds + seconds, calls }
  }
  const blocks: SimulatedBlock[] = [
    { blocks: 1, seconds: SECONDS_A_BLOCK, calls: seed.calls },
    { ...at(0, held, 0), overrides: ROGUE_CODE },
    ...rounds.map((calls, i) => at(1 + i, calls, i * MONTH)),
    at(5, held),
    at(6, [transferOf(VICTIM.buyer, token, VICTIM.second, part), transferOf(OTHER.buyer, token, OTHER.second, otherPart)]),
    at(7, [...sells, ...least, transferOf(VICTIM.second, token, LAST_RECEIVER, part / 4n)]),
    at(8, buys),
    at(10, [transferOf(VICTIM.buyer, token, VICTIM.second, part), ...sells.slice(0, 1)], waited + WEEKS),
  ]
  const results = await runMarket(sandbox, blocks, [], signal)
  const before = results[1] ?? []
  const made = results.slice(2, 2 + rounds.length).flat()
  const [after = [], moves = [], used = [], bought = [], last = []] = results.slice(2 + rounds.length)
  const [sold, otherSold] = market === null ? [] : used
  const small = used.slice(sells.length)
  const taxed = (result: SimulatedResult | undefined, from: Address, to: Address | undefined, raw: bigint): Taxed => ({
    ok: result?.ok ?? false,
    taxPct: result?.ok && to !== undefined ? taxOf(result, token, from, to, raw) : null,
  })
  const boughtBy = (result: SimulatedResult | undefined, buyer: Address): Taxed => ({
    ok: result?.ok ?? false,
    taxPct: result?.ok && market !== null ? boughtTax(result, token, market.pool, buyer) : null,
  })
  const hasMarket = market !== null
  const heldIn = (read: readonly SimulatedResult[]): Held => readHeld(read, { hasMarket, callers: callers.length })
  return {
    passed: made.every(({ ok }) => ok),
    before: heldIn(before),
    after: heldIn(after),
    victim: {
      move: taxed(moves[0], VICTIM.buyer, VICTIM.second, part),
      sell: taxed(sold, VICTIM.buyer, market?.pool, part),
      buy: boughtBy(bought[1], VICTIM.buyer),
    },
    other: {
      move: taxed(moves[1], OTHER.buyer, OTHER.second, otherPart),
      sell: taxed(otherSold, OTHER.buyer, market?.pool, otherPart),
      buy: boughtBy(bought[2], OTHER.buyer),
    },
    least: { move: small[0]?.ok ?? false, sell: hasMarket && (small[1]?.ok ?? false), buy: bought[0]?.ok ?? false },
    again: small.at(-1)?.ok ?? false,
    largeBuy: bought[3]?.ok ?? false,
    later: { move: last[0]?.ok ?? false, sell: last[1]?.ok ?? false },
  }
}

const atLeastOne = (raw: bigint): bigint => (raw > 0n ? raw : 1n)

function readHeld(read: readonly SimulatedResult[], { hasMarket, callers }: { hasMarket: boolean; callers: number }): Held {
  const [supply = null, victim = null, other = null, token = null, ...rest] = read.map((result) => wordIn(result))
  const own = rest.slice(0, callers)
  const pool = hasMarket ? (rest[callers] ?? null) : null
  return {
    supply,
    victim,
    other,
    pool,
    quote: hasMarket ? (rest[callers + 1] ?? null) : null,
    known: [victim, other, token, pool, ...own].reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n),
  }
}
