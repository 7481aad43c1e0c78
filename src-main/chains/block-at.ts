import type { BlockRef } from './adapter.ts'

/** Reads the header of a block. */
export type ReadBlock = (block: number) => Promise<BlockRef>

/**
 * First block at or after a time. Starts at an estimate from the usual block time, doubles its steps until the time lies between
 * two blocks, then bisects: few reads on a chain of even pace, twice the reads of a binary search at worst.
 *
 * @param oldest the first block to look at
 * @param newest the last block to look at; one above it when the time is later
 * @param seconds about how long a block lasts
 */
export async function blockAt(time: number, oldest: number, newest: BlockRef, seconds: number, tell: ReadBlock): Promise<number> {
  if (newest.time < time) return newest.number + 1
  let high = newest.number
  let low = oldest
  let at = Math.max(oldest, high - Math.round((newest.time - time) / seconds))
  for (let step = 1; low < high; step *= 2) {
    const isLate = (await tell(at)).time >= time
    if (isLate) high = at
    else low = at + 1
    const next = isLate ? high - step : low + step - 1
    if (next < low || next >= high) break
    at = next
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await tell(middle)).time >= time) high = middle
    else low = middle + 1
  }
  return low
}
