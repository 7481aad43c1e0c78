import type { OverlapRecord } from '../../src-shared/contract/records/local.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { NETWORKS } from '../../src-shared/networks.ts'
import { pushTo } from '../detectors/order.ts'
import type { Findings } from '../detectors/findings.ts'
import { measures } from './measures.ts'

type SetName = OverlapRecord['groups'][number]['sets'][number]
const ORDER: readonly SetName[] = ['clusters', 'snipers', 'bundlers', 'insiders', 'dev']

/** Every wallet of the five lists, grouped by exactly which lists it is in: groups add up, lists do not. */
export function overlapRecord(findings: Findings): OverlapRecord {
  const { raw, percent } = measures(findings)
  const dev = devWallet(findings)
  const sets: Record<SetName, ReadonlySet<string>> = {
    clusters: new Set(findings.clusters.clusters.flatMap(({ members }) => members)),
    snipers: new Set(findings.snipers.map(({ address }) => address)),
    bundlers: new Set(findings.bundles.bundlers.map(({ address }) => address)),
    insiders: new Set(findings.insiders.map(({ address }) => address)),
    dev: new Set(dev === null ? [] : [dev]),
  }
  const all = [...new Set(ORDER.flatMap((name) => [...sets[name]]))].sort()
  const groups = new Map<string, string[]>()
  for (const address of all) {
    const key = ORDER.filter((name) => sets[name].has(address)).join(' ')
    pushTo(groups, key, address)
  }
  return {
    groups: [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, addresses]) => ({
        sets: ORDER.filter((name) => key.split(' ').includes(name)),
        wallets: addresses.length,
        pct: percent(sumRaw(addresses.map(raw))),
        addresses,
      })),
    union_pct: percent(sumRaw(all.map(raw))),
  }
}

/** The creator, where the network counts a dev share (interface.md: 0 on eth, base, bsc). */
export function devWallet({ facts: { token }, study }: Findings): string | null {
  return NETWORKS[token.network].metrics.insiders ? study.creator : null
}
