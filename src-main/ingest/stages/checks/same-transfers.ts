import type { Transfer } from '../../../../src-shared/domain/events.ts'

/** The content of a transfer without its time, which comes from the block header. */
const contentOf = ({ position: { block, tx, event }, tx: hash, from, to, raw }: Transfer): string => [block, tx, event, hash, from, to, raw].join(' ')

/** Whether two lists have the same transfers, in any order. */
export function isSame(a: readonly Transfer[], b: readonly Transfer[]): boolean {
  const contents = new Set(a.map(contentOf))
  return a.length === b.length && b.every((row) => contents.has(contentOf(row)))
}
