import type { WatchMatch, WatchMoment } from '../../src-shared/domain/watch-moment.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'

export interface WatchAnswer {
  readonly moment: WatchMoment | null
  readonly matches: readonly WatchMatch[]
}

export interface RuleTest {
  readonly matches: readonly WatchMatch[]
  readonly snapshots: number
}

/** The token that a query is about, and the store. */
export interface QuerySource {
  readonly reads: StoreReads
  readonly token: StoredToken
}
