import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../../src-shared/domain/events.ts'
import { approveRouter, balanceIn, buyCalls, CASTS, lendCalls, readBuy, transferOf, wordIn, type Market } from '../../liquidity/market.ts'
import type { Sandbox, SimulatedBlock, SimulatedCall } from '../../simulation/sandbox.ts'
import { LARGE, NEXT, smallBuy } from '../../simulation/trade.ts'

/** Two made-up holders. Effects on the first are compared with those on the second. */
export const [VICTIM, OTHER] = CASTS

/** Calls that give both holders tokens and coins for later buys, as ordinary accounts. */
export interface Seed {
  readonly calls: readonly SimulatedCall[]
  /** Tokens of each holder after the calls. */
  readonly raw: bigint
  readonly otherRaw: bigint
  /** Amounts of the quote token that the first holder can spend; null without a market. */
  readonly spend: { readonly large: bigint; readonly small: bigint } | null
}

const GIVERS = 5

const blockOf = (calls: readonly SimulatedCall[]): SimulatedBlock => ({ ...NEXT, calls })

/** A buy by both holders or, if it fails, a transfer from a large holder, the creator or the pool. Null if the holders could not get tokens. */
export async function readSeed(
  sandbox: Sandbox,
  args: { token: Address; market: Market | null; holders: readonly Address[]; creator: Address | null },
): Promise<Seed | null> {
  const { token, market, holders, creator } = args
  const spend = market === null ? null : { large: (market.quoteRaw * LARGE) / 1_000n, small: smallBuy(market) }
  const lent = market === null || spend === null || market.quote === NATIVE ? [] : lendCalls(market, spend)
  if (market !== null) {
    const bought = await readBuys(sandbox, market, token, lent)
    if (bought !== null) return { ...bought, spend }
  }
  const givers = [...new Set([...holders.slice(0, GIVERS), ...(creator === null ? [] : [creator]), ...(market === null ? [] : [market.pool])])]
  const [balances] = await sandbox.run([blockOf(givers.map((giver) => balanceIn(token, giver)))])
  for (const [i, giver] of givers.entries()) {
    const raw = (wordIn(balances?.[i]) ?? 0n) / 1_000n
    if (raw === 0n) continue
    const gifts = [VICTIM, OTHER].flatMap(({ buyer }) => [transferOf(giver, token, buyer, raw), approveRouter(buyer, token)])
    const calls = [...gifts, ...lent]
    const [results] = await sandbox.run([blockOf([...calls, ...held(token)])])
    const [mine, others] = (results ?? []).slice(-2).map((result) => wordIn(result) ?? 0n)
    if (mine !== undefined && mine > 0n) return { calls, raw: mine, otherRaw: others ?? 0n, spend }
  }
  return null
}

const held = (token: Address): SimulatedCall[] => [balanceIn(token, VICTIM.buyer), balanceIn(token, OTHER.buyer)]

async function readBuys(sandbox: Sandbox, market: Market, token: Address, lent: readonly SimulatedCall[]): Promise<Omit<Seed, 'spend'> | null> {
  const first = buyCalls(market, token, VICTIM, smallBuy(market))
  const second = buyCalls(market, token, OTHER, smallBuy(market))
  const calls = [...first, ...second, ...lent]
  const [results = []] = await sandbox.run([blockOf(calls)])
  const mine = readBuy(results.slice(0, first.length), market, token)
  const others = readBuy(results.slice(first.length, first.length + second.length), market, token)
  return mine.ok ? { calls, raw: mine.raw, otherRaw: others.ok ? others.raw : 0n } : null
}
