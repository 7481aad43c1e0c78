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
import type { CountedToken, InCommonRows, SerialRow, WalletPlace } from './shared-wallets.ts'
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
  /** Most recently opened first; `q` matches address, name or symbol by substring, case-insensitive. */
  tokens(args: { q: string | null; limit: number }): StoredToken[]
  /** Balances above zero, largest first, ties by address. */
  holders(args: { token: TokenKey; limit: number | null }): Holding[]
  /** All balances above zero, in the same order. */
  balances(token: TokenKey): Balance[]
  /** All transfers and trades of a token, each in chain order. */
  factRows(token: TokenKey): FactRows
  /**
   * What was appended since a known state; null when anything else changed since (rows of older blocks, a rollback, facts of wallets), so
   * that everything must be read again.
   */
  appended(args: { token: TokenKey; since: ReadState }): Appended | null
  /** In chain order, from a range of blocks if one is given. */
  transfers(args: { token: TokenKey; limit: number | null; blocks?: BlockRange }): Transfer[]
  transferOutline(query: OutlineQuery): TransferOutline
  /** Up to that many blocks with transfers of the token, spread evenly over its rows. */
  transferBlocks(args: { token: TokenKey; blocks: BlockRange; limit: number }): number[]
  /** Stored native movements to the given wallets, in chain order. */
  nativeTransfers(args: { network: NetworkId; wallets: readonly Address[] }): Transfer[]
  /** Stored native movements from the given wallets, in chain order. */
  nativePayments(args: { network: NetworkId; wallets: readonly Address[] }): Transfer[]
  /** Stored stablecoin payments by and to the given wallets, each once, by block. */
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
   * Addresses with transfers like those of a pool, likeliest first: alternately those that both receive and send the token most, and those that
   * do either most. Ties by address. Without stored pools and the zero address.
   */
  poolCandidates(args: { token: TokenKey; limit: number }): AddressFlow[]
  /** Owners in the stored transfers, largest sum of transfers first. Without the zero address. */
  transferOwners(args: { token: TokenKey; limit: number }): Address[]
  accounts(args: { network: NetworkId; addresses: readonly Address[] }): AccountFact[]
  funding(args: { network: NetworkId; wallets: readonly Address[] }): Funding[]
  /** Stored tokens that a wallet holds, created, or traded under its signature, newest first. */
  tokensOfWallet(key: WalletKey): Address[]
  /** Stored transactions with trades that a wallet signed, by hour of the day in UTC. */
  tradingHours(key: WalletKey): number[]
  /** Wallets whose first payment came from a wallet, oldest first. */
  fundedWallets(args: WalletKey & { readonly limit: number }): FundedWallets
  /** The tokens of a network, newest first, with how the roles of their wallets were counted last. */
  countedTokens(args: { network: NetworkId }): CountedToken[]
  /** Wallets, funders and deposit addresses of at least two of up to 30 tokens. */
  inCommon(args: { network: NetworkId; tokens: readonly Address[] }): InCommonRows
  /** Balances and roles of wallets in tokens, one row per wallet and token. */
  walletPlaces(args: { network: NetworkId; tokens: readonly Address[]; wallets: readonly Address[] }): WalletPlace[]
  /** Every sniper, bundler and insider of each token that was counted. Services are left out. */
  earlyWallets(args: { network: NetworkId }): SerialRow[]
  activity(args: { network: NetworkId; addresses: readonly Address[] }): Activity[]
  /** Native coin of wallets at their last read. */
  nativeBalances(args: { network: NetworkId; addresses: readonly Address[] }): Balance[]
  /** Produced blocks around the token's first trade, ascending; null if they were not read, or where every number has a block. */
  producedBlocks(token: TokenKey): number[] | null
  /** The switch that made trading possible, `none` where there is none near the first swap; null if it was not read. */
  tradingSwitch(token: TokenKey): TradingSwitch | 'none' | null
  /** Gas settings and fees of the token's first buys, in the order of their blocks, as far as they were read. */
  launchTransactions(token: TokenKey): LaunchTransaction[]
  /** Owners of contracts among the holders, as the newest read found them. */
  contractOwners(token: TokenKey): ContractOwner[]
  /** Roles in the code of a token that were not revoked, as the newest read found them. */
  grantedRoles(token: TokenKey): GrantedRole[]
  recordedLinks(token: TokenKey): RecordedLink[]
  recordedDegrees(token: TokenKey): RecordedDegree[]
  /** For EVM networks also the rows that hold on every EVM chain. There may be several rows per address, which callers merge. */
  labels(args: { network: NetworkId; addresses: readonly Address[] }): AddressLabel[]
  /** Stored payments to tip accounts of block builders in a range of blocks, in chain order. */
  tips(args: { network: NetworkId; blocks: BlockRange }): { tx: string; from: Address; raw: bigint }[]
  covered(args: { token: TokenKey; what: Coverage }): BlockRange[]
  /** The same with the sources; ranges of different sources do not overlap. */
  coveredBySource(args: { token: TokenKey; what: Coverage }): CoveredRange[]
  /** Hashes of stored blocks up to a block, newest first. */
  blockMarks(args: { token: TokenKey; upTo: number }): BlockMark[]
  snapshotTimestamps(token: TokenKey): number[]
  snapshotMoments(token: TokenKey): SnapshotMoment[]
  /** The lowest id above all cluster ids in the token's snapshots; 0 without snapshots. */
  nextClusterId(token: TokenKey): number
  /** The newest one for a null `timestamp`. */
  snapshot(args: { token: TokenKey; timestamp: number | null }): StoredSnapshot | null
  /** `back` 0 is the newest, 1 the one before. */
  scan(args: { token: TokenKey; back: number }): StoredScan | null
  /** Scans after an id, oldest first; with a time (Unix seconds), those generated from then on. `newest` is the largest id that any scan had. */
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
  /** Those of the pools that `saveResolvedPools` stored, by address. */
  resolvedPools(args: { network: NetworkId; addresses: readonly Address[] }): ResolvedPoolRow[]
  /** Hours for which trades of whole networks are stored; 0: none. */
  firehoseKeepHours(): number
  /** Stored blocks of a whole network from a block on, up to about that many trades. */
  storedBlocks(args: { network: NetworkId; from: number; trades: number }): StoredBlockPage
  /** The first block at or after a time (Unix seconds); null if what is kept does not show which one that is. */
  storedBlockAt(args: { network: NetworkId; time: number }): number | null
  /** Newest first. */
  newestStoredBlocks(args: { network: NetworkId; limit: number }): { number: number; hash: string | null }[]
  /** Imported files, newest first. */
  imports(args: { limit: number }): ImportRecord[]
  /** Null for a file that was not imported, or whose import was taken back. */
  importedFile(sha256: string): ImportRecord | null
  /** All cases, most recently changed first. */
  cases(): CaseSummary[]
  /** Cases that can be restored, most recently deleted first. */
  deletedCases(): DeletedCase[]
  /** The last deleted first. */
  deletions(): Deletion[]
  /** Cases that refer to a token, or to one of its snapshots or scans, and how many of them the viewer may not see. */
  casesAbout(args: { token: TokenKey; part: { kind: 'snapshot' | 'scan'; at: number } | null; viewer: CaseViewer }): {
    seen: CaseReference[]
    hidden: number
  }
  caseRecord(id: string): CaseRecord | null
  /** Newest first, abandoned branches included, from below a step where `before` is given. Null for an unknown case. */
  caseHistory(args: { id: string; before: number | null; limit: number }): StepRecord[] | null
  /** Who may use a case, deleted or not, or each case. A case of everyone has no members. */
  caseMembers(id: string | null): CaseMember[]
  /** Parts of one case or of all that the viewer may see, that contain every word of `q`. */
  searchCases(args: { q: string; id: string | null; limit: number; viewer: CaseViewer }): CaseHit[]
  /** What a case claims about addresses of a network; null for an unknown case. */
  caseClaims(args: { id: string; network: NetworkId }): Claims | null
  /** Watch rules, newest first. */
  watchRules(): WatchRule[]
  /** The wallets that a subject names; null for a subject that names a token or a creator. */
  watchedWallets(subject: WatchSubject): ClaimedWallet[] | null
  /** The state that watch rules compare with; null for a token that was not evaluated yet. */
  watchMoment(token: TokenKey): StoredMoment | null
  /** Alerts with a number below `before`, newest first, and how many are unread in all. */
  watchAlerts(args: { unread: boolean; before: number | null; limit: number }): { alerts: WatchAlert[]; unread: number }
  /** Ids of the rules whose quiet time for the token is running at a time in Unix seconds. */
  quietRules(args: { token: TokenKey; rules: readonly Pick<WatchRule, 'id' | 'quiet_seconds'>[]; at: number }): string[]
  /** Calls of webhooks that are due at a time in Unix milliseconds. */
  dueCalls(args: { now: number; limit: number }): DueCall[]
  /** Unix milliseconds of the next call of a webhook; null if none waits. */
  nextCallAt(): number | null
  /** Small settings of the app, such as the version of the label files. */
  setting(name: string): string | null
  /** Sizes and numbers of rows. Scans the stored transfers. */
  storage(): StorageFigures
  /** The messages of SQLite's quick_check; `['ok']` for an intact file. */
  check(): string[]
}
