import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'

/** One token that is being followed. Its `record` changes only through `report` in follow.ts. */
export interface FollowedToken {
  readonly token: TokenKey
  record: FollowRecord
  /**
   * Whether this process says how far the token is followed: true once it has had the lease, false after it lost it. Before either, it says only
   * what keeps it from following.
   */
  speaks: boolean | null
  watchers: number
  /** Ends following for good. */
  readonly abort: AbortController
  /** Ends the current session only. The loop starts another one when the reason for the pause is gone. */
  pause: AbortController
  /** Settles when the loop of this token has ended. */
  ended: Promise<void>
}

/** The record of a token that is not followed. */
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
    speaks: null,
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

/** The change of a record when the chain reverts everything from a block on. */
export const rolledBack = (from: number, at: number): Partial<FollowRecord> => ({ last_block: from > 0 ? from - 1 : null, withdrawn: { from, at } })

/** The change of a record with which following starts, or starts again at `since` (Unix seconds). */
export const starting = (since: number): Partial<FollowRecord> => ({ following: true, state: 'starting', since })

/** Whether a process that may not have the lease publishes the record. */
export const isSaid = ({ speaks, record }: Pick<FollowedToken, 'speaks' | 'record'>): boolean =>
  speaks ?? (record.message !== null && (record.state === 'reconnecting' || record.state === 'off'))
