import type { Page } from '../../chains/adapter.ts'
import { difference, size } from '../../store/values/intervals.ts'
import type { BlockRange, Coverage } from '../../store/interface.ts'
import { unreadNote } from './decide.ts'
import { addNotes, done, wantedRange, type StageContext, type StageResult } from './stage.ts'

/**
 * Reads the wanted blocks that are not stored yet, page by page. `save` stores a page's rows together with the range they
 * cover, so that a stop at any moment leaves nothing to read twice.
 */
export async function readMissing<T>(
  context: StageContext,
  what: Coverage,
  pages: (range: BlockRange) => AsyncIterable<Page<T>>,
  save: (rows: readonly T[], covers: BlockRange) => Promise<unknown>,
): Promise<StageResult> {
  const { store, token, progress } = context
  const missing = difference([await wantedRange(context)], await store.read.covered({ token, what }))
  const total = size(missing)
  const notes = new Set<string>()
  let before = 0
  progress(before, total)
  for (const range of missing) {
    for await (const page of pages(range)) {
      await save(page.rows, { from: page.from, to: page.to })
      for (const note of page.notes ?? []) notes.add(note)
      progress(before + page.to - range.from + 1, total)
    }
    before += size([range])
  }
  return endOfReading(context, what, notes)
}

/** Ends a stage that read blocks: what its pages left out, and blocks that none told, stay with the token. */
export async function endOfReading(context: StageContext, what: Coverage, notes: Iterable<string>): Promise<StageResult> {
  const { store, token } = context
  const unread = unreadNote(what, difference([await wantedRange(context)], await store.read.covered({ token, what })))
  const all = [...notes, ...(unread === null ? [] : [unread])]
  await addNotes(context, all)
  return done(all.length === 0 ? null : all.join(' '))
}
