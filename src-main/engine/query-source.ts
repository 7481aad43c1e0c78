import type { LRUCache } from 'lru-cache'
import type { ExplainedClusters, HolderPage } from '../../src-shared/contract/records/local.ts'
import type { StatePart } from '../../src-shared/contract/records/current-state.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { WatchMatch, WatchMoment } from '../../src-shared/domain/watch-moment.ts'
import type { StoreReads } from '../store/interface.ts'
import type { IndexedToken } from './indexed-facts.ts'

export interface WatchAnswer {
  readonly moment: WatchMoment | null
  /** Of the moment's block; null if it is not stored. */
  readonly hash: string | null
  readonly matches: readonly WatchMatch[]
}

export interface RuleTest {
  readonly matches: readonly WatchMatch[]
  readonly snapshots: number
}

/** Parts of a token's current state as last answered. The next answers are changes of them. */
export interface StateParts {
  readonly snapshot: SnapshotRecord
  readonly holders: HolderPage
  readonly clusters: ExplainedClusters
}
export type StateHistory = LRUCache<string, StateParts[StatePart]>

/** The token that a query is about, and the store. */
export interface QuerySource extends IndexedToken {
  readonly reads: StoreReads
  readonly stateHistory: StateHistory
}
