import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { bundleNumbers } from '../../../src-shared/domain/bundle-numbers.ts'

type Group = EarlyRecord['groups'][number]

export interface DrawnBundle extends Group {
  /** Null for single wallets: they share a block and a reason but are not a bundle. */
  readonly number: number | null
}

/** Groups for display: single wallets with the same block and reason are merged into one box. */
export function mergeSingles(groups: readonly Group[]): DrawnBundle[] {
  const drawn: DrawnBundle[] = []
  const boxOf = new Map<string, number>()
  const numbers = bundleNumbers(groups)
  for (const group of groups) {
    const key = `${group.slot} ${group.reason}`
    const at = group.wallets.length > 1 ? undefined : boxOf.get(key)
    const box = at === undefined ? undefined : drawn[at]
    if (at !== undefined && box !== undefined) {
      drawn[at] = { ...box, wallets: [...box.wallets, ...group.wallets], tx: [...box.tx, ...group.tx] }
      continue
    }
    if (group.wallets.length === 1) boxOf.set(key, drawn.length)
    drawn.push({ ...group, number: numbers.get(group.id) ?? null })
  }
  return drawn
}
