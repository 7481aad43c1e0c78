import type { CaseHit } from '../../src-shared/contract/records/case-search.ts'
import type { CaseRecord, CaseSummary, DeletedCase, StepRecord } from '../../src-shared/contract/records/cases.ts'
import type { CaseReference, Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { TraceRecord } from '../../src-shared/contract/records/traces.ts'
import type { WatchAlert, WatchRule } from '../../src-shared/contract/records/watch.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { ClaimedWallet, Claims } from '../../src-shared/domain/cases/claims.ts'
import type { DollarPayment, LaunchTransaction, Pool, Trade, TradingSwitch, Transfer } from '../../src-shared/domain/events.ts'
import type { AddressLabel } from '../../src-shared/domain/labels.ts'
import type { Activity, Balance, ContractOwner, Funding, GrantedRole, Holding, RecordedDegree, RecordedLink } from '../../src-shared/domain/token.ts'
import type { WatchSubject } from '../../src-shared/domain/watch.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { CountedToken, InCommonRows, SerialRow, WalletInToken } from './shared-wallets.ts'
import type {
  DueCall,
  EndpointLimitsRow,
  StoredBlockPage,
  ResolvedPoolRow,
  ScanLine,
  SnapshotMoment,
  StorageFigures,
  CaseMember,
  CaseViewer,
  StoredKey,
  StoredMoment,
  StoredScan,
  StoredSnapshot,
  TraceRead,
  TraceReadKey,
} from './stored.ts'
import type {
  BlockRange,
  CoveredRange,
  Coverage,
  OutlineQuery,
  TransferOutline,
  StoredToken,
  AddressFlow,
  FactRows,
  Appended,
  ReadState,
  AccountFact,
  FundedWallets,
  WalletKey,
  TradeFilter,
  TradeRows,
  StoredAfter,
  StoredTrades,
  BlockMark,
} from './rows.ts'

/** All reads of the store, typed and without SQL. Implemented once per database. */
export interface StoreReads {
  token(key: TokenKey): StoredToken | null
  /** Most recently opened first. `q` matches a substring of address, name or symbol, ignoring case. */
  tokens(args: { q: string | null; limit: number }): StoredToken[]
  /** Balances above zero, largest first, ties by address. */
  holders(args: { token: TokenKey; limit: number | null }): Holding[]
  /** All balances above zero, in the same order. */
  balances(token: TokenKey): Balance[]
  /** All transfers and trades of a token, each in chain order. */
  factRows(token: TokenKey): FactRows
  /**
   * Rows appended since a known state. Null if anything else has changed since (rows of older blocks, a rollback, facts of wallets), so that
   * everything must be read again.
   */
  appended(args: { token: TokenKey; since: ReadState }): Appended | null
  /** In chain order, from a range of blocks if one is given. */
  transfers(args: { token: TokenKey; limit: number | null; blocks?: BlockRange }): Transfer[]
  transferOutline(query: OutlineQuery): TransferOutline
  /** Up to `limit` blocks with transfers of the token, spread evenly over its rows. */
  transferBlocks(args: { token: TokenKey; blocks: BlockRange; limit: number }): number[]
  /** Stored native movements to the given wallets, in chain order. */
  nativeTransfers(args: { network: NetworkId; wallets: readonly Address[] }): Transfer[]
  /** Stored native movements from the given wallets, in chain order. */
  nativePayments(args: { network: NetworkId; wallets: readonly Address[] }): Transfer[]
  /** Stored stablecoin payments by and to the given wallets, by block, without duplicates. */
  dollarPayments(args: { network: NetworkId; wallets: readonly Address[] }): DollarPayment[]
  /** All stored trades of a token in chain order. */
  tokenTrades(args: { token: TokenKey; limit: number | null }): Trade[]
  trades(filter: TradeFilter): TradeRows
  /** Searches a limited number of rows, so that no call takes long; the next call continues at `upTo`. */
  tradesAfter(args: StoredAfter): StoredTrades
  /** Trades between a token of one list and a token of the other in a closed range of blocks, in chain order. */
  pairTrades(args: { network: NetworkId; between: readonly [readonly Address[], readonly Address[]]; from: number; to: number }): Trade[]
  pools(token: TokenKey): Pool[]
  /** The tokens of the stored pools at an address; none when there is no such pool. */
  poolTokens(args: { network: NetworkId; address: Address }): Address[]
  /**
   * Addresses with transfers like a pool's, likeliest first. Alternates between those that most often both receive and send the token, and those that
   * most often do either. Ties by address. Excludes stored pools and the zero address.
   */
  poolCandidates(args: { token: TokenKey; limit: number }): AddressFlow[]
  /** Owners in the stored transfers, largest sum of transfers first. Excludes the zero address. */
  transferOwners(args: { token: TokenKey; limit: number }): Address[]
  accounts(args: { network: NetworkId; addresses: readonly Address[] }): AccountFact[]
  funding(args: { network: NetworkId; wallets: readonly Address[] }): Funding[]
  /** Stored tokens that a wallet holds, created, or traded as signer, newest first. */
  tokensOfWallet(key: WalletKey): Address[]
  /** Number of stored transactions with trades that a wallet signed, by hour of the day in UTC. */
  tradingHours(key: WalletKey): number[]
  /** Wallets whose first payment came from a given wallet, oldest first. */
  fundedWallets(args: WalletKey & { readonly limit: number }): FundedWallets
  /** The tokens of a network, newest first, with the state at which their wallets' roles were last counted. */
  countedTokens(args: { network: NetworkId }): CountedToken[]
  /** Wallets, funders and deposit addresses that at least two of up to 30 tokens share. */
  inCommon(args: { network: NetworkId; tokens: readonly Address[] }): InCommonRows
  /** Balances and roles of wallets in tokens, one row per wallet and token. */
  walletsInTokens(args: { network: NetworkId; tokens: readonly Address[]; wallets: readonly Address[] }): WalletInToken[]
  /** Every sniper, bundler and insider of each token that was counted. Services are left out. */
  earlyWallets(args: { network: NetworkId }): SerialRow[]
  activity(args: { network: NetworkId; addresses: readonly Address[] }): Activity[]
  /** Native balances of wallets when last read. */
  nativeBalances(args: { network: NetworkId; addresses: readonly Address[] }): Balance[]
  /** Produced blocks around the token's first trade, ascending. Null if they were not read, or if every number has a block. */
  producedBlocks(token: TokenKey): number[] | null
  /** The switch that made trading possible. `none` if there is none near the first swap, null if it was not read. */
  tradingSwitch(token: TokenKey): TradingSwitch | 'none' | null
  /** Gas settings and fees of the token's first buys, in the order of their blocks, as far as they were read. */
  launchTransactions(token: TokenKey): LaunchTransaction[]
  /** Owners of contracts among the holders, from the newest read. */
  contractOwners(token: TokenKey): ContractOwner[]
  /** Roles in the code of a token that were not revoked, from the newest read. */
  grantedRoles(token: TokenKey): GrantedRole[]
  recordedLinks(token: TokenKey): RecordedLink[]
  recordedDegrees(token: TokenKey): RecordedDegree[]
  /** On EVM networks, includes the rows that hold on every EVM chain. An address may have several rows, which callers merge. */
  labels(args: { network: NetworkId; addresses: readonly Address[] }): AddressLabel[]
  /** Stored payments to tip accounts of block builders in a range of blocks, in chain order. */
  tips(args: { network: NetworkId; blocks: BlockRange }): { tx: string; from: Address; raw: bigint }[]
  covered(args: { token: TokenKey; what: Coverage }): BlockRange[]
  /** Like `covered`, with sources. Ranges of different sources do not overlap. */
  coveredBySource(args: { token: TokenKey; what: Coverage }): CoveredRange[]
  /** Hashes of stored blocks up to a block, newest first. */
  blockMarks(args: { token: TokenKey; upTo: number }): BlockMark[]
  snapshotTimestamps(token: TokenKey): number[]
  snapshotMoments(token: TokenKey): SnapshotMoment[]
  /** One more than the largest cluster id in the token's snapshots. 0 without snapshots. */
  nextClusterId(token: TokenKey): number
  /** Null `timestamp` reads the newest snapshot. */
  snapshot(args: { token: TokenKey; timestamp: number | null }): StoredSnapshot | null
  /** `back` 0 is the newest, 1 the one before. */
  scan(args: { token: TokenKey; back: number }): StoredScan | null
  /**
   * Scans after an id, oldest first. With `from` (Unix seconds), only those generated since then. `newest` is the largest id that any scan has had.
   */
  scansAfter(args: { token: TokenKey; after: number; limit: number; from?: number }): { scans: StoredScan[]; newest: number }
  /** Newest first. */
  scans(token: TokenKey): ScanLine[]
  keys(): StoredKey[]
  jobs(args: { limit: number }): JobRecord[]
  job(id: string): JobRecord | null
  /** Jobs that wait, run, or were interrupted, oldest first. */
  openJobs(): JobRecord[]
  /** Newest first. */
  traces(args: { limit: number }): TraceRecord[]
  /** Those that run or were interrupted, oldest first. */
  openTraces(): TraceRecord[]
  trace(id: string): TraceRecord | null
  traceRead(key: TraceReadKey): TraceRead | null
  endpointLimits(): EndpointLimitsRow[]
  /** Pools stored by `saveResolvedPools`, by address. */
  resolvedPools(args: { network: NetworkId; addresses: readonly Address[] }): ResolvedPoolRow[]
  /** Hours for which trades of whole networks are stored. 0 stores none. */
  firehoseKeepHours(): number
  /** Stored blocks of a whole network, starting at a block, up to about `trades` trades. */
  storedBlocks(args: { network: NetworkId; from: number; trades: number }): StoredBlockPage
  /** The first block at or after a time (Unix seconds). Null if the stored blocks do not show which block that is. */
  storedBlockAt(args: { network: NetworkId; time: number }): number | null
  /** Newest first. */
  newestStoredBlocks(args: { network: NetworkId; limit: number }): { number: number; hash: string | null }[]
  /** Imported files, newest first. */
  imports(args: { limit: number }): ImportRecord[]
  /** Null for a file that was not imported, or whose import was undone. */
  importedFile(sha256: string): ImportRecord | null
  /** All cases, most recently changed first. */
  cases(): CaseSummary[]
  /** Cases that can be restored, most recently deleted first. */
  deletedCases(): DeletedCase[]
  /** Most recently deleted first. */
  deletions(): Deletion[]
  /** Cases that refer to a token, or to one of its snapshots or scans, and the number of such cases that the viewer may not see. */
  casesAbout(args: { token: TokenKey; part: { kind: 'snapshot' | 'scan'; at: number } | null; viewer: CaseViewer }): {
    seen: CaseReference[]
    hidden: number
  }
  caseRecord(id: string): CaseRecord | null
  /** Newest first, including abandoned branches. With `before`, only steps below it. Null for an unknown case. */
  caseHistory(args: { id: string; before: number | null; limit: number }): StepRecord[] | null
  /** Who may use a case, or with null each case, including deleted ones. A case of everyone has no members. */
  caseMembers(id: string | null): CaseMember[]
  /** Parts that contain every word of `q`, of one case or of all cases that the viewer may see. */
  searchCases(args: { q: string; id: string | null; limit: number; viewer: CaseViewer }): CaseHit[]
  /** The claims of a case about addresses of a network. Null for an unknown case. */
  caseClaims(args: { id: string; network: NetworkId }): Claims | null
  /** Watch rules, newest first. */
  watchRules(): WatchRule[]
  /** The wallets that a subject names. Null if it names a token or a creator. */
  watchedWallets(subject: WatchSubject): ClaimedWallet[] | null
  /** The state that watch rules compare with; null for a token that was not evaluated yet. */
  watchMoment(token: TokenKey): StoredMoment | null
  /** Alerts with a number below `before`, newest first, and the total number of unread alerts. */
  watchAlerts(args: { unread: boolean; before: number | null; limit: number }): { alerts: WatchAlert[]; unread: number }
  /** Ids of the rules whose quiet time for the token includes a time (Unix seconds). */
  quietRules(args: { token: TokenKey; rules: readonly Pick<WatchRule, 'id' | 'quiet_seconds'>[]; at: number }): string[]
  /** Calls of webhooks that are due at a time in Unix milliseconds. */
  dueCalls(args: { now: number; limit: number }): DueCall[]
  /** Unix milliseconds of the next webhook call. Null if none is pending. */
  nextCallAt(): number | null
  /** Small settings of the app, such as the version of the label files. */
  setting(name: string): string | null
  /** Sizes and numbers of rows. Scans the stored transfers. */
  storage(): StorageFigures
  /** The messages of the engine's own check, such as SQLite's quick_check. `['ok']` for an intact database. */
  check(): string[]
}
