import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { ScanInput } from '../../scan/input.ts'

interface Overview {
  readonly value: OverviewRecord
  /** Fields whose value is unknown, although the record contains a number. */
  readonly unknown: readonly string[]
}

/** Shares of clusters, bundlers, insiders and snipers, each null if it is unknown. */
export function originOf(overview: Overview | null): ScanInput['origin'] {
  const share = (name: keyof OverviewRecord): number | null => (overview === null || overview.unknown.includes(name) ? null : overview.value[name])
  const [insiders, creator] = [share('insiders_pct'), share('dev_pct')]
  return {
    clusterPct: share('cluster_pct'),
    bundlersPct: share('bundlers_pct'),
    insidersPct: insiders === null || creator === null ? null : insiders + creator,
    snipersPct: share('snipers_pct'),
  }
}
