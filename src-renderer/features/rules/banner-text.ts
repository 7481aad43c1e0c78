import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import { countOf, formatPercent } from '../../format/number.ts'

export interface BannerProps {
  /** Under the active rules. */
  readonly before: ExplainedClusters | null
  /** Under trial thresholds or the open case; null until computed. */
  readonly after: ExplainedClusters | null
  readonly error: Error | null
  /** Snapshots keep their clusters, so neither the trial nor the case applies to them. */
  readonly onSnapshot: boolean
}

export const NOT_ON_SNAPSHOTS = 'Snapshots keep their original clusters. Go back to the latest state to see the change.'

/** How clusters differ from those under the active rules. */
export function compareClusters(before: ExplainedClusters | null, after: ExplainedClusters | null): string {
  if (before === null || after === null) return 'Computing…'
  const [was, is] = [before.clusters.length, after.clusters.length]
  const clusters = was === is ? `Still ${countOf(is, 'cluster')}` : `${countOf(was, 'cluster')} became ${is}`
  const [then, now] = [formatPercent(before.total_cluster_pct), formatPercent(after.total_cluster_pct)]
  return `${clusters}; they hold ${now} of supply${then === now ? ' as before' : ` instead of ${then}`}.`
}
