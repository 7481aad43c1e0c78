import { NETWORKS } from '../../src-shared/networks.ts'
import type { Study } from './study.ts'

/** The token's first DEX event (engine.md §3 step 1). */
export type Launch = { readonly known: true; readonly block: number } | { readonly known: false; readonly why: string }

/**
 * First stored swap, or the creation of a pool shortly before it. Known only when the stored trades begin at the token's
 * birth and all holders are stored: a block from the middle of a token's life says nothing about its beginning.
 */
export function findLaunch({ facts, rules }: Study): Launch {
  if (!facts.tradesFromBirth) return { known: false, why: 'The first DEX event is not known: the stored trades do not begin at the token’s birth.' }
  if (!facts.complete) return { known: false, why: 'Present balances of early buyers are not known: only the largest holders are stored.' }
  const blocks = facts.trades.map(({ position }) => position.block)
  if (blocks.length === 0) return { known: false, why: 'No swap of this token is stored.' }
  const firstSwap = blocks.reduce((least, block) => Math.min(least, block))
  const earliest = firstSwap - rules.sniper.pool_before_first_swap_blocks[facts.token.network]
  const created = facts.pools.flatMap(({ createdBlock }) =>
    createdBlock !== null && createdBlock >= earliest && createdBlock < firstSwap ? [createdBlock] : [],
  )
  return { known: true, block: created.reduce((least, block) => Math.min(least, block), firstSwap) }
}

/** Whether a metric is not computed on this token’s network at all. */
export function unsupported(study: Study, metric: 'snipers' | 'bundlers' | 'insiders'): boolean {
  return !NETWORKS[study.facts.token.network].metrics[metric]
}
