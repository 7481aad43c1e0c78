import type { LinkedHeader } from '../transaction/raw.ts'
import type { EmittedBlocks } from './emitted-blocks.ts'

/**
 * The newest emitted block that is still part of the chain, if later ones were reverted; null if none was. A head below the last emitted block means
 * a lagging node, as long as its hashes match the emitted ones.
 *
 * @param read reads the current header of a block from the node
 */
export async function forkOf(emitted: EmittedBlocks, head: LinkedHeader, read: (block: number) => Promise<LinkedHeader>): Promise<number | null> {
  const { last, oldest } = emitted
  if (last === null || oldest === null) return null
  const top = Math.min(last.number, head.number)
  if (top < oldest.number) return null
  if (await agrees(emitted, top, head, read)) return null
  for (let block = top - 1; block >= oldest.number; block--) {
    if ((await read(block)).hash === emitted.hashOf(block)) return block
  }
  return oldest.number - 1
}

async function agrees(emitted: EmittedBlocks, block: number, head: LinkedHeader, read: (block: number) => Promise<LinkedHeader>): Promise<boolean> {
  const hash = emitted.hashOf(block)
  if (head.number === block) return head.hash === hash
  if (head.number === block + 1) return head.parentHash === hash
  return (await read(block)).hash === hash
}
