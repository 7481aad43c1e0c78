import type { Address } from '../../../../src-shared/domain/address.ts'
import { countOf, grouped } from '../../../../src-shared/domain/shown.ts'
import type { BlockRange, RowChanges } from '../../../store/interface.ts'
import { intersection } from '../../../store/values/intervals.ts'
import { readTransfersStage } from '../transfers.ts'
import { READ_FROM_BLOCKS, type StageContext } from '../stage.ts'
import { crossCheck, type CrossCheck } from './cross-check.ts'

/** The outcome of the cross-checks, after wrong blocks were read again once. */
export interface Repair extends Pick<CrossCheck, 'movesAlone' | 'issued' | 'notes'> {
  /** Whether stored transfers are still wrong. */
  readonly isWrong: boolean
}

/**
 * Checks the stored transfers and reads wrong blocks again. Blocks that are still wrong stay marked as unread. The next read requests them, and the
 * current one reads no pools or trades from them.
 *
 * @param differing as for `crossCheck`
 * @param compareAgain returns the differing wallets after the stored transfers changed
 */
export async function repairTransfers(
  context: StageContext,
  differing: readonly Address[],
  compareAgain: () => Promise<readonly Address[]>,
): Promise<Repair> {
  const checks = context.adapter.crossChecks
  if (checks === undefined) return { movesAlone: null, issued: null, notes: [], isWrong: false }
  const first = await crossCheck(context, checks, differing)
  if (first.wrong.length === 0) return { ...first, isWrong: false }
  const archives = await archivesOf(context, first.wrong)
  await forget(context, first.wrong)
  const changes = await readAgain(context)
  const second = changes === null ? first : await crossCheck(context, checks, await compareAgain())
  if (changes !== null && second.wrong.length === 0) {
    return { ...second, notes: [describeReplaced(first.wrong, archives, changes), ...second.notes], isWrong: false }
  }
  await forget(context, second.wrong)
  return { ...second, notes: [describeWrong(second.wrong), ...second.notes], isWrong: true }
}

/** Null if the endpoint returned the same transfers again. */
async function readAgain(context: StageContext): Promise<RowChanges | null> {
  const result = await readTransfersStage({ ...context, source: 'node', progress: () => undefined })
  const changes = result.state === 'done' ? result.compared : undefined
  return changes === undefined || changes.added + changes.removed + changes.changed === 0 ? null : changes
}

/** The archives that some of the blocks were read from. */
async function archivesOf({ store, token }: StageContext, ranges: readonly BlockRange[]): Promise<string[]> {
  const covered = await store.read.coveredBySource({ token, what: 'transfers' })
  const sources = covered.flatMap(({ source, ...range }) => (source === undefined || intersection([range], ranges).length === 0 ? [] : [source]))
  return [...new Set(sources)].map((source) => source.replace('archive:', ''))
}

async function forget({ store, token }: StageContext, ranges: readonly BlockRange[]): Promise<void> {
  for (const range of ranges) await store.write.forgetCoverage({ token, what: READ_FROM_BLOCKS, range })
}

function describeReplaced(wrong: readonly BlockRange[], archives: readonly string[], { added, removed, changed }: RowChanges): string {
  const origin = archives.length === 0 ? '' : `, which came from the archive ${archives.join(' and ')},`
  return `Stored transfers of ${blocksText(wrong)}${origin} were wrong and have been replaced: ${added} added, ${removed} removed, ${changed} changed.`
}

const describeWrong = (wrong: readonly BlockRange[]): string =>
  `The endpoint leaves out or changes transfers of ${blocksText(wrong)}, as balances and receipts show; set another endpoint and read the token again.`

/** Names the range. Several ranges are named by their first and last block, with the number of ranges. */
function blocksText(ranges: readonly BlockRange[]): string {
  const [first] = ranges
  const last = ranges.at(-1)
  if (first === undefined || last === undefined) return 'no blocks'
  const within = `blocks ${grouped(first.from)} to ${grouped(last.to)}`
  return ranges.length === 1 ? within : `${within} (${countOf(ranges.length, 'range')})`
}
