/**
 * Maps items in order, and begins with the next one before the caller has taken the result of the one before. No further item is taken
 * after a failure.
 */
export async function* mapAhead<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  let before: Promise<R> | null = null
  for await (const item of items) {
    const result = work(item)
    // Awaited in the next round, or never when the caller has ended before.
    result.catch(() => undefined)
    if (before !== null) yield await before
    before = result
  }
  if (before !== null) yield await before
}
