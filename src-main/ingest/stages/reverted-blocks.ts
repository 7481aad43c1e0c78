import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { BlockMark, Store } from '../../store/interface.ts'

/**
 * Blocks that the chain reverted while nobody looked: the service was stopped, or another read came first. The hashes of stored blocks are
 * compared with the chain's before a token is read on (docs/chains.md#reorganisations).
 */

/** Distances below a head at which blocks are marked: few calls, and a common ancestor at most twice as far back as needed. */
const MARKED_BELOW_HEAD = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Marks the head of a read and blocks below it. */
export async function markHead(store: Store, adapter: ChainAdapter, token: TokenKey, head: BlockRef, signal: AbortSignal): Promise<void> {
  const { blockHash } = adapter
  if (blockHash === undefined) return
  const blocks = MARKED_BELOW_HEAD.map((below) => head.number - below).filter((block) => block >= 0)
  const marks = await Promise.all(
    blocks.map(async (block): Promise<BlockMark> => ({ block, hash: block === head.number ? head.hash : await blockHash(block, signal) })),
  )
  await store.write.saveBlockMarks({ token, marks })
}

/** Rolls the token back to the last stored block that the chain still has. Returns the first reverted block; null when there is none. */
export async function rollBackReverted(store: Store, adapter: ChainAdapter, token: TokenKey, signal: AbortSignal): Promise<number | null> {
  const stored = await store.read.token(token)
  if (adapter.blockHash === undefined || stored === null || stored.asOfBlock === null) return null
  const marks = await store.read.blockMarks({ token, upTo: stored.asOfBlock })
  if (marks.length === 0) return null
  // A node that is behind says nothing about later blocks.
  const head = await adapter.head(signal)
  let oldestReverted: BlockMark | null = null
  for (const mark of marks.filter(({ block }) => block <= head.number)) {
    if ((await adapter.blockHash(mark.block, signal)) === mark.hash) {
      return oldestReverted === null ? null : rollBack(store, token, mark.block + 1)
    }
    oldestReverted = mark
  }
  return oldestReverted === null ? null : rollBack(store, token, oldestReverted.block)
}

async function rollBack(store: Store, token: TokenKey, from: number): Promise<number> {
  await store.write.rollBackBlocks({ token, from })
  return from
}
