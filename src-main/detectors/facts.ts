import type { DollarPayment, Pool, TradeFact, TransferFact } from '../../src-shared/domain/events.ts'
import type { Label, LinkPolicy } from '../../src-shared/domain/labels.ts'
import type { AccountKind, Activity, Balance, Funding, RecordedLink, TokenInfo } from '../../src-shared/domain/token.ts'

/** What all label lists together say of an address: every tag, and the most restrictive link policy. */
export interface KnownLabel {
  readonly name: string | null
  readonly tags: readonly Label[]
  readonly linkPolicy: LinkPolicy
}

/** Clusters of the newest snapshot before, and the first id that no snapshot of the token used. */
export interface ClustersBefore {
  readonly clusters: readonly { readonly id: number; readonly members: readonly string[] }[]
  readonly nextId: number
}

/**
 * Everything the detectors may look at: what is stored of one token at one moment. Rows may come in any order;
 * findings do not depend on it. Absent facts are absent rows, never made-up ones.
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
  /** How much funders of several wallets do, as far as anybody asked. */
  readonly activity: readonly Activity[]
  readonly trades: readonly TradeFact[]
  readonly recordedLinks: readonly RecordedLink[]
  /** Tokens that stand for the native coin one to one: wrapped forms. */
  readonly nativeTokens: ReadonlySet<string>
  /** Whether the stored trades of this token begin at its birth without a gap: only then is its first DEX event known. */
  readonly tradesFromBirth: boolean
  /** Payments to tip accounts of block builders, up to the end of the launch; null when nobody looked for them. */
  readonly tips: readonly { readonly tx: string; readonly from: string }[] | null
  /** Blocks that were produced from the token's birth on, ascending, as far as they are known; null when only numbers are. */
  readonly producedBlocks: readonly number[] | null
  /** Who may mint, freeze, update or upgrade the token, by role, as the newest scan read it. */
  readonly authorities: readonly { readonly address: string; readonly role: string }[]
  readonly clustersBefore: ClustersBefore
  readonly asOf: { readonly time: number; readonly block: number | null }
}
