import type { BlockRef } from '../adapter.ts'

/** Reads the header of a block. */
export type ReadBlock = (block: number) => Promise<BlockRef>

/**
 * The first block at or after a time; `newest.number + 1` when the time is later than the newest block. An exponential search from an
 * estimate, followed by a bisection: few reads on a chain with regular blocks, at most twice those of a binary search.
 *
 * @param oldest the first block of the search
 * @param newest the last block of the search
 * @param seconds average block time
 */
export async function blockAt(
  time: number,
  oldest: number,
  newest: Pick<BlockRef, 'number' | 'time'>,
  seconds: number,
  readBlock: ReadBlock,
): Promise<number> {
  if (newest.time < time) return newest.number + 1
  let high = newest.number
  let low = oldest
  let at = Math.max(oldest, high - Math.round((newest.time - time) / seconds))
  for (let step = 1; low < high; step *= 2) {
    const isLate = (await readBlock(at)).time >= time
    if (isLate) high = at
    else low = at + 1
    const next = isLate ? high - step : low + step - 1
    if (next < low || next >= high) break
    at = next
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await readBlock(middle)).time >= time) high = middle
    else low = middle + 1
  }
  return low
}
