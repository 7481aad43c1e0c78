import { setImmediate as nextTurn } from 'node:timers/promises'

/** Small work on this many takes about 2 ms. */
export const ITEMS_PER_TURN = 2_000

/** Calls a short function for each item of a long list, with other work in between. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let done = 0
  for (const item of items) {
    if (done > 0 && done % ITEMS_PER_TURN === 0) await nextTurn()
    work(item)
    done += 1
  }
}
