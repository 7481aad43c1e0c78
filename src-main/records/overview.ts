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
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { NETWORKS } from '../../src-shared/networks.ts'
import { measures } from './measures.ts'

interface Parts {
  readonly clusters: ClusterRecord
  readonly distribution: DistributionRecord
  readonly snipers: SniperRecord
  readonly bundlers: BundlerRecord
  readonly insiders: InsiderRecord
}

/** The creator, and contracts that the creator or the token's owner controls; empty if the creator is unknown. */
export function creatorWallets({ index: { creator }, devContracts: { controlled } }: Findings): readonly string[] {
  return creator === null ? [] : [creator, ...controlled]
}

/** Share of the creator's wallets; 0 if the creator is unknown. */
export function devPercent(findings: Findings): number {
  const { raw, percent } = measures(findings)
  return percent(sumRaw(creatorWallets(findings).map(raw)))
}

/** The six figures of the overview. Each equals the figure of its own record. */
export function localOverviewRecord(findings: Findings, parts: Parts): OverviewRecord {
  return {
    cluster_pct: parts.clusters.total_cluster_pct,
    snipers_pct: parts.snipers.total_sniper_pct,
    bundlers_pct: parts.bundlers.total_bundlers_pct,
    dev_pct: devPercent(findings),
    insiders_pct: parts.insiders.total_insiders_pct,
    top10_pct: parts.distribution.top_10_holder_concentration,
  }
}

/** The public record. Figures that the network's public records lack are 0 (docs/api/records.md#overview). */
export function overviewRecord({ facts }: Findings, local: OverviewRecord): OverviewRecord {
  const { snipers, bundlers, insiders } = NETWORKS[facts.token.network].publicMetrics
  return {
    ...local,
    snipers_pct: snipers ? local.snipers_pct : 0,
    bundlers_pct: bundlers ? local.bundlers_pct : 0,
    dev_pct: insiders ? local.dev_pct : 0,
    insiders_pct: insiders ? local.insiders_pct : 0,
  }
}

export function dexMetricsRecord(findings: Findings, overview: OverviewRecord, distribution: DistributionRecord): DexMetricsData {
  const { token } = findings.facts
  return { total_supply: measures(findings).units(token.totalSupply), ...overview, ...distribution, holder_count: token.holderCount }
}
