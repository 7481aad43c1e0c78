import type { CaseMove, CaseRecord, ChangedCase, DeletedCase } from '../../src-shared/contract/records/cases.ts'
import type { Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { TraceRecord } from '../../src-shared/contract/records/traces.ts'
import type { ScanDetail, ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { WatchAlert, WatchRule } from '../../src-shared/contract/records/watch.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { CaseCommand } from '../../src-shared/domain/cases/case.ts'
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
import type { WatchMatch, WatchMoment } from '../../src-shared/domain/watch-moment.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { Fence } from './fence.ts'
import type {
  CaseMember,
  EndpointLimitsRow,
  ImportedCase,
  ImportedStore,
  KeepBeforeAnswers,
  KeepBeforeImport,
  ListedTransfers,
  NewStoredBlock,
  ResolvedPoolRow,
  SavedList,
  StoredKey,
  TakenQuota,
  TakenRequests,
  TraceRead,
} from './stored.ts'
import type {
  BlockRange,
  CoveredRange,
  Coverage,
  RowChanges,
  ReadRange,
  TokenUpdate,
  AccountFact,
  NewTrades,
  ReplayedBalances,
  RevertedTrades,
  BlockMark,
  LiveBlocks,
} from './rows.ts'

/** One of several writes in one transaction. */
export type WriteCall = { [K in JoinableWrite]: { readonly name: K; readonly args: Parameters<StoreWrites[K]>[0] } }[JoinableWrite]
type JoinableWrite = Exclude<keyof StoreWrites, 'together' | 'compact' | 'takeFence'>

/** All writes of the store, typed and without SQL. Implemented once per database. */
export interface StoreWrites {
  /**
   * From now on, refuses writes under a fence of the resource with a smaller revision, and waits for those that have begun. A new holder calls it
   * before reading the state it continues from. A file has one writer, so this does nothing there.
   */
  takeFence(fence: Fence): void
  /** Makes all of the writes, or none if one fails or the process ends. Returns their results in order. */
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
  /** Stores transfers of a file, and balances if they follow from it. @throws AppError `conflict` if the file does not fit the stored facts */
  saveListedTransfers(args: ListedTransfers): SavedList
  /** Like `saveTransfers`, but replaces stored rows of the range that differ, in the same transaction. */
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
  /** Sums stored transfers up to a block (inclusive) into balances. */
  replayBalances(args: { token: TokenKey; block: number }): ReplayedBalances
  /** Sets balances that were read from a chain or a file. `replaceAll` deletes every other balance of the token. */
  saveBalances(args: { token: TokenKey; rows: readonly Holding[]; replaceAll: boolean }): void
  saveAccounts(args: { network: NetworkId; rows: readonly AccountFact[] }): void
  saveActivity(args: { network: NetworkId; rows: readonly Activity[] }): void
  saveNativeBalances(args: { network: NetworkId; rows: readonly Balance[] }): void
  saveFunding(args: { network: NetworkId; rows: readonly Funding[] }): void
  /** Replaces the recorded links of a token, and the counterparty counts recorded with them. */
  saveRecordedLinks(args: { token: TokenKey; rows: readonly RecordedLink[]; degrees?: readonly RecordedDegree[] }): void
  /** Adds or replaces labels of one source. With `network` evm, they hold on every EVM chain. */
  saveLabels(args: { network: NetworkId | 'evm'; source: string; rows: readonly AddressLabel[] }): void
  /**
   * Stores a snapshot and returns its hash. Snapshots are immutable: other bytes for a stored timestamp are rejected. `takenAt`: when it was
   * made, in Unix seconds; `block`: the newest block in it. Both are absent if they are unknown, as for a file. Returns null, and stores nothing, if
   * the chain has reverted that block since.
   */
  saveSnapshot(args: {
    token: TokenKey
    /** A snapshot record as JSON. */
    json: Uint8Array
    takenAt?: number
    block?: number | null
    /** Of the block, if it is stored. */
    hash?: string | null
  }): { timestamp: number; sha256: string } | null
  /** Replaces the counted roles of wallets in a token. Does not bump the revision. */
  saveTokenRoles(args: { token: TokenKey; roles: TokenRoles }): void
  /** `block`: the block at which the facts were read. */
  saveScan(args: { token: TokenKey; report: ScanReport; detail: ScanDetail | null; block: number | null }): { id: number; sha256: string }
  saveKey(key: Omit<StoredKey, 'last_used_at' | 'revoked_at'>): void
  /** For each period, takes up to `amount` of the requests that a key may still make in the current period of `seconds` seconds. */
  takeRequests(args: TakenRequests): TakenQuota[]
  revokeKey(args: { id: string; at: number }): StoredKey | null
  touchKeys(args: { ids: readonly string[]; at: number }): void
  /** Leaves a cancelled job as it is, unless it is queued again, and does not cancel one that has ended. */
  saveJob(job: JobRecord): void
  /** Stores a job that waits for a worker, or returns the open one of its token. */
  queueJob(job: JobRecord): JobRecord
  /** Stores a trace that is started, or restarted after it ended. */
  startTrace(trace: TraceRecord): void
  /** Stores the progress or end of a trace. A trace that has ended does not change. */
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
  /** Deletes up to `limit` of the oldest stored blocks of whole networks, if they were stored before a time (Unix seconds). Returns their number. */
  deleteOldBlocks(args: { before: number; limit: number }): number
  /** Stores an import. A second import of the same file is ignored. */
  saveImport(record: ImportRecord): void
  /** @param args.owner null for a case that belongs to everyone */
  createCase(args: { id: string; name: string | null; at: number; owner?: string | null }): CaseRecord
  /** Replaces the members of a case and their access. @throws AppError `not_found` */
  saveCaseMembers(args: { id: string; members: readonly Omit<CaseMember, 'id'>[] }): void
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
  /** @throws AppError `not_found` if the case is not among the deleted ones */
  restoreCase(id: string): CaseRecord
  /** Adds the case of a verified case file, with the facts of its tokens. Replaces no stored rows. */
  importCase(args: { file: string; owner?: string | null }): ImportedCase
  /** Adds the contents of another store's file. Replaces no stored rows. @throws UserFault for a file of another version */
  importStore(args: { file: string; owner?: string | null }): ImportedStore
  /** Creates or replaces a watch rule. */
  saveWatchRule(rule: WatchRule): void
  /** Null for an unknown rule. */
  deleteWatchRule(id: string): WatchRule | null
  /**
   * Stores the state on which rules were evaluated, together with their alerts and webhook calls. An event that is already stored is not counted
   * again. Returns the new alerts. Stores nothing if the chain has reverted the moment's block since: the rollback is evaluated next.
   */
  recordWatch(args: {
    token: TokenKey
    tokenName: string | null
    moment: WatchMoment | null
    /** Of the moment's block, if it is stored. */
    hash?: string | null
    matches: readonly (Omit<WatchMatch, 'rule'> & { readonly rule: WatchRule })[]
    snapshot: number | null
    /** Unix milliseconds. */
    now: number
  }): WatchAlert[]
  /** `ids` null marks every alert. */
  markAlertsRead(args: { ids: readonly string[] | null; at: number }): void
  /** Stores the result of a webhook call; `error` is null for success. Times in Unix milliseconds. */
  settleCall(args: { id: string; error: string | null; retryAt: number; now: number }): void
  saveSetting(args: { name: string; value: string }): void
  /** Saves a setting if its value is still `before`, null for none. Returns whether it was saved. */
  replaceSetting(args: { name: string; before: string | null; value: string }): boolean
  /** Sets the size in bytes above which trades, transfers and balances are rejected with AppError `conflict`; null removes the limit. */
  setStorageLimit(args: { bytes: number | null }): void
  /** Returns unused space to the disk. Other writes wait. */
  compact(): { fileBytes: number; freedBytes: number }
  /** Deletes a token with its facts, snapshots and scans. Null if the token was never stored. */
  deleteToken(token: TokenKey): Deletion | null
  /** @throws AppError `snapshot_not_found` */
  deleteSnapshot(args: { token: TokenKey; timestamp: number }): Deletion
  /** @throws AppError `not_found` */
  deleteScan(args: { token: TokenKey; generatedAt: number }): Deletion
  /**
   * Restores deleted rows, which is possible until the database is compacted. @throws AppError `not_found`, or `conflict` if they were stored again
   */
  restoreDeletion(id: number): Deletion
  /** Called in the transaction of an import, before it writes, so that the import can be undone. */
  keepBeforeImport(args: KeepBeforeImport): void
  keepBeforeAnswers(args: KeepBeforeAnswers): void
  /** @throws AppError `not_found`, or `conflict` if the rows from the file have been replaced since */
  takeBackImport(args: { sha256: string }): Deletion
}
