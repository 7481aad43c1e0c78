import type { TransferFact } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../facts.ts'
import type { FactIndex } from '../fact-index.ts'
import { sliceBlocks } from '../math/order.ts'

/** The token's first DEX event and the blocks that count as its launch (docs/detection.md#snipers). */
export type Launch = KnownLaunch | { readonly known: false; readonly why: string }

export interface KnownLaunch {
  readonly known: true
  /** Block of the first event. */
  readonly block: number
  /** Last block of the window. */
  readonly lastBlock: number
  /** Blocks that were produced, or block numbers where skipped ones are not known. */
  readonly counted: 'produced' | 'numbers'
  readonly event: 'first swap' | 'creation of the first pool' | 'first liquidity of a pool'
}

/**
 * The first stored swap, or the first liquidity of a pool shortly before it. Known only when the stored trades begin at the token's
 * birth and last to the end of the window, and all holders or the balances of these buyers are stored.
 */
export function findLaunch(index: FactIndex): Launch {
  const { facts, flows, rules } = index
  const readTo = facts.tradesFromBirth ? Infinity : (facts.tradesReadTo ?? -1)
  if (readTo < 0) return { known: false, why: 'The first DEX event is not known: the stored trades do not begin at the token’s birth.' }
  if (!facts.complete && facts.launchBalances === undefined)
    return { known: false, why: 'Present balances of early buyers are not known: only the largest holders are stored.' }
  const firstSwap = flows.trades[0]?.position.block ?? null
  if (firstSwap === null || firstSwap > readTo) return { known: false, why: 'No swap of this token is stored.' }
  const earliest = firstSwap - rules.sniper.pool_before_first_swap_blocks[facts.token.network]
  let block = firstSwap
  const liquidity = findFirstLiquidity(index)
  for (const { address, createdBlock } of facts.pools) {
    const funded = liquidity.get(address)?.position.block ?? createdBlock
    if (funded !== null && funded >= earliest) block = Math.min(block, funded)
  }
  const { lastBlock, counted } = findWindowEnd(facts, block, rules.sniper.window_blocks[facts.token.network])
  if (lastBlock > readTo) return { known: false, why: 'The trades of the launch are not all stored.' }
  const isCreation = facts.pools.some(({ createdBlock }) => createdBlock === block)
  const opening = isCreation ? 'creation of the first pool' : 'first liquidity of a pool'
  return { known: true, block, lastBlock, counted, event: block < firstSwap ? opening : 'first swap' }
}

/**
 * By pool, the largest transfer of the token into it before the first swap. A pool can be created empty, blocks or days before anybody can buy, and
 * a smaller transfer into it, made by anybody, opens no trading. Missing where no stored transfer shows it, as for pools that share one account.
 */
export function findFirstLiquidity({ facts, flows, state }: FactIndex): ReadonlyMap<string, TransferFact> {
  const firstSwap = flows.trades[0]?.position.block ?? Infinity
  const swapped = new Set(sliceBlocks(flows.trades, firstSwap, firstSwap).map(({ tx }) => tx))
  const pools = new Set<string>(facts.pools.map(({ address }) => address))
  const begin = (): Map<string, TransferFact> => new Map()
  return state.accumulate('first liquidity', [firstSwap, facts.pools], flows.transfers, begin, (largest, row) => {
    if (row.position.block > firstSwap || !pools.has(row.to) || swapped.has(row.tx)) return
    if (row.raw > (largest.get(row.to)?.raw ?? 0n)) largest.set(row.to, row)
  })
}

/** The last of `length` blocks after a block. Solana alone skips numbers, so produced blocks are counted where they are known. */
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
