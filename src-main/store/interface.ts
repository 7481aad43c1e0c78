import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { CaseHit } from '../../src-shared/contract/records/case-search.ts'
import type { CaseMove, CaseRecord, ChangedCase, CaseSummary, DeletedCase, StepRecord } from '../../src-shared/contract/records/cases.ts'
import type { CaseReference, Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { Permission } from '../../src-shared/contract/records/service.ts'
import type { TraceRecord } from '../../src-shared/contract/records/traces.ts'
import type { ScanDetail, ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { WatchAlert, WatchRule } from '../../src-shared/contract/records/watch.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { CaseCommand } from '../../src-shared/domain/cases/case.ts'
import type { ClaimedWallet, Claims } from '../../src-shared/domain/cases/claims.ts'
import type { DollarPayment, LaunchTransaction, Pool, Trade, TradingSwitch, Transfer } from '../../src-shared/domain/events.ts'
import type { AddressLabel } from '../../src-shared/domain/labels.ts'
import type {
  Activity,
  Balance,
  ContractOwner,
  ClustersFrom,
  FirstRead,
  Funding,
  GrantedRole,
  Holding,
  RecordedDegree,
  RecordedLink,
} from '../../src-shared/domain/token.ts'
import type { TokenRoles } from '../../src-shared/domain/token-roles.ts'
import type { WatchSubject } from '../../src-shared/domain/watch.ts'
import type { WatchMatch, WatchMoment } from '../../src-shared/domain/watch-moment.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { ImportedCase } from './case-file/import-case.ts'
import type { ImportedStore } from './case-file/import-store.ts'
import type { Fence } from './fence.ts'
import type { StorePlace } from './place.ts'
import type { CountedToken, InCommonRows, SerialRow, WalletPlace } from './shared-wallets.ts'
import type {
  DueCall,
  EndpointLimitsRow,
  KeepBeforeImport,
  ListedTransfers,
  SavedList,
  StoredBlockPage,
  NewStoredBlock,
  ResolvedPoolRow,
  ScanLine,
  SnapshotMoment,
  StorageFigures,
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
  RowChanges,
  ReadRange,
  OutlineQuery,
  TransferOutline,
  StoredToken,
  TokenUpdate,
  AddressFlow,
  FactRows,
  Appended,
  ReadState,
  AccountFact,
  FundedWallets,
  WalletKey,
  TradeFilter,
  TradeRows,
  NewTrades,
  RevertedTrades,
  StoredAfter,
  StoredTrades,
  BlockMark,
  LiveBlocks,
} from './rows.ts'

export type { Fence } from './fence.ts'
export type * from './rows.ts'
export type * from './shared-wallets.ts'
export type {
  ListedTransfers,
  StoredSnapshot,
  StoredScan,
  ScanLine,
  StoredKey,
  EndpointLimitsRow,
  StoredBlockPage,
  NewStoredBlock,
  ResolvedPoolRow,
  StoredKind,
  TokenStorage,
  StorageFigures,
  SnapshotMoment,
  StoredMoment,
  DueCall,
  TraceRead,
  TraceReadKey,
} from './stored.ts'

/**
 * All reads and writes of the store, typed and without SQL, so that another database can replace SQLite later. Reads and writes are separate
 * types, so the types of a module show whether it writes.
 */

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
  /** All cases, most recently changed first. */
  cases(): CaseSummary[]
  /** Cases that can be restored, most recently deleted first. */
  deletedCases(): DeletedCase[]
  /** The last deleted first. */
  deletions(): Deletion[]
  /** Cases that refer to a token, or to one of its snapshots or scans. */
  casesAbout(args: { token: TokenKey; part: { kind: 'snapshot' | 'scan'; at: number } | null }): CaseReference[]
  caseRecord(id: string): CaseRecord | null
  /** Newest first, abandoned branches included, from below a step where `before` is given. Null for an unknown case. */
  caseHistory(args: { id: string; before: number | null; limit: number }): StepRecord[] | null
  /** Parts of one case or of all that contain every word of `q`. */
  searchCases(args: { q: string; id: string | null; limit: number }): CaseHit[]
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

/** One of several writes in one transaction. */
export type WriteCall = { [K in JoinableWrite]: { readonly name: K; readonly args: Parameters<StoreWrites[K]>[0] } }[JoinableWrite]
type JoinableWrite = Exclude<keyof StoreWrites, 'together' | 'compact' | 'takeFence'>

export interface StoreWrites {
  /**
   * Refuses writes under a fence of the resource with a smaller revision from now on, and waits for those that have begun. A new holder calls it
   * before it reads what to go on from. A file has one writer, so it does nothing there.
   */
  takeFence(fence: Fence): void
  /** Makes all of the writes or, when one fails or the process ends, none. Returns their results in order. */
  together(args: { calls: readonly WriteCall[] }): unknown[]
  /** Inserts or updates a token; null fields do not overwrite stored ones unless `forgets` names them. Bumps the revision. */
  saveToken(token: TokenUpdate): void
  /** Bumps the revision if the state changed. Does nothing for a token that is not stored. */
  saveNotes(args: { token: TokenKey; notes: readonly string[] }): void
  saveFirstRead(args: { token: TokenKey; firstRead: FirstRead }): void
  /** Bumps the revision if it changed. Does nothing for a token that is not stored. */
  saveClustersFrom(args: { token: TokenKey; from: ClustersFrom }): void
  markOpened(args: { token: TokenKey; at: number }): void
  /** Stores rows together with the range they cover. Existing rows stay unchanged. Returns the number of new rows. */
  saveTransfers(args: { token: TokenKey; rows: readonly Transfer[]; covers: CoveredRange | null }): number
  /** Stores transfers of a file, and balances where they follow from it. @throws AppError `conflict` where it does not fit what is stored */
  saveListedTransfers(args: ListedTransfers): SavedList
  /** As saveTransfers, but stored rows of the range that differ are replaced, in one transaction with the range. */
  replaceTransfers(args: ReadRange<Transfer>): RowChanges
  /** Marks blocks as unread, or only those of a source, so that the next read requests them. Their rows stay until then. */
  forgetCoverage(args: { token: TokenKey; what: readonly Coverage[]; range: BlockRange; source?: string | undefined }): void
  saveNativeTransfers(args: { network: NetworkId; rows: readonly Transfer[] }): number
  /** Stores the rows that are new and returns their number. */
  saveDollarPayments(args: { network: NetworkId; rows: readonly DollarPayment[] }): number
  /** Payments to tip accounts in the transactions of the token's trades. `covers` is the range in which all of them were read. */
  saveTips(args: { token: TokenKey; rows: readonly Transfer[]; covers: CoveredRange | null }): void
  saveProducedBlocks(args: { token: TokenKey; blocks: readonly number[] }): void
  saveTradingSwitch(args: { token: TokenKey; found: TradingSwitch | 'none' }): void
  saveLaunchTransactions(args: { token: TokenKey; rows: readonly LaunchTransaction[] }): void
  saveContractOwners(args: { token: TokenKey; contracts: readonly Address[]; rows: readonly ContractOwner[] }): void
  saveGrantedRoles(args: { token: TokenKey; rows: readonly GrantedRole[] }): void
  savePools(args: { token: TokenKey; rows: readonly Pool[]; covers: CoveredRange | null }): number
  /** Stores trades of any tokens. `token` and `covers` record what was read for one token. */
  saveTrades(args: { network: NetworkId; rows: readonly Trade[]; token: TokenKey | null; covers: CoveredRange | null }): NewTrades
  /** As saveTrades, but stored trades of the token in these pools that differ are replaced. `newRows` are those that replace none. */
  replaceTrades(args: ReadRange<Trade> & { pools: readonly Address[] }): RowChanges & { readonly newRows: NewTrades }
  /** Appends blocks to a token and updates its balances. */
  saveBlocks(args: { token: TokenKey; blocks: LiveBlocks }): NewTrades
  saveBlockMarks(args: { token: TokenKey; marks: readonly BlockMark[] }): void
  /** Rolls back all facts of a token, its snapshots and its scans from a block on. Returns the trades that were deleted. */
  rollBackBlocks(args: { token: TokenKey; from: number }): RevertedTrades
  /** Sums stored transfers up to a block (inclusive) into balances. Returns the number of holders above zero. */
  replayBalances(args: { token: TokenKey; block: number }): number
  /** Sets balances that were read from a chain or a file. `replaceAll` deletes every other balance of the token. */
  saveBalances(args: { token: TokenKey; rows: readonly Holding[]; replaceAll: boolean }): void
  saveAccounts(args: { network: NetworkId; rows: readonly AccountFact[] }): void
  saveActivity(args: { network: NetworkId; rows: readonly Activity[] }): void
  saveNativeBalances(args: { network: NetworkId; rows: readonly Balance[] }): void
  saveFunding(args: { network: NetworkId; rows: readonly Funding[] }): void
  /** Replaces the recorded links of a token, and the numbers of counterparties that came with them. */
  saveRecordedLinks(args: { token: TokenKey; rows: readonly RecordedLink[]; degrees?: readonly RecordedDegree[] }): void
  /** Adds or replaces labels of one source. `network` evm holds on every EVM chain. */
  saveLabels(args: { network: NetworkId | 'evm'; source: string; rows: readonly AddressLabel[] }): void
  /** Stores a snapshot and returns its hash. Snapshots are immutable: other bytes for a stored timestamp are rejected. */
  /** `takenAt`: when it was made, in Unix seconds; `block`: the newest block in it. Both are absent if they are unknown, as for a file. */
  saveSnapshot(args: { token: TokenKey; snapshot: SnapshotRecord; takenAt?: number; block?: number | null }): { timestamp: number; sha256: string }
  /** Replaces the counted roles of wallets in a token. Does not bump the revision. */
  saveTokenRoles(args: { token: TokenKey; roles: TokenRoles }): void
  /** `block`: the block at which the facts were read. */
  saveScan(args: { token: TokenKey; report: ScanReport; detail: ScanDetail | null; block: number | null }): { id: number; sha256: string }
  saveKey(key: { id: string; name: string; hash: string; prefix: string; permissions: readonly Permission[]; createdAt: number }): void
  revokeKey(args: { id: string; at: number }): StoredKey | null
  touchKeys(args: { ids: readonly string[]; at: number }): void
  /** Leaves a cancelled job as it is, unless it is queued again. */
  saveJob(job: JobRecord): void
  /** Stores a job that waits for a worker, or returns the open one of its token. */
  queueJob(job: JobRecord): JobRecord
  saveTrace(trace: TraceRecord): void
  /** Replaces the stored payments of the wallet, coin and side. */
  saveTraceRead(read: TraceRead): void
  saveEndpointLimits(row: EndpointLimitsRow): void
  /** Pools of any tokens; the newest 200,000 are kept. */
  saveResolvedPools(args: { network: NetworkId; rows: readonly ResolvedPoolRow[] }): void
  setFirehoseKeepHours(args: { hours: number }): void
  saveBlock(block: NewStoredBlock): void
  /** Deletes the stored blocks of a whole network from a block on. */
  deleteBlocks(args: { network: NetworkId; from: number }): void
  /** Deletes up to that many of the oldest stored blocks of whole networks, if stored before a time (Unix seconds). Returns their number. */
  deleteOldBlocks(args: { before: number; limit: number }): number
  /** Stores an import. A second import of the same file is ignored. */
  saveImport(record: ImportRecord): void
  createCase(args: { id: string; name: string | null; at: number }): CaseRecord
  /**
   * Carries out a command on a case and stores it with its inverse. `revision` is the revision that the caller has read.
   *
   * @throws AppError `conflict` if the case was changed since, `not_found` for an unknown case or note
   */
  changeCase(args: { id: string; revision: number; command: CaseCommand; at: number }): ChangedCase
  /** Undoes or redoes steps of a case. Errors as for changeCase, and `conflict` if there is nothing to undo or redo. */
  moveCase(args: { id: string; revision: number; to: CaseMove; at: number }): ChangedCase
  /** Hides a case until it is restored or the database is compacted. Errors as for changeCase. */
  deleteCase(args: { id: string; revision: number; at: number }): DeletedCase
  /** @throws AppError `not_found` if it is not among the deleted ones */
  restoreCase(id: string): CaseRecord
  /** Adds the case of a verified case file with the facts of its tokens. Nothing that is stored is replaced. */
  importCase(args: { file: string }): ImportedCase
  /** Adds what is in the file of another store. Nothing that is stored is replaced. @throws UserFault for a file of another version */
  importStore(args: { file: string }): ImportedStore
  /** Creates or replaces a watch rule. */
  saveWatchRule(rule: WatchRule): void
  /** Null for an unknown rule. */
  deleteWatchRule(id: string): WatchRule | null
  /**
   * Stores the state that rules were evaluated on, together with their alerts and webhook calls. An event that is already stored counts
   * once. Returns the new alerts.
   */
  recordWatch(args: {
    token: TokenKey
    tokenName: string | null
    moment: WatchMoment | null
    matches: readonly (Omit<WatchMatch, 'rule'> & { readonly rule: WatchRule })[]
    snapshot: number | null
    /** Unix seconds. */
    at: number
  }): WatchAlert[]
  /** `ids` null marks every alert. */
  markAlertsRead(args: { ids: readonly string[] | null; at: number }): void
  /** Stores the result of a webhook call; `error` is null for success. Times in Unix milliseconds. */
  settleCall(args: { id: string; error: string | null; retryAt: number; now: number }): void
  saveSetting(args: { name: string; value: string }): void
  /** Saves a setting if it still is `before`, null for none. Returns whether it was. */
  replaceSetting(args: { name: string; before: string | null; value: string }): boolean
  /** Sets the size in bytes above which trades, transfers and balances are rejected with AppError `conflict`; null removes the limit. */
  setStorageLimit(args: { bytes: number | null }): void
  /** Returns unused space to the disk. Other writes wait. */
  compact(): { fileBytes: number; freedBytes: number }
  /** Deletes a token with its facts, snapshots and scans; null where it was never named. */
  deleteToken(token: TokenKey): Deletion | null
  /** @throws AppError `snapshot_not_found` */
  deleteSnapshot(args: { token: TokenKey; timestamp: number }): Deletion
  /** @throws AppError `not_found` */
  deleteScan(args: { token: TokenKey; generatedAt: number }): Deletion
  /** Brings back what was deleted, until the database is compacted. @throws AppError `not_found`, or `conflict` where it is stored again */
  restoreDeletion(id: number): Deletion
  /** Called in the transaction of an import before it writes, so that it can be taken back. */
  keepBeforeImport(args: KeepBeforeImport): void
  /** @throws AppError `not_found`, or `conflict` where what the file brought was replaced since */
  takeBackImport(args: { sha256: string }): Deletion
}

export type Reads = { readonly [K in keyof StoreReads]: (...args: Parameters<StoreReads[K]>) => Promise<ReturnType<StoreReads[K]>> }
export type Writes = { readonly [K in keyof StoreWrites]: (...args: Parameters<StoreWrites[K]>) => Promise<ReturnType<StoreWrites[K]>> }

/** The store. Its reads and writes run on its own threads. */
export interface Store {
  readonly read: Reads
  readonly write: Writes
  /** The same writes, each refused with AppError `conflict` and without effect once another holder has taken the fence. */
  writeUnder(fence: Fence): Writes
  /** For threads that open a reader of their own. */
  readonly place: StorePlace
  /** Waits for pending calls, checkpoints, and closes. */
  close(): Promise<void>
}
