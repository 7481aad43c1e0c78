import type { Page } from '../../chains/adapter.ts'
import { difference, size } from '../../store/intervals.ts'
import type { BlockRange, Coverage } from '../../store/interface.ts'
import { wantedRange, type StageContext } from '../stage.ts'

/**
 * Reads the wanted blocks that are not stored yet, page by page. `save` stores a page's rows together with the range they
 * cover, so that a stop at any moment leaves nothing to read twice.
 */
export async function readMissing<T>(
  context: StageContext,
  what: Coverage,
  pages: (range: BlockRange) => AsyncIterable<Page<T>>,
  save: (rows: readonly T[], covers: BlockRange) => Promise<unknown>,
): Promise<void> {
  const { store, token, progress } = context
  const missing = difference([await wantedRange(context)], await store.read.covered({ token, what }))
  const total = size(missing)
  let read = 0
  progress(read, total)
  for (const range of missing) {
    for await (const { rows, from, to } of pages(range)) {
      await save(rows, { from, to })
      read += to - from + 1
      progress(read, total)
    }
  }
}
