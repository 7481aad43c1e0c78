import type { Claims } from '../../src-shared/domain/cases/claims.ts'
import type { DollarPayment, LaunchTransaction, Pool, TradeFact, TradingSwitch, TransferFact } from '../../src-shared/domain/events.ts'
import type { Label, LinkPolicy } from '../../src-shared/domain/labels.ts'
import type { AccountKind, Activity, Balance, ContractOwner, Funding, GrantedRole, RecordedLink, TokenInfo } from '../../src-shared/domain/token.ts'

/** The label of an address, merged from all lists: every tag, and the most restrictive link policy. */
export interface KnownLabel {
  readonly name: string | null
  readonly tags: readonly Label[]
  readonly linkPolicy: LinkPolicy
  /** As the list names it: `mixer`, `bridge`, `cex` … */
  readonly category?: string | null
}

/** Clusters of the newest stored snapshot, and the first id that no snapshot of the token used. */
export interface ClustersBefore {
  readonly clusters: readonly { readonly id: number; readonly members: readonly string[] }[]
  readonly nextId: number
}

/** Clusters by their ids, with all addresses that belong to them: members and connectors. */
export type StatedClusters = readonly { readonly id: number; readonly nodes: readonly string[] }[]

/**
 * The input of the detectors: what is stored of one token at one moment. Findings do not depend on the order of rows. An unknown fact is an
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
  /** Dollar coins paid between wallets around tokens that went the other way. */
  readonly dollarPayments: readonly DollarPayment[]
  readonly funding: readonly Funding[]
  /** Native coin of holders when it was last read, raw units; missing if it was not read. */
  readonly nativeBalances: ReadonlyMap<string, bigint>
  /** Activity of funders of several wallets, as far as it was read. */
  readonly activity: readonly Activity[]
  readonly trades: readonly TradeFact[]
  readonly recordedLinks: readonly RecordedLink[]
  /** Number of distinct counterparties ever, of addresses for which an imported map states it. */
  readonly counterparties: ReadonlyMap<string, number>
  /** Tokens that stand for the native coin one to one: wrapped forms. */
  readonly nativeTokens: ReadonlySet<string>
  /** Whether the stored trades begin at the token's birth without a gap. Only then is its first DEX event known. */
  readonly tradesFromBirth: boolean
  /** Present balances of the buyers of the launch are stored although not all holders are. Absent if all are, or those are not. */
  readonly launchBalances?: true
  /** Last block up to which the trades since the token's birth are stored without a gap. Absent if none are, and with `tradesFromBirth`. */
  readonly tradesReadTo?: number
  /** Payments to tip accounts of block builders, up to the end of the launch; null when they were not read. */
  readonly tips: readonly { readonly tx: string; readonly from: string; readonly raw: bigint }[] | null
  /** How the first buys were sent, in the order of their blocks; missing where it was not read, or where transactions have no gas settings. */
  readonly launchTransactions: readonly LaunchTransaction[]
  /** Blocks that were produced from the token's birth on, ascending, as far as they are known; null when only numbers are. */
  readonly producedBlocks: readonly number[] | null
  /** The switch that made trading possible; `none` where old state shows none near the first swap, `unread` where it was not looked for. */
  readonly tradingSwitch: TradingSwitch | 'none' | 'unread'
  /** Who may mint, freeze, update or upgrade the token, by role, as the newest scan read it. */
  readonly authorities: readonly { readonly address: string; readonly role: string }[]
  /** Who owns contracts among the holders, by their own account, as far as it was read. */
  readonly contractOwners: readonly ContractOwner[]
  /** Roles in the code of the token, as far as they were read. */
  readonly grantedRoles: readonly GrantedRole[]
  readonly clustersBefore: ClustersBefore
  /** Clusters that the rules must not replace: those of the imported snapshot that the facts come from. Absent if the rules decide. */
  readonly statedClusters?: StatedClusters
  /** What the investigator of a case says about addresses. Absent if no case is counted. */
  readonly claims?: Claims
  readonly asOf: { readonly time: number; readonly block: number | null }
}
