import type { OverlapRecord } from '../contract/records/local.ts'

type SetName = OverlapRecord['groups'][number]['sets'][number]
const SET_NAMES: readonly SetName[] = ['clusters', 'snipers', 'bundlers', 'insiders', 'dev']

interface OverlapGroups {
  /** Every wallet on any list, ascending. */
  readonly all: readonly string[]
  /** Wallets grouped by exactly which lists they are on, in the order of the first wallet of each group. */
  readonly groups: readonly { readonly sets: SetName[]; readonly addresses: string[] }[]
}

/** Groups wallets by exactly which lists they are on. Group sizes add up, list sizes do not. */
export function overlapGroups(lists: Readonly<Record<SetName, ReadonlySet<string>>>): OverlapGroups {
  const all = [...new Set(SET_NAMES.flatMap((name) => [...lists[name]]))].sort()
  const groups = new Map<string, { sets: SetName[]; addresses: string[] }>()
  for (const address of all) {
    const sets = SET_NAMES.filter((name) => lists[name].has(address))
    const key = sets.join(' ')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { sets, addresses: [address] })
    else group.addresses.push(address)
  }
  return { all, groups: [...groups.values()] }
}
