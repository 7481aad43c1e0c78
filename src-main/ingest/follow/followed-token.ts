import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'

/** One token that is being followed. Its `record` changes only through `report` in follow.ts. */
export interface FollowedToken {
  readonly token: TokenKey
  record: FollowRecord
  /**
   * Whether this process reports how far the token is followed: true once it has had the lease, false after losing it. Null before either: it then
   * reports only what prevents following.
   */
  reportsProgress: boolean | null
  /** The last session ended because the store did not answer. It may have stored what was then not published. */
  hasUnanswered: boolean
  watchers: number
  /** Ends following for good. */
  readonly abort: AbortController
  /** Ends the current session only. The loop starts another once the reason for the pause has passed. */
  pause: AbortController
  /** Settles when the loop of this token has ended. */
  ended: Promise<void>
}

export const NOT_FOLLOWED: FollowRecord = {
  following: false,
  kept: false,
  state: 'off',
  behind: null,
  message: null,
  last_block: null,
  since: null,
  withdrawn: null,
}

export function newFollowedToken({ network, address }: TokenKey): FollowedToken {
  return {
    token: { network, address },
    record: NOT_FOLLOWED,
    reportsProgress: null,
    hasUnanswered: false,
    watchers: 0,
    abort: new AbortController(),
    pause: new AbortController(),
    ended: Promise.resolve(),
  }
}

/** Ends the current session and the loop. */
export function abortFollowing(entry: FollowedToken): void {
  entry.abort.abort()
  entry.pause.abort()
}

/** The change to a record when the chain reverts all blocks from `from` on. */
export const rolledBack = (from: number, at: number): Partial<FollowRecord> => ({ last_block: from > 0 ? from - 1 : null, withdrawn: { from, at } })

/** The change to a record when following starts, or restarts at `since` (Unix seconds). */
export const starting = (since: number): Partial<FollowRecord> => ({ following: true, state: 'starting', since })

/** Whether this process publishes the record, which it may do before it has the lease. */
export const isReported = ({ reportsProgress, record }: Pick<FollowedToken, 'reportsProgress' | 'record'>): boolean =>
  reportsProgress ?? (record.message !== null && (record.state === 'reconnecting' || record.state === 'off'))
