import type { HolderPage } from '../../src-shared/contract/records/local.ts'
import type { Findings } from '../detectors/findings.ts'
import { measures } from './measures.ts'

/** Id of the cluster each wallet is in. */
export function clusterIds({ clusters }: Findings): Map<string, number> {
  return new Map(
    clusters.clusters.flatMap(({ id, members, connectors }) => [...members, ...connectors].map((address): [string, number] => [address, id])),
  )
}

/** Every stored holder, largest first. */
export function holderRecord(findings: Findings): HolderPage {
  const { holding } = measures(findings)
  const clusters = clusterIds(findings)
  const holders = findings.index.balances.ranked.map(({ address, raw }, i) => {
    const { balance, percentage } = holding(address)
    return {
      rank: i + 1,
      address,
      label: findings.labels.name(address),
      tags: [...findings.labels.tags(address)],
      balance,
      balance_raw: raw.toString(),
      percentage,
      cluster: clusters.get(address) ?? null,
    }
  })
  return { total: holders.length, holders }
}
