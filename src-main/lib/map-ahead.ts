/** Maps items in order, and starts the next item before the caller has taken the previous result. No further item is taken after a failure. */
export async function* mapAhead<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  let before: Promise<R> | null = null
  for await (const item of items) {
    const result = work(item)
    // Awaited in the next round, or never if the caller stops earlier.
    result.catch(() => undefined)
    if (before !== null) yield await before
    before = result
  }
  if (before !== null) yield await before
}
