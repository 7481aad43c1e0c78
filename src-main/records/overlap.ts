import type { OverlapRecord } from '../../src-shared/contract/records/local.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { overlapGroups } from '../../src-shared/domain/overlap.ts'
import { compareText } from '../../src-shared/domain/compare.ts'
import type { Findings } from '../detectors/findings.ts'
import { measures } from './measures.ts'
import { creatorWallets } from './overview.ts'

/** All wallets of the five lists, grouped by the exact set of lists each is in. Groups are disjoint, so their shares add up. */
export function overlapRecord(findings: Findings): OverlapRecord {
  const { raw, percent } = measures(findings)
  const { all, groups } = overlapGroups({
    clusters: new Set(findings.clusters.clusters.flatMap(({ members }) => members)),
    snipers: new Set(findings.snipers.map(({ address }) => address)),
    bundlers: new Set(findings.bundles.bundlers.map(({ address }) => address)),
    insiders: new Set(findings.insiders.map(({ address }) => address)),
    dev: new Set(creatorWallets(findings)),
  })
  return {
    groups: groups
      .toSorted((a, b) => compareText(a.sets.join(' '), b.sets.join(' ')))
      .map(({ sets, addresses }) => ({ sets, wallets: addresses.length, pct: percent(sumRaw(addresses.map(raw))), addresses })),
    union_pct: percent(sumRaw(all.map(raw))),
  }
}
