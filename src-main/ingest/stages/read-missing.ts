import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Page } from '../../chains/adapter.ts'
import type { BlockRange, Coverage, CoveredRange, RowChanges } from '../../store/interface.ts'
import { difference, intersection, size } from '../../store/values/intervals.ts'
import { Comparison } from './comparison.ts'
import { addNotes, done, readableRanges, wantedRange, type StageContext, type StageResult } from './stage.ts'

/**
 * Reads the wanted blocks that are not stored yet, page by page. `save` must store the rows of a page together with the range they cover, so that an
 * interrupted read never reads a block twice. If it compares them with previously stored rows, it returns what changed.
 *
 * @param only limits the read to a range; notes are then left to the read of the other blocks
 */
export async function readMissing<T>(
  context: StageContext,
  what: Coverage,
  pages: (range: BlockRange) => AsyncIterable<Page<T>>,
  save: (rows: readonly T[], covers: CoveredRange) => Promise<RowChanges | null>,
  only?: BlockRange,
): Promise<StageResult> {
  const { store, token, progress } = context
  const notes = new Set<string>()
  const remarks = new Set<string>()
  const comparison = new Comparison()
  let isRevoked: boolean
  do {
    isRevoked = false
    const readable = await readableRanges(context, what)
    const missing = difference(only === undefined ? readable : intersection(readable, [only]), await store.read.covered({ token, what }))
    const total = size(missing)
    let before = 0
    progress(before, total)
    for (const range of missing) {
      for await (const page of pages(range)) {
        isRevoked = (await forgetRevoked(context, what, page)) || isRevoked
        if (page.from <= page.to) comparison.add(await save(page.rows, { from: page.from, to: page.to, source: page.source }))
        for (const note of page.notes ?? []) notes.add(note)
        for (const remark of page.remarks ?? []) remarks.add(remark)
        progress(before + page.to - range.from + 1, total)
      }
      before += size([range])
    }
  } while (isRevoked)
  if (only !== undefined) return done()
  return comparison.reportIn(await endBlockStage(context, what, notes, remarks))
}

/** Marks the rows of a wrong archive as unread. An adapter does not read a wrong archive again. */
export async function forgetRevoked({ store, token }: StageContext, what: Coverage, { revokes }: Page<unknown>): Promise<boolean> {
  if (revokes === undefined) return false
  const { source, from } = revokes
  await store.write.forgetCoverage({ token, what: [what], range: { from, to: Number.MAX_SAFE_INTEGER }, source })
  return true
}

/**
 * Ends a stage that read blocks. Notes of its pages, and about blocks that no page covered, are added to the token.
 *
 * @param remarks shown with the job only
 */
export async function endBlockStage(
  context: StageContext,
  what: Coverage,
  notes: Iterable<string>,
  remarks: Iterable<string> = [],
): Promise<StageResult> {
  const { store, token } = context
  const unread = unreadNote(what, difference([await wantedRange(context)], await store.read.covered({ token, what })))
  const all = [...notes, ...(unread === null ? [] : [unread])]
  await addNotes(context, all)
  return done([...all, ...remarks])
}

/** A note about wanted blocks that no page covered; null when all were covered. */
export function unreadNote(what: string, unread: readonly BlockRange[]): string | null {
  const first = unread[0]
  const last = unread.at(-1)
  if (first === undefined || last === undefined) return null
  const blocks = countOf(size(unread), 'block')
  return `The ${what} of ${blocks} between ${first.from} and ${last.to} have not been read yet; a later stage or another read continues with them.`
}

/** Whether a note was made by `unreadNote`. */
export const isUnreadNote = (what: string, note: string): boolean =>
  note.startsWith(`The ${what} of `) && note.endsWith('another read continues with them.')
