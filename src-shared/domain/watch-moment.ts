import type { WatchedRole } from './watch-lists.ts'
import type { Shares, WatchCondition } from './watch.ts'

/** The state of a token that watch rules compare, and what they find. */

/** Values over time, for rules about moves within a period. */
export interface WatchedValues {
  readonly shares: Shares
  /** Percent of supply by cluster id. */
  readonly clusters: Readonly<Record<string, number>>
}

export interface WatchMoment {
  readonly block: number
  /** Unix seconds of the block. */
  readonly time: number
  readonly values: WatchedValues
  /** The top hundred of the ranked population; null if larger holders may be unknown. */
  readonly top: readonly string[] | null
  /** Balances above zero of wallets with a role, raw units. A wallet may have several. */
  readonly roles: readonly { readonly address: string; readonly role: WatchedRole; readonly raw: string }[]
  /** Members by cluster. A wallet that sells out is no longer in any. Empty if no rule is about members of clusters. */
  readonly clusters: readonly { readonly id: number; readonly members: readonly string[] }[]
  /** Balances of the pools, raw units. */
  readonly pools: Readonly<Record<string, string>>
}

export interface PastValues extends WatchedValues {
  readonly time: number
}

/** A rule with its wallets, as evaluated for one token. */
export interface ActiveRule {
  readonly id: string
  readonly condition: WatchCondition
  /** The cluster that the rule is about; null for any. */
  readonly cluster: number | null
  /** Wallets that the rule is about; null for every member of a cluster. */
  readonly wallets: readonly string[] | null
  /** Unix seconds of the rule's last change. Earlier events are not reported. */
  readonly changedAt: number
}

/** An event that a rule reports. */
export interface WatchMatch {
  readonly rule: string
  /** Dedupe key: equal for the same event. */
  readonly key: string
  readonly reason: string
  /** Unix seconds of the data. */
  readonly at: number
  /** Null for a finding of a scan. */
  readonly block: number | null
  /** Up to five. */
  readonly wallets: readonly string[]
  /** Up to five transactions. */
  readonly evidence: readonly string[]
}
