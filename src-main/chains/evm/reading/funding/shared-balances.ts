import type { Address } from '../../../../../src-shared/domain/address.ts'
import { cacheBlocks } from '../../../blocks/block-cache.ts'
import type { Node } from '../../rpc/node.ts'

/** Balances of wallets that are queried one after the other: one call reads the balances of all of them at a block. */
export interface SharedBalances {
  readonly wallets: ReadonlySet<Address>
  at(block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, bigint>>
}

/** A block's balances of 400 wallets take about 30 kilobytes. */
const CACHED_BLOCKS = 512
/** The number of wallets that one call reads. */
const MAX_WALLETS = 400

export function openSharedBalances(node: Node, wallets: readonly Address[]): SharedBalances {
  const chosen = [...new Set(wallets)].slice(0, MAX_WALLETS)
  const cache = cacheBlocks(CACHED_BLOCKS, (block, signal) => node.accounts.balances(chosen, block, signal))
  return { wallets: new Set(chosen), at: cache.get }
}
