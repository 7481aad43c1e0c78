import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { balanceIn, buyCalls, CASTS, lendCalls, readBuy, sellOf, transferOf, wordIn, type Market } from '../../liquidity/market.ts'
import type { Sandbox, SimulatedBlock, SimulatedCall } from '../../simulation/sandbox.ts'
import { atLeastOne, LARGE, laterBy, NEXT, smallBuy } from '../../simulation/trade.ts'

/** Two made-up holders. Effects on the first are compared with those on the second. */
export const [VICTIM, OTHER] = CASTS

/** Amounts of the quote token. */
export interface Spend {
  /** A quarter of the pool or, if a limit refuses that, the largest tried part of it that the first holder may buy for. */
  readonly large: bigint
  readonly small: bigint
  /** A quarter of the pool if a limit refuses it, for the second holder; else null. */
  readonly refused: bigint | null
}

/** Calls that give both holders tokens and coins for later buys, as ordinary accounts. */
export interface Seed {
  readonly calls: readonly SimulatedCall[]
  /** Tokens of each holder after the calls. */
  readonly raw: bigint
  readonly otherRaw: bigint
  /** Null without a market. */
  readonly spend: Spend | null
}

const GIVERS = 5
/** Thousandths of the pool, for tokens that refuse a quarter of it. */
const SMALLER = [3n, 8n, 15n, 30n, 60n, 120n]

const blockOf = (calls: readonly SimulatedCall[]): SimulatedBlock => ({ ...NEXT, calls })

/** A buy by both holders or, if it fails, a transfer from a large holder, the creator or the pool. Null if the holders could not get tokens. */
export async function readSeed(
  sandbox: Sandbox,
  args: {
    token: Address
    market: Market | null
    holders: readonly Address[]
    creator: Address | null
    /** Calls before the buys, which open trading. */
    before?: readonly SimulatedCall[]
  },
): Promise<Seed | null> {
  const { token, market, holders, creator, before = [] } = args
  const spend = market === null ? null : { large: partOf(market, LARGE), small: smallBuy(market), refused: null }
  const lent = market === null || spend === null ? [] : lendCalls(market, spend)
  if (market !== null && spend !== null) {
    const bought = await readBuys({ sandbox, market, token, before }, spend)
    if (bought?.largeOk === true) return { ...bought, spend }
    if (bought !== null) return readLimited({ sandbox, market, token, before }, { ...bought, spend })
  }
  const givers = [...new Set([...holders.slice(0, GIVERS), ...(creator === null ? [] : [creator]), ...(market === null ? [] : [market.pool])])]
  const [balances] = await sandbox.run([blockOf(givers.map((giver) => balanceIn(token, giver)))])
  for (const [i, giver] of givers.entries()) {
    const raw = (wordIn(balances?.[i]) ?? 0n) / 1_000n
    if (raw === 0n) continue
    const gifts = [VICTIM, OTHER].map(({ buyer }) => transferOf(giver, token, buyer, raw))
    const calls = [...gifts, ...lent]
    const [results] = await sandbox.run([blockOf([...calls, ...held(token)])])
    const [mine, others] = (results ?? []).slice(-2).map((result) => wordIn(result) ?? 0n)
    if (mine !== undefined && mine > 0n) return { calls, raw: mine, otherRaw: others ?? 0n, spend }
  }
  return null
}

const held = (token: Address): SimulatedCall[] => [balanceIn(token, VICTIM.buyer), balanceIn(token, OTHER.buyer)]

interface Buying {
  readonly sandbox: Sandbox
  readonly market: Market
  readonly token: Address
  readonly before: readonly SimulatedCall[]
}

const partOf = ({ quoteRaw }: Market, thousandths: bigint): bigint => atLeastOne((quoteRaw * thousandths) / 1_000n)

/** A buy by both holders; `largeOk` tells whether the first may buy for the large amount later. Null if the first could not buy. */
async function readBuys({ sandbox, market, token, before }: Buying, spend: Spend): Promise<(Seed & { readonly largeOk: boolean }) | null> {
  const first = buyCalls(market, token, VICTIM, spend.small)
  const second = buyCalls(market, token, OTHER, spend.small)
  const calls = [...before, ...first, ...second, ...lendCalls(market, spend)]
  // A limit may count what the holder bought before, and a cooldown the time since then.
  const more = [spend.small, spend.large].map((raw, hours): SimulatedBlock => {
    const { blocks, seconds } = laterBy(hours)
    return { blocks, seconds: seconds + hours * 3_600, calls: [sellOf(VICTIM.buyer, market, market.quote, raw)] }
  })
  const [all = [], , after] = await sandbox.run([blockOf(calls), ...more])
  const results = all.slice(before.length)
  const mine = readBuy(results.slice(0, first.length), market, token)
  const others = readBuy(results.slice(first.length, first.length + second.length), market, token)
  return mine.ok ? { calls, raw: mine.raw, otherRaw: others.ok ? others.raw : 0n, spend, largeOk: after?.[0]?.ok === true } : null
}

/** Searches by halves for the largest part that passes. A lower limit then shows in it, and a higher one in the part that is refused. */
async function readLimited(buying: Buying, plain: Seed & { readonly spend: Spend }): Promise<Seed> {
  const limited = { ...plain.spend, refused: plain.spend.large }
  let best: Seed | null = null
  let [low, high] = [0, SMALLER.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const bought = await readBuys(buying, { ...limited, large: partOf(buying.market, SMALLER[middle] ?? 1n) })
    if (bought?.largeOk === true) [best, low] = [bought, middle + 1]
    else high = middle
  }
  return best ?? plain
}
