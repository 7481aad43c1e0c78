import type { NeighbourList } from '../../src-shared/contract/records/evidence.ts'
import type { Findings } from '../detectors/findings.ts'
import { clusterIds } from './holders.ts'
import { countMovements, linksBetween } from './links.ts'
import { byAddress, measures } from './measures.ts'

/** Wallets with stored movements to or from a wallet, by share of supply, then by number of movements. */
export function neighbourList(findings: Findings, { wallet, limit }: { wallet: string; limit: number }): NeighbourList {
  const { links, byToken } = linksBetween(findings, (from, to) => from === wallet || to === wallet)
  const byNeighbour = Map.groupBy([...links, ...[...byToken.values()].flat()], ({ source, target }) => (source === wallet ? target : source))
  const { holding, raw } = measures(findings)
  const clusters = clusterIds(findings)
  const ranked = [...byNeighbour]
    .map(([address, own]) => ({ address, own, share: holding(address).percentage, moves: own.reduce((sum, link) => sum + countMovements(link), 0) }))
    .sort((x, y) => y.share - x.share || y.moves - x.moves || byAddress(x, y))
  return {
    wallet,
    total: ranked.length,
    neighbours: ranked.slice(0, limit).map(({ address, own, share }) => ({
      address,
      label: findings.labels.name(address),
      tags: [...findings.labels.tags(address)],
      is_holder: raw(address) > 0n,
      percentage: share,
      cluster: clusters.get(address) ?? null,
      links: own,
    })),
  }
}
