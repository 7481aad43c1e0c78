import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { ClusterRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { Findings } from '../../../src-main/detectors/findings.ts'

/** What was found of a script, whoever looked: the detectors on simulated facts, or the app on a node. */
export interface Found {
  /** Wallets with a balance that are people's. */
  readonly holders: readonly string[]
  readonly clusterOf: ReadonlyMap<string, number>
  /** What became of each. */
  readonly snipers: ReadonlyMap<string, string>
  readonly bundlers: ReadonlySet<string>
  readonly insiders: ReadonlySet<string>
}

const addressesOf = (rows: readonly { readonly address: string }[]): Set<string> => new Set(rows.map(({ address }) => address))
const clustersOf = (clusters: readonly (readonly string[])[]): Map<string, number> =>
  new Map(clusters.flatMap((members, i) => members.map((address): [string, number] => [address, i])))

export function foundInFindings({ facts, index: study, clusters, snipers, bundles, insiders }: Findings): Found {
  return {
    holders: study.balances.ranked.map(({ address }) => address).filter((address) => facts.accounts.get(address) !== 'contract'),
    clusterOf: clustersOf(clusters.clusters.map(({ members }) => members)),
    snipers: new Map(snipers.map(({ address, state }) => [address, state])),
    bundlers: addressesOf(bundles.bundlers),
    insiders: addressesOf(insiders),
  }
}

export function foundInRecords(holders: readonly string[], { clusters }: ClusterRecord, { snipers, bundlers, insiders }: EarlyRecord): Found {
  return {
    holders,
    clusterOf: clustersOf(clusters.map(({ cluster_addresses: members }) => members.map(({ address }) => address))),
    snipers: new Map(snipers.map(({ address, status }) => [address, status.join(' and ')])),
    bundlers: addressesOf(bundlers),
    insiders: addressesOf(insiders),
  }
}
