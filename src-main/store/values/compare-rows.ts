import type { RowChanges } from '../interface.ts'

export interface Compared<Stored, Read> {
  /** Stored rows to delete: removed ones and the old form of changed ones. */
  readonly outdated: readonly Stored[]
  /** Rows to insert: added ones and the new form of changed ones. */
  readonly fresh: readonly Read[]
  /** Rows without a stored row at the same place. */
  readonly added: readonly Read[]
  readonly changes: RowChanges
}

/**
 * Compares stored rows with rows that were read again. Rows are the same when their whole content is; a stored and a read row at one place with
 * different content are one changed row.
 *
 * @param whole whether stored rows at places without a read row are outdated
 */
export function compareRows<Stored, Read>(
  stored: readonly Stored[],
  read: readonly Read[],
  {
    keyOfStored,
    keyOfRead,
    isSame,
    whole,
  }: {
    readonly keyOfStored: (row: Stored) => string
    readonly keyOfRead: (row: Read) => string
    readonly isSame: (stored: Stored, read: Read) => boolean
    readonly whole: boolean
  },
): Compared<Stored, Read> {
  const unmatched = Map.groupBy(stored, keyOfStored)
  const fresh: Read[] = []
  let same = 0
  for (const row of read) {
    const there = unmatched.get(keyOfRead(row)) ?? []
    const found = there.findIndex((one) => isSame(one, row))
    if (found === -1) {
      fresh.push(row)
      continue
    }
    there.splice(found, 1)
    same++
  }
  const outdated: Stored[] = []
  const added: Read[] = []
  for (const row of fresh) {
    const replaced = unmatched.get(keyOfRead(row))?.shift()
    if (replaced === undefined) added.push(row)
    else outdated.push(replaced)
  }
  const changed = outdated.length
  if (whole) for (const rows of unmatched.values()) outdated.push(...rows)
  return { outdated, fresh, added, changes: { same, added: added.length, removed: outdated.length - changed, changed } }
}
