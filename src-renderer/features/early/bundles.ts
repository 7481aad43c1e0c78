import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'

type Group = EarlyRecord['groups'][number]

export interface DrawnBundle extends Group {
  /** False for wallets that are on the list each by itself: they share a block and a reason and are no bundle. */
  readonly numbered: boolean
}

/** The groups as they are drawn: single wallets of one block and reason stand in one box together. */
export function bundlesOf(groups: readonly Group[]): DrawnBundle[] {
  const drawn: DrawnBundle[] = []
  const boxOf = new Map<string, number>()
  for (const group of groups) {
    const key = `${group.slot} ${group.reason}`
    const at = group.wallets.length > 1 ? undefined : boxOf.get(key)
    const box = at === undefined ? undefined : drawn[at]
    if (at !== undefined && box !== undefined) {
      drawn[at] = { ...box, wallets: [...box.wallets, ...group.wallets], tx: [...box.tx, ...group.tx] }
      continue
    }
    if (group.wallets.length === 1) boxOf.set(key, drawn.length)
    drawn.push({ ...group, numbered: group.wallets.length > 1 })
  }
  return drawn
}
