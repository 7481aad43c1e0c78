import type { TokenKey } from '../../src-shared/domain/address.ts'
import { NOT_IN_POPULATION } from '../../src-shared/domain/labels.ts'
import { listsAllHolders } from '../../src-shared/domain/snapshot-diff.ts'
import { distribution } from '../detectors/distribution/distribution.ts'
import type { DistributionPoint } from '../records/distribution.ts'
import type { StoreReads } from '../store/interface.ts'
import { readSnapshot } from './read-snapshot.ts'

const MAX_POINTS = 100

/** Percentages have twelve decimals. As integers they add and compare exactly. */
const PERCENT_SCALE = 1e12
const WHOLE = 100n * 10n ** 12n

/**
 * Distribution of the newest stored snapshots, oldest first. Snapshots without all holders are left out, since Gini over the
 * largest holders alone is too low.
 */
export function distributionSeries(reads: StoreReads, token: TokenKey): DistributionPoint[] {
  return reads
    .snapshotTimestamps(token)
    .slice(-MAX_POINTS)
    .flatMap((timestamp) => {
      const snapshot = readSnapshot(reads, token, timestamp)
      if (snapshot === null || !listsAllHolders(snapshot)) return []
      const shares = snapshot.nodes
        .filter(({ is_holder, tags }) => is_holder && !tags.some((tag) => NOT_IN_POPULATION.has(tag)))
        // A balance that rounds to zero is still a holder's.
        .map(({ percentage }) => BigInt(Math.max(1, Math.round(percentage * PERCENT_SCALE))))
      const { gini, hhi, nakamoto, top10Pct } = distribution(shares, WHOLE)
      return [{ timestamp, gini, hhi, nakamoto, top_10_holder_concentration: top10Pct }]
    })
}
