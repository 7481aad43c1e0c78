import { atLeastText } from '../../../src-shared/domain/shown.ts'
import { countOf, formatPercent } from '../../format/number.ts'

interface Clustered {
  readonly wallets: number
  readonly clusters: number
  /** Percent of supply. */
  readonly share: number
  readonly holders: number
  /** Why wallets may be missing from the clusters; null if all are known. */
  readonly unknown: string | null
}

/** "12 wallets in 3 clusters hold 4.50 % of supply.", or a lower bound. */
export function clustersSentence({ wallets, clusters, share, holders, unknown }: Clustered): string {
  if (clusters === 0) return unknown === null ? `No clusters found among ${countOf(holders, 'holder')}.` : `Clusters are unknown. ${unknown}`
  const held = unknown === null ? formatPercent(share) : atLeastText(share)
  return `${countOf(wallets, 'wallet')} in ${countOf(clusters, 'cluster')} hold ${held} of supply.`
}
