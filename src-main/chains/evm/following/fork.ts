import type { LinkedHeader } from '../transaction/raw.ts'
import type { EmittedBlocks } from './emitted-blocks.ts'

/**
 * The newest told block that the chain still has, when it took back later ones; null when it took back none. A head below the
 * last told block is a node that lags, as long as it agrees with what was told.
 *
 * @param read a header as the node tells it now
 */
export async function forkOf(told: EmittedBlocks, head: LinkedHeader, read: (block: number) => Promise<LinkedHeader>): Promise<number | null> {
  const { last, oldest } = told
  if (last === null || oldest === null) return null
  const top = Math.min(last.number, head.number)
  if (top < oldest.number) return null
  if (await agrees(told, top, head, read)) return null
  for (let block = top - 1; block >= oldest.number; block--) {
    if ((await read(block)).hash === told.hashOf(block)) return block
  }
  return oldest.number - 1
}

async function agrees(told: EmittedBlocks, block: number, head: LinkedHeader, read: (block: number) => Promise<LinkedHeader>): Promise<boolean> {
  const hash = told.hashOf(block)
  if (head.number === block) return head.hash === hash
  if (head.number === block + 1) return head.parentHash === hash
  return (await read(block)).hash === hash
}
