import pLimit from 'p-limit'

/** Maps items in order with a limit on concurrent calls. No further call starts after the first failure. */
export async function mapLimited<T, R>(items: Iterable<T>, concurrency: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(concurrency)
  return limit.map(items, async (item) => {
    try {
      return await work(item)
    } catch (error) {
      limit.clearQueue()
      throw error
    }
  })
}
