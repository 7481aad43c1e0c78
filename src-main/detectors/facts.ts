import type { Claims } from '../../src-shared/domain/cases/claims.ts'
import type { DollarPayment, LaunchTransaction, Pool, TradeFact, TradingSwitch, TransferFact } from '../../src-shared/domain/events.ts'
import type { Label, LinkPolicy } from '../../src-shared/domain/labels.ts'
import type { AccountKind, Activity, Balance, ContractOwner, Funding, GrantedRole, RecordedLink, TokenInfo } from '../../src-shared/domain/token.ts'

/** The label of an address, merged from all lists: all tags, and the most restrictive link policy. */
export interface KnownLabel {
  readonly name: string | null
  readonly tags: readonly Label[]
  readonly linkPolicy: LinkPolicy
  /** As the list names it: `mixer`, `bridge`, `cex` … */
  readonly category?: string | null
}

/** Clusters of the newest stored snapshot, and the first id unused by any snapshot of the token. */
export interface ClustersBefore {
  readonly clusters: readonly { readonly id: number; readonly members: readonly string[] }[]
  readonly nextId: number
}

/** Clusters by their ids, with all addresses that belong to them: members and connectors. */
export type StatedClusters = readonly { readonly id: number; readonly nodes: readonly string[] }[]

/**
 * The input of the detectors: the stored facts of one token at one moment. Findings do not depend on the order of rows. An unknown fact is an
 * absent row.
 */
export interface TokenFacts {
  readonly token: TokenInfo
  /** Balances above zero. */
  readonly holdings: readonly Balance[]
  /** Whether `holdings` are all holders of the token, not only the largest. */
  readonly complete: boolean
  readonly labels: ReadonlyMap<string, KnownLabel>
  readonly accounts: ReadonlyMap<string, AccountKind>
  readonly pools: readonly Pool[]
  readonly transfers: readonly TransferFact[]
  readonly nativeTransfers: readonly TransferFact[]
  /** Dollar coins paid between wallets around the time tokens went the other way. */
  readonly dollarPayments: readonly DollarPayment[]
  readonly funding: readonly Funding[]
  /** Native coin of holders as last read, raw units; missing if not read. */
  readonly nativeBalances: ReadonlyMap<string, bigint>
  /** Activity of wallets that funded several wallets, as far as read. */
  readonly activity: readonly Activity[]
  readonly trades: readonly TradeFact[]
  readonly recordedLinks: readonly RecordedLink[]
  /** Number of distinct counterparties ever, for addresses for which an imported map states it. */
  readonly counterparties: ReadonlyMap<string, number>
  /** Wrapped forms of the native coin, worth one to one. */
  readonly nativeTokens: ReadonlySet<string>
  /** Whether the stored trades begin at the token's birth without a gap. Only then is its first DEX event known. */
  readonly tradesFromBirth: boolean
  /** Set if the current balances of the launch's buyers are stored although not all holders are. Absent otherwise. */
  readonly launchBalances?: true
  /** Last block up to which the trades since the token's birth are stored without a gap. Absent if none are, or if `tradesFromBirth`. */
  readonly tradesReadTo?: number
  /** Payments to tip accounts of block builders, up to the end of the launch; null if not read. */
  readonly tips: readonly { readonly tx: string; readonly from: string; readonly raw: bigint }[] | null
  /** How the first buys were sent, in block order; empty if not read, or if the network has no gas settings. */
  readonly launchTransactions: readonly LaunchTransaction[]
  /** Blocks produced since the token's birth, ascending, as far as known; null if only block numbers are known. */
  readonly producedBlocks: readonly number[] | null
  /** The switch that opened trading; `none` if old state shows none near the first swap, `unread` if not searched. */
  readonly tradingSwitch: TradingSwitch | 'none' | 'unread'
  /** Who may mint, freeze, update or upgrade the token, by role, from the newest scan. */
  readonly authorities: readonly { readonly address: string; readonly role: string }[]
  /** Owners of contracts among the holders, as the contracts state them, as far as read. */
  readonly contractOwners: readonly ContractOwner[]
  /** Roles granted in the token's code, as far as read. */
  readonly grantedRoles: readonly GrantedRole[]
  readonly clustersBefore: ClustersBefore
  /** Clusters of the imported snapshot that the facts come from, which the rules must not replace. Absent if the rules decide. */
  readonly statedClusters?: StatedClusters
  /** What the investigator of a case says about addresses. Absent if no case is counted. */
  readonly claims?: Claims
  readonly asOf: { readonly time: number; readonly block: number | null }
}
