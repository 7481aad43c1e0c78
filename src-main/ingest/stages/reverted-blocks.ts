import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { BlockMark, Store } from '../../store/interface.ts'

/**
 * Blocks that the chain reverted while nobody looked: the service was stopped, or another read came first. The hashes of stored blocks are
 * compared with the chain's before a token is read on (docs/chains.md#reorganisations).
 */

/** Marks the head of a read and blocks below it. */
export async function markHead(store: Store, adapter: ChainAdapter, token: TokenKey, head: BlockRef, signal: AbortSignal): Promise<void> {
  if (adapter.reorganisations === undefined) return
  const { blockHash, marksBelowHead } = adapter.reorganisations
  const blocks = marksBelowHead.map((below) => head.number - below).filter((block) => block >= 0)
  const marks = await Promise.all(
    blocks.map(async (block): Promise<BlockMark[]> => {
      const hash = block === head.number ? head.hash : await blockHash(block, signal)
      return hash === null ? [] : [{ block, hash }]
    }),
  )
  await store.write.saveBlockMarks({ token, marks: marks.flat() })
}

/** Rolls the token back to the last stored block that the chain still has. Returns the first reverted block; null when there is none. */
export async function rollBackReverted(store: Store, adapter: ChainAdapter, token: TokenKey, signal: AbortSignal): Promise<number | null> {
  const stored = await store.read.token(token)
  if (adapter.reorganisations === undefined || stored === null || stored.asOfBlock === null) return null
  const marks = await store.read.blockMarks({ token, upTo: stored.asOfBlock })
  if (marks.length === 0) return null
  // A node that is behind says nothing about later blocks.
  const head = await adapter.head(signal)
  let oldestReverted: BlockMark | null = null
  for (const mark of marks.filter(({ block }) => block <= head.number)) {
    const hash = await adapter.reorganisations.blockHash(mark.block, signal)
    if (hash === null) continue
    if (hash === mark.hash) {
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
