import type { TradeFact, TradingSwitch, TransferFact } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../facts.ts'
import type { FactIndex } from '../fact-index.ts'
import { tradesReadTo } from '../flows/swaps.ts'
import { sliceBlocks } from '../math/order.ts'

/** The token's first DEX event and the blocks that count as its launch (docs/detection.md#snipers). */
export type Launch = KnownLaunch | { readonly known: false; readonly why: string }

export interface KnownLaunch {
  readonly known: true
  /** Block of the first event. */
  readonly block: number
  /** Last block of the window. */
  readonly lastBlock: number
  /** What the window counts: produced blocks, or block numbers if skipped blocks are unknown. */
  readonly counted: 'produced' | 'numbers'
  readonly event: 'first swap' | 'creation of the first pool' | 'first liquidity of a pool' | 'switch that opened trading'
}

/**
 * The first stored swap, or an earlier event shortly before it: the first liquidity of a pool, or the switch that opened trading. Known only if the
 * stored trades begin at the token's birth and reach the end of the window, and all holders or the balances of these buyers are stored.
 */
export function findLaunch(index: FactIndex): Launch {
  const { facts, flows, rules } = index
  const readTo = tradesReadTo(facts)
  if (readTo < 0) return { known: false, why: 'The first DEX event is not known: the stored trades do not begin at the token’s birth.' }
  if (!facts.complete && facts.launchBalances === undefined)
    return { known: false, why: 'Current balances of early buyers are not known: only the largest holders are stored.' }
  const firstSwap = flows.trades[0]?.position.block ?? null
  if (firstSwap === null || firstSwap > readTo) return { known: false, why: 'No swap of this token is stored.' }
  const { block, event } = findFirstEvent(index, firstSwap)
  const { lastBlock, counted } = findWindowEnd(facts, block, rules.sniper.window_blocks[facts.token.network])
  if (lastBlock > readTo) return { known: false, why: 'The trades of the launch are not all stored.' }
  return { known: true, block, lastBlock, counted, event }
}

/** A switch that opened trading takes precedence, since only exempt wallets could buy before it. Events long before the first swap do not count. */
function findFirstEvent(index: FactIndex, firstSwap: number): Pick<KnownLaunch, 'block' | 'event'> {
  const { facts, flows, rules } = index
  const { network } = facts.token
  const { pool_before_first_swap_blocks: reach, open_pool_before_first_swap_blocks: openReach } = rules.sniper
  const earliest = firstSwap - (facts.tradingSwitch === 'none' ? Math.max(reach[network], openReach[network]) : reach[network])
  const opened = findSwitch(facts)
  if (opened !== null && opened.block >= earliest) return { block: opened.block, event: 'switch that opened trading' }
  let block = firstSwap
  const liquidity = findFirstLiquidity(index)
  const swappedIn = new Set<string | null>(sliceBlocks(flows.trades, firstSwap, firstSwap).map(({ pool }) => pool))
  for (const { address, createdBlock } of facts.pools) {
    const funded = liquidity.get(address)?.position.block ?? (swappedIn.has(address) || swappedIn.has(null) ? createdBlock : null)
    if (funded !== null && funded >= earliest) block = Math.min(block, funded)
  }
  if (block === firstSwap) return { block, event: 'first swap' }
  const isCreation = facts.pools.some(({ createdBlock }) => createdBlock === block)
  return { block, event: isCreation ? 'creation of the first pool' : 'first liquidity of a pool' }
}

/** Whether a buy was made while the token still refused buys by strangers. */
export function isBeforeSwitch({ facts }: Pick<FactIndex, 'facts'>, { block, tx }: TradeFact['position']): boolean {
  const opened = findSwitch(facts)
  if (opened === null) return false
  return block < opened.block || (block === opened.block && opened.txIndex !== null && tx < opened.txIndex)
}

/** Null if there is none, or if it was not searched. */
export const findSwitch = ({ tradingSwitch }: Pick<TokenFacts, 'tradingSwitch'>): TradingSwitch | null =>
  typeof tradingSwitch === 'string' ? null : tradingSwitch

/**
 * By pool, the largest transfer of the token into it before the first swap. A pool can be created empty, blocks or days before anyone can buy, and
 * a smaller transfer, which anyone can make, does not open trading. Missing if no stored transfer shows it.
 */
export function findFirstLiquidity({ facts, flows, state }: FactIndex): ReadonlyMap<string, TransferFact> {
  const firstSwap = flows.trades[0]?.position.block ?? Infinity
  const first = sliceBlocks(flows.trades, firstSwap, firstSwap)
  const swapped = new Set(first.map(({ tx }) => tx))
  const poolOf = new Map<string, string>(findVaults(facts, sliceBlocks(flows.transfers, firstSwap, firstSwap), first))
  for (const { address } of facts.pools) poolOf.set(address, address)
  const begin = (): Map<string, TransferFact> => new Map()
  const inputs = [firstSwap, facts.pools, [...poolOf].join()]
  return state.accumulate('first liquidity', inputs, flows.transfers, begin, (largest, row) => {
    const pool = poolOf.get(row.to)
    if (row.position.block > firstSwap || pool === undefined || swapped.has(row.tx)) return
    if (row.raw > (largest.get(pool)?.raw ?? 0n)) largest.set(pool, row)
  })
}

/**
 * Accounts other than pools that hold the tokens of the first swaps' pools, such as the Uniswap v4 pool manager, each with its pool. A buy takes
 * its tokens from that account, and a sale puts them there.
 */
function findVaults({ token }: TokenFacts, transfers: readonly TransferFact[], trades: readonly TradeFact[]): [vault: string, pool: string][] {
  return trades.flatMap(({ pool, tx, tokenIn, tokenOut }): [string, string][] => {
    if (pool === null) return []
    const isBuy = tokenOut.token === token.address
    const { raw } = isBuy ? tokenOut : tokenIn
    const moved = transfers.filter((transfer) => transfer.tx === tx && transfer.raw === raw)
    const vault = isBuy ? moved[0]?.from : moved.at(-1)?.to
    return vault === undefined ? [] : [[vault, pool]]
  })
}

/** The last of `length` blocks after a block. Only Solana skips numbers, so produced blocks are counted if known. */
export function findWindowEnd(
  { token, producedBlocks: produced }: Pick<TokenFacts, 'token' | 'producedBlocks'>,
  block: number,
  length: number,
): Pick<KnownLaunch, 'lastBlock' | 'counted'> {
  const at = produced?.indexOf(block) ?? -1
  const last = at === -1 ? undefined : produced?.[at + length]
  if (last !== undefined) return { lastBlock: last, counted: 'produced' }
  return { lastBlock: block + length, counted: token.network === 'sol' ? 'numbers' : 'produced' }
}
