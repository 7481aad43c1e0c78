import type {
  BundlerRecord,
  ClusterRecord,
  DistributionRecord,
  InsiderRecord,
  OverviewRecord,
  SniperRecord,
} from '../../src-shared/contract/records/metrics.ts'
import type { DexMetricsData } from '../../src-shared/contract/streams.ts'
import type { Findings } from '../detectors/findings.ts'
import { isUnsupported } from '../detectors/snipers/launch.ts'
import { measures } from './measures.ts'

export interface Parts {
  readonly clusters: ClusterRecord
  readonly distribution: DistributionRecord
  readonly snipers: SniperRecord
  readonly bundlers: BundlerRecord
  readonly insiders: InsiderRecord
}

/** The six figures of the overview: each is the total of its own record. The creator's is 0 where insiders are not computed (docs/api/records.md#overview). */
export function overviewRecord(findings: Findings, parts: Parts): OverviewRecord {
  const dev = isUnsupported(findings.index, 'insiders') ? null : findings.index.creator
  return {
    cluster_pct: parts.clusters.total_cluster_pct,
    snipers_pct: parts.snipers.total_sniper_pct,
    bundlers_pct: parts.bundlers.total_bundlers_pct,
    dev_pct: dev === null ? 0 : measures(findings).holding(dev).percentage,
    insiders_pct: parts.insiders.total_insiders_pct,
    top10_pct: parts.distribution.top_10_holder_concentration,
  }
}

export function dexMetricsRecord(findings: Findings, overview: OverviewRecord, distribution: DistributionRecord): DexMetricsData {
  const { token } = findings.facts
  return { total_supply: measures(findings).units(token.totalSupply), ...overview, ...distribution, holder_count: token.holderCount }
}
