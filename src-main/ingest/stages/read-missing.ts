import type { Page } from '../../chains/adapter.ts'
import type { BlockRange, Coverage, RowChanges } from '../../store/interface.ts'
import { difference, size } from '../../store/values/intervals.ts'
import { Comparison } from './comparison.ts'
import { addNotes, done, readableRanges, wantedRange, type StageContext, type StageResult } from './stage.ts'

/**
 * Reads the wanted blocks that are not stored yet, page by page. `save` must store the rows of a page together with the range they cover, so
 * that an interrupted read never reads a block twice. Where it compares them with rows that were stored before, it returns what changed.
 */
export async function readMissing<T>(
  context: StageContext,
  what: Coverage,
  pages: (range: BlockRange) => AsyncIterable<Page<T>>,
  save: (rows: readonly T[], covers: BlockRange) => Promise<RowChanges | null>,
): Promise<StageResult> {
  const { store, token, progress } = context
  const missing = difference(await readableRanges(context, what), await store.read.covered({ token, what }))
  const total = size(missing)
  const notes = new Set<string>()
  const comparison = new Comparison()
  let before = 0
  progress(before, total)
  for (const range of missing) {
    for await (const page of pages(range)) {
      comparison.add(await save(page.rows, { from: page.from, to: page.to }))
      for (const note of page.notes ?? []) notes.add(note)
      progress(before + page.to - range.from + 1, total)
    }
    before += size([range])
  }
  return comparison.reportIn(await endBlockStage(context, what, notes))
}

/** Ends a stage that read blocks. Notes of its pages, and about blocks that no page covered, are added to the token. */
export async function endBlockStage(context: StageContext, what: Coverage, notes: Iterable<string>): Promise<StageResult> {
  const { store, token } = context
  const unread = unreadNote(what, difference([await wantedRange(context)], await store.read.covered({ token, what })))
  const all = [...notes, ...(unread === null ? [] : [unread])]
  await addNotes(context, all)
  return done(all)
}

/** A note about wanted blocks that no page covered; null when all were covered. */
export function unreadNote(what: string, unread: readonly BlockRange[]): string | null {
  const first = unread[0]
  const last = unread.at(-1)
  if (first === undefined || last === undefined) return null
  return `The ${what} of ${size(unread)} blocks between ${first.from} and ${last.to} have not been read yet; another read continues with them.`
}

/** Whether a note is one of `unreadNote`. */
export const isUnreadNote = (what: string, note: string): boolean =>
  note.startsWith(`The ${what} of `) && note.endsWith('another read continues with them.')
