import type { HolderPage } from '../../src-shared/contract/records/local.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { measures } from './measures.ts'

type HolderRow = HolderPage['holders'][number]

/** Id of the cluster each wallet is in. */
export function clusterIds({ clusters }: Findings): Map<string, number> {
  return new Map(
    clusters.clusters.flatMap(({ id, members, connectors }) => [...members, ...connectors].map((address): [string, number] => [address, id])),
  )
}

/** Every stored holder, largest first. A row keeps its identity while its content is the same: a trade changes few of them. */
export function holderRecord(findings: Findings): HolderPage {
  const { units, percent } = measures(findings)
  const { labels, index, facts } = findings
  const clusters = clusterIds(findings)
  const made = index.state.memoize('holder rows', [labels, facts.token.decimals, facts.token.totalSupply], () => new WeakMap<Balance, HolderRow>())
  const rowOf = (holding: Balance, rank: number): HolderRow => {
    const { address, raw } = holding
    const cluster = clusters.get(address) ?? null
    const before = made.get(holding)
    if (before?.rank === rank && before.cluster === cluster) return before
    const row =
      before === undefined
        ? {
            rank,
            address,
            label: labels.name(address),
            tags: [...labels.tags(address)],
            balance: units(raw),
            balance_raw: raw.toString(),
            percentage: percent(raw),
            cluster,
          }
        : { ...before, rank, cluster }
    made.set(holding, row)
    return row
  }
  const holders = index.balances.ranked.map((holding, i) => rowOf(holding, i + 1))
  return { total: holders.length, holders }
}
