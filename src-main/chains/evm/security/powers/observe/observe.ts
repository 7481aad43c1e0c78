import { encodeFunctionData } from 'viem'
import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../../src-shared/domain/events.ts'
import { tokenAbi } from '../../../encoding/abi.ts'
import { balanceIn, measured, readMeasured, saleOf, sellOf, transferOf, wordIn, type Market } from '../../liquidity/market.ts'
import type { SimulatedBlock, SimulatedCall, SimulatedResult } from '../../simulation/sandbox.ts'
import { boughtTax, taxOf } from '../../simulation/taxes.ts'
import { atLeastOne, laterBy, NEXT } from '../../simulation/trade.ts'
import { OTHER, VICTIM, type Spend } from '../trials/seed.ts'
import { LAST_RECEIVER, HOSTILE_CODE, type Stage } from '../trials/stage.ts'
import type { Program } from '../trials/trial-runner.ts'

/** Whether a use of the token succeeded, and its tax in percent if that can be measured. */
export interface Taxed {
  readonly ok: boolean
  readonly taxPct: number | null
}

/** Whether ordinary accounts could trade after some calls, and their balances before and after the calls. */
export interface Observed {
  /** Every call succeeded. */
  readonly passed: boolean
  readonly before: Held
  readonly after: Held
  readonly victim: Uses
  readonly other: Uses
  /** The victim's transfer of one raw unit, and its sell and buy of a thousandth: amounts that limits let pass. */
  readonly least: { readonly move: boolean; readonly sell: boolean; readonly buy: boolean }
  /** A transfer by the receiver of a transfer, one block later. */
  readonly again: boolean
  /** The victim's buy of the largest amount that passes before the calls. */
  readonly largeBuy: boolean
  /** The other's buy of an amount that a limit refuses before the calls; false if none refuses it. */
  readonly refusedBuy: boolean
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

/** Between buys of one holder. Longer than the cooldowns of tokens, which are minutes. */
const HOUR = 3_600
/** Longer than the delays of timelocks, which are days. */
const MONTH = 30 * 86_400
const WEEKS = 40 * 86_400

/**
 * Makes the calls as plain transactions, then uses the token as two holders.
 *
 * @param rounds calls of one block each; a month passes between them
 */
export async function observe(stage: Stage, rounds: readonly Program[]): Promise<Observed> {
  const { held, moves, approvals, sells, least, again, leastBuy, buys, largeBuys, gifts, later } = usesOf(stage)
  const waited = Math.max(0, rounds.length - 1) * MONTH
  const at = (blocks: number, calls: Program, seconds = waited): SimulatedBlock => {
    const then = laterBy(blocks)
    return { blocks: then.blocks, seconds: then.seconds + seconds, calls }
  }
  const blocks: SimulatedBlock[] = [
    { ...NEXT, calls: stage.seed.calls },
    { ...at(0, held, 0), overrides: HOSTILE_CODE },
    ...rounds.map((calls, i) => at(1 + i, calls, i * MONTH)),
    at(5, held),
    at(6, moves),
    at(7, [...approvals, ...sells, ...least, again]),
    at(8, leastBuy),
    at(9, [...buys, ...gifts], waited + HOUR),
    at(10, largeBuys, waited + 2 * HOUR),
    at(11, later, waited + WEEKS),
  ]
  const [, before = [], ...rest] = await stage.sandbox.run(blocks)
  const made = rest.slice(0, rounds.length).flat()
  const [after = [], moved = [], inBlock = [], [leastBought] = [], traded = [], large = [], last = []] = rest.slice(rounds.length)
  const used = inBlock.slice(approvals.length)
  const [bought, given] = [traded.slice(0, buys.length), traded.slice(buys.length)]
  const small = used.slice(sells.length, -1)
  const isOk = (result: SimulatedResult | undefined): boolean => result?.ok ?? false
  const uses = (i: 0 | 1): Uses => {
    const of = (results: readonly SimulatedResult[]): MeasuredUse => readMeasured(results.slice(i * 3, i * 3 + 3))
    return readUses(stage, i, {
      moved: of(moved),
      sold: { result: sells.length === 0 ? undefined : used[i], gained: null },
      bought: of(bought),
      given: of(given),
    })
  }
  return {
    passed: made.every(({ ok }) => ok),
    before: readHeld(stage, before),
    after: readHeld(stage, after),
    victim: uses(0),
    other: uses(1),
    least: { move: isOk(small[0]), sell: isOk(small[1]), buy: isOk(leastBought) },
    again: isOk(used.at(-1)),
    largeBuy: isOk(large[0]),
    refusedBuy: isOk(large[1]),
    later: { move: isOk(last[0]), sell: isOk(last[1]) },
  }
}

/** Calls of both holders. Without a market they only transfer. */
function usesOf({ token, market, seed, callers }: Stage) {
  const [mine, others] = [VICTIM.buyer, OTHER.buyer]
  const [part, otherPart] = partsOf(seed)
  const held: SimulatedCall[] = [
    { from: mine, to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'totalSupply' }) },
    ...[mine, others, token, ...callers].map((of) => balanceIn(token, of)),
  ]
  const move = transferOf(mine, token, VICTIM.second, part)
  const moves = [...measured(move, token, VICTIM.second), ...measured(transferOf(others, token, OTHER.second, otherPart), token, OTHER.second)]
  const leastMove = transferOf(mine, token, VICTIM.second, 1n)
  const again = transferOf(VICTIM.second, token, LAST_RECEIVER, part / 4n)
  if (market === null) return { held, moves, approvals: [], sells: [], least: [leastMove], again, ...NO_BUYS, gifts: [], later: [move] }
  const { pool, quote } = market
  const [approval, sell] = saleOf(mine, market, token, part)
  const [otherApproval, otherSell] = saleOf(others, market, token, otherPart)
  const { spend } = seed
  return {
    held: [...held, balanceIn(token, pool), ...(quote === NATIVE ? [] : [balanceIn(quote, pool)])],
    moves,
    // Only now, because a power may be over allowances.
    approvals: [approval, otherApproval],
    sells: [sell, otherSell],
    least: [leastMove, sellOf(mine, market, token, atLeastOne(part / 1_000n))],
    again,
    ...(spend === null ? NO_BUYS : buysOf(market, token, spend)),
    // A concentrated pool refuses taxed sells, so the tax of a plain transfer to the pool is used instead.
    gifts: market.concentrated
      ? [
          ...measured(transferOf(mine, token, pool, part / 8n), token, pool),
          ...measured(transferOf(others, token, pool, otherPart / 8n), token, pool),
        ]
      : [],
    later: [move, sell],
  }
}

const NO_BUYS = { leastBuy: [], buys: [], largeBuys: [] }

function buysOf(market: Market, token: Address, { small, large, refused }: Spend) {
  const [mine, others] = [VICTIM.buyer, OTHER.buyer]
  const buy = (from: Address, raw: bigint): SimulatedCall => sellOf(from, market, market.quote, raw)
  return {
    leastBuy: [buy(mine, atLeastOne(small / 1_000n))],
    buys: [...measured(buy(mine, small), token, mine), ...measured(buy(others, small), token, others)],
    largeBuys: [buy(mine, large), ...(refused === null ? [] : [buy(others, refused)])],
  }
}

const partsOf = ({ raw, otherRaw }: Stage['seed']): readonly [bigint, bigint] => [raw / 8n, otherRaw / 8n]

type MeasuredUse = ReturnType<typeof readMeasured>

interface UseResults {
  readonly moved: MeasuredUse
  readonly sold: MeasuredUse
  readonly bought: MeasuredUse
  readonly given: MeasuredUse
}

function readUses({ token, market, seed }: Stage, holder: 0 | 1, { moved, sold, bought, given }: UseResults): Uses {
  const { buyer, second } = holder === 0 ? VICTIM : OTHER
  const part = partsOf(seed)[holder]
  const tax = ({ result, gained }: MeasuredUse, to: Address | undefined, raw: bigint): number | null =>
    result?.ok && to !== undefined ? taxOf(result, { token, from: buyer, to, given: raw, gained }) : null
  const { result: buy } = bought
  return {
    move: { ok: moved.result?.ok ?? false, taxPct: tax(moved, second, part) },
    sell: { ok: sold.result?.ok ?? false, taxPct: tax(sold, market?.pool, part) ?? tax(given, market?.pool, part / 8n) },
    buy: { ok: buy?.ok ?? false, taxPct: buy?.ok && market !== null ? boughtTax(buy, token, market.pool, buyer, bought.gained) : null },
  }
}

function readHeld({ market, callers }: Stage, read: readonly SimulatedResult[]): Held {
  const [supply = null, victim = null, other = null, token = null, ...rest] = read.map((result) => wordIn(result))
  const own = rest.slice(0, callers.length)
  const pool = market === null ? null : (rest[callers.length] ?? null)
  return {
    supply,
    victim,
    other,
    pool,
    quote: market === null ? null : (rest[callers.length + 1] ?? null),
    known: [victim, other, token, pool, ...own].reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n),
  }
}
