import type { BlockRef } from '../adapter.ts'

export type ReadBlock = (block: number) => Promise<BlockRef>

type Known = Pick<BlockRef, 'number' | 'time'>

/** After this many consecutive guesses that fail to halve the range, one bisection step follows. */
const MAX_POOR_GUESSES = 2

/**
 * The first block at or after a time; `newest.number + 1` when the time is later than the newest block. An interpolation search: about six reads on a
 * chain whose blocks come at a steady pace, at most three times as many as a binary search.
 *
 * @param oldest the first block of the search
 * @param newest the last block of the search
 * @param seconds average block time, for the first guess
 */
export async function blockAt(time: number, oldest: number, newest: Known, seconds: number, readBlock: ReadBlock): Promise<number> {
  if (newest.time < time) return newest.number + 1
  // The result is above `low` and not above `high`.
  let low: { readonly number: number; readonly time: number | null } = { number: oldest - 1, time: null }
  let high = newest
  let poorGuesses = 0
  while (high.number - low.number > 1) {
    const left = high.number - low.number
    const isGuess = poorGuesses < MAX_POOR_GUESSES
    const number = isGuess ? guess() : low.number + Math.floor(left / 2)
    const block = { number, time: (await readBlock(number)).time }
    if (block.time >= time) high = block
    else low = block
    poorGuesses = isGuess && high.number - low.number > left / 2 ? poorGuesses + 1 : 0
  }
  return high.number

  /**
   * Extrapolates from the nearer bound, at the pace between known blocks. Later guesses overshoot by the usual drift, so that two reads enclose the
   * result.
   */
  function guess(): number {
    const isFirst = high === newest && low.time === null
    const pace = low.time !== null ? (high.time - low.time) / (high.number - low.number) : isFirst ? seconds : paceAbove()
    const fromHigh = (high.time - time) / pace
    const fromLow = low.time === null ? Number.POSITIVE_INFINITY : (time - low.time) / pace
    const drift = isFirst ? 0 : Math.ceil(Math.sqrt(Math.min(fromHigh, fromLow)) / 2)
    const number = fromHigh <= fromLow ? high.number - Math.round(fromHigh) - drift : low.number + Math.round(fromLow) + drift
    return Math.min(Math.max(number, low.number + 1), high.number - 1)
  }

  function paceAbove(): number {
    return newest.time > high.time ? (newest.time - high.time) / (newest.number - high.number) : seconds
  }
}
