import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { ClusterRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { Findings } from '../../../src-main/detectors/findings.ts'

/** Detections for one script, from the detectors on simulated facts or from the app reading a node. */
export interface Detections {
  /** Addresses with a balance, without contracts. */
  readonly holders: readonly string[]
  readonly clusterOf: ReadonlyMap<string, number>
  /** State by address: `held`, `sold_fully`, … */
  readonly snipers: ReadonlyMap<string, string>
  /** Snipers whose buys in the window paid a block builder. */
  readonly tipped: ReadonlySet<string>
  readonly bundlers: ReadonlySet<string>
  readonly insiders: ReadonlySet<string>
  /** Includes tokens that the creator keeps in contracts. null if no node was read. */
  readonly creator: EarlyRecord['creator']
}

const toAddressSet = (rows: readonly { readonly address: string }[]): Set<string> => new Set(rows.map(({ address }) => address))
const indexClusters = (clusters: readonly (readonly string[])[]): Map<string, number> =>
  new Map(clusters.flatMap((members, i) => members.map((address): [string, number] => [address, i])))

export function detectionsFromFindings({ facts, index: study, clusters, snipers, bundles, insiders }: Findings): Detections {
  return {
    holders: study.balances.ranked.map(({ address }) => address).filter((address) => facts.accounts.get(address) !== 'contract'),
    clusterOf: indexClusters(clusters.clusters.map(({ members }) => members)),
    snipers: new Map(snipers.map(({ address, state }) => [address, state])),
    tipped: toAddressSet(snipers.filter(({ tipped }) => tipped)),
    bundlers: toAddressSet(bundles.bundlers),
    insiders: toAddressSet(insiders),
    creator: null,
  }
}

export function detectionsFromRecords(
  holders: readonly string[],
  { clusters }: ClusterRecord,
  { snipers, bundlers, insiders, creator }: EarlyRecord,
): Detections {
  return {
    holders,
    clusterOf: indexClusters(clusters.map(({ cluster_addresses: members }) => members.map(({ address }) => address))),
    snipers: new Map(snipers.map(({ address, status }) => [address, status.join(' and ')])),
    tipped: toAddressSet(snipers.filter(({ tipped }) => tipped)),
    bundlers: toAddressSet(bundlers),
    insiders: toAddressSet(insiders),
    creator,
  }
}
