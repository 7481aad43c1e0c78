import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { KeyRecord, Permission } from '../../src-shared/contract/records/service.ts'
import type { ScanDetail, ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { DollarPayment, Pool, Trade, TradeFact, Transfer, TransferFact } from '../../src-shared/domain/events.ts'
import type { AddressLabel } from '../../src-shared/domain/labels.ts'
import type { Position } from '../../src-shared/domain/position.ts'
import type { AccountKind, Activity, Balance, Funding, Holding, RecordedLink, TokenInfo } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/**
 * Every question the app may ask of the store and every change it may make, typed and without SQL, so that another
 * engine can stand behind it later. Reads and writes are different types: what only reads says so.
 */

/** Closed range of blocks. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

/** What has been read of a token, as block intervals: resume is what is not covered. */
export type Coverage = 'transfers' | 'pools' | 'trades' | 'native' | 'tips'

export interface StoredToken extends TokenInfo {
  /** Grows by one with every change of a fact of this token; records computed from it are cached by it. */
  readonly revision: number
  readonly holdersKnown: number
  readonly tradeCount: number
  readonly snapshotCount: number
  /** Whether anything is stored that can link holders: a transfer, a trade, a first funding of one of the largest, or a link of an imported map. */
  readonly linksKnown: boolean
  readonly openedAt: number | null
}

/** What is known of a token now. A null field leaves what was known before; a field that a read found to be unknown is named in `forgets`. */
export interface TokenUpdate extends TokenInfo {
  readonly forgets?: readonly 'holderCount'[]
}

/** How often an address got and gave a token in stored transfers. */
export interface AddressFlow {
  readonly address: Address
  readonly received: number
  readonly sent: number
}

/** Rows of a token that detectors read whole. A transaction's hash is one string in all its rows. */
export interface FactRows {
  readonly transfers: readonly TransferFact[]
  readonly trades: readonly TradeFact[]
  /** Senders, receivers and signers of these rows, each once. */
  readonly people: readonly Address[]
}

/** What followed on a state of a token that was read before. */
export interface Appended extends FactRows {
  /** As they are now, of wallets whose balance may have changed, each once and in no order; zero where nothing is stored any more. */
  readonly balances: readonly Balance[]
}

/** Where a reader of a token stands: the revision it saw, and the last block it read. */
export interface ReadState {
  readonly revision: number
  readonly block: number
}

export interface AccountFact {
  readonly address: Address
  readonly kind: AccountKind
}

export interface TradeFilter {
  readonly network: NetworkId
  readonly by: 'token' | 'pool' | 'signer'
  readonly address: Address
  readonly sort: 'asc' | 'desc'
  readonly limit: number
  /** Exclusive start: the last trade of the page before. */
  readonly after: TradeCursor | null
  readonly from?: number
  readonly to?: number
  readonly minUsd?: number
}

/** Where a page ended. `ceiling` is the newest row that existed when paging began, so that pages stay whole while trades arrive. */
export interface TradeCursor {
  readonly position: Position
  readonly leg: number
  readonly rowId: number
  readonly ceiling: number
}

export interface TradeRows {
  readonly trades: readonly Trade[]
  /** null at the end. */
  readonly next: TradeCursor | null
}

export interface StoredSnapshot {
  readonly timestamp: number
  /** Canonical JSON (sorted keys, UTF-8): the bytes that are served. */
  readonly json: Uint8Array
  /** SHA-256 of `json`, hex. */
  readonly sha256: string
}

export interface StoredScan {
  readonly generatedAt: number
  readonly json: Uint8Array
  readonly sha256: string
  /** The ledger behind the score; null where the report came without one. */
  readonly detail: ScanDetail | null
}

/** One scan in the list of those of its token. */
export interface ScanLine {
  readonly generatedAt: number
  readonly score: number
  readonly message: string
}

export interface StoredKey extends KeyRecord {
  /** SHA-256 of the key, hex. */
  readonly hash: string
}

export interface SourceRow {
  readonly network: NetworkId
  readonly endpoint: string
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly probedAt: number
}

/** Blocks of a followed token, as its chain told them. */
export interface LiveBlocks extends BlockRange {
  /** Unix seconds of the last block; null when unknown. */
  readonly time: number | null
  /** Total supply after the last block where it changed. */
  readonly supply: bigint | null
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  readonly pools: readonly Pool[]
  /** Balances as read after the last block; other wallets move by the transfers. */
  readonly balances: readonly Holding[]
}

export type StoredKind =
  'tokens' | 'trades' | 'transfers' | 'nativeTransfers' | 'balances' | 'pools' | 'snapshots' | 'scans' | 'labels' | 'addresses' | 'transactions'

export interface TokenStorage extends TokenKey {
  /** An estimate from the number of its rows; a trade between two stored tokens counts for both. */
  readonly bytes: number
}

/** What the database takes on disk, in bytes. */
export interface StorageFigures {
  readonly fileBytes: number
  readonly walBytes: number
  /** Pages inside the file that hold nothing. */
  readonly freeBytes: number
  /** null: no limit is set. */
  readonly limitBytes: number | null
  readonly rows: Readonly<Record<StoredKind, number>>
  /** Largest first, ties by address. */
  readonly tokens: readonly TokenStorage[]
}

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
   * What followed on a state that was read before; null when more than that changed since (rows of older blocks, rows taken
   * back, wallets' facts), so that all must be read again.
   */
  appended(args: { token: TokenKey; since: ReadState }): Appended | null
  /** In chain order. */
  transfers(args: { token: TokenKey; limit: number | null }): Transfer[]
  /** Stored native movements to the given wallets, in chain order. */
  nativeTransfers(args: { network: NetworkId; wallets: readonly Address[] }): Transfer[]
  /** Stored native movements from the given wallets, in chain order. */
  nativePayments(args: { network: NetworkId; wallets: readonly Address[] }): Transfer[]
  /** Stored payments in dollar coins by and to the given wallets, each once, by block. */
  dollarPayments(args: { network: NetworkId; wallets: readonly Address[] }): DollarPayment[]
  /** All stored trades of a token in chain order. */
  tokenTrades(args: { token: TokenKey; limit: number | null }): Trade[]
  trades(filter: TradeFilter): TradeRows
  /** Trades of a token of the one list against a token of the other, in a closed range of blocks, in chain order. */
  pairTrades(args: { network: NetworkId; between: readonly [readonly Address[], readonly Address[]]; from: number; to: number }): Trade[]
  pools(token: TokenKey): Pool[]
  /**
   * Addresses that behave like a pool of the token: those that both get and give it first, the busiest first, ties by address.
   * Stored pools are left out, and so is the zero address.
   */
  poolCandidates(args: { token: TokenKey; limit: number }): AddressFlow[]
  accounts(args: { network: NetworkId; addresses: readonly Address[] }): AccountFact[]
  funding(args: { network: NetworkId; wallets: readonly Address[] }): Funding[]
  activity(args: { network: NetworkId; addresses: readonly Address[] }): Activity[]
  /** Blocks around the token's first trade that were produced, ascending; null where nobody asked, or every number has a block. */
  producedBlocks(token: TokenKey): number[] | null
  recordedLinks(token: TokenKey): RecordedLink[]
  /** EVM networks read their own rows and the rows that hold on every EVM chain. Several rows per address are possible: callers merge. */
  labels(args: { network: NetworkId; addresses: readonly Address[] }): AddressLabel[]
  /** Stored payments to tip accounts of block builders in a range of blocks, in chain order. */
  tips(args: { network: NetworkId; blocks: BlockRange }): { tx: string; from: Address }[]
  covered(args: { token: TokenKey; what: Coverage }): BlockRange[]
  snapshotTimestamps(token: TokenKey): number[]
  /** Above every id of a cluster in the token's snapshots; 0 where there are none. */
  nextClusterId(token: TokenKey): number
  /** `timestamp` null asks for the newest. */
  snapshot(args: { token: TokenKey; timestamp: number | null }): StoredSnapshot | null
  /** `back` 0 is the newest, 1 the one before. */
  scan(args: { token: TokenKey; back: number }): StoredScan | null
  /** Newest first. */
  scans(token: TokenKey): ScanLine[]
  keys(): StoredKey[]
  jobs(args: { limit: number }): JobRecord[]
  job(id: string): JobRecord | null
  sources(): SourceRow[]
  /** Files that were imported, newest first. */
  imports(args: { limit: number }): ImportRecord[]
  /** Small values the app keeps: label file version, "sample case installed" … */
  setting(name: string): string | null
  /** Sizes and numbers of rows. Walks the stored transfers. */
  storage(): StorageFigures
  /** Whether the file is sound: SQLite's quick_check, in its words. */
  check(): string[]
}

export interface StoreWrites {
  /** Inserts or replaces what is known of a token; null fields do not overwrite known ones unless `forgets` names them. Bumps the revision. */
  saveToken(token: TokenUpdate): void
  markOpened(args: { token: TokenKey; at: number }): void
  /** Rows and the interval they cover go in together or not at all. Rows already stored are left alone. Answers how many were new. */
  saveTransfers(args: { token: TokenKey; rows: readonly Transfer[]; covers: BlockRange | null }): number
  saveNativeTransfers(args: { network: NetworkId; rows: readonly Transfer[] }): number
  /** Those not known yet; answers how many. */
  saveDollarPayments(args: { network: NetworkId; rows: readonly DollarPayment[] }): number
  /** Payments to tip accounts in the transactions of the token's trades; `covers`: where all of them were looked at. */
  saveTips(args: { token: TokenKey; rows: readonly Transfer[]; covers: BlockRange | null }): void
  saveProducedBlocks(args: { token: TokenKey; blocks: readonly number[] }): void
  savePools(args: { token: TokenKey; rows: readonly Pool[]; covers: BlockRange | null }): number
  /** Trades of any tokens. `token` and `covers` record what was read for one token. Answers which rows were new, by place. */
  saveTrades(args: { network: NetworkId; rows: readonly Trade[]; token: TokenKey | null; covers: BlockRange | null }): number[]
  /** Stores blocks that follow right on what is known of the token, with the balances they lead to. Answers which of its trades were new, by place. */
  saveBlocks(args: { token: TokenKey; blocks: LiveBlocks }): number[]
  /** Takes back all facts of a token from a block on. Answers how many rows went. */
  withdrawBlocks(args: { token: TokenKey; from: number }): { trades: number; transfers: number }
  /** Sums stored transfers into balances up to a block (inclusive). Answers the number of holders above zero. */
  replayBalances(args: { token: TokenKey; block: number }): number
  /** Sets balances as read from chain or file; `replaceAll` drops every other balance of the token. */
  saveBalances(args: { token: TokenKey; rows: readonly Holding[]; replaceAll: boolean }): void
  saveAccounts(args: { network: NetworkId; rows: readonly AccountFact[] }): void
  saveActivity(args: { network: NetworkId; rows: readonly Activity[] }): void
  saveFunding(args: { network: NetworkId; rows: readonly Funding[] }): void
  /** Replaces the recorded links of a token. */
  saveRecordedLinks(args: { token: TokenKey; rows: readonly RecordedLink[] }): void
  /** Adds or replaces labels of one source. `network` evm holds on every EVM chain. */
  saveLabels(args: { network: NetworkId | 'evm'; source: string; rows: readonly AddressLabel[] }): void
  /** Stores a snapshot; a second one with the same timestamp and other bytes is refused (snapshots are immutable). Answers its hash. */
  saveSnapshot(args: { token: TokenKey; snapshot: SnapshotRecord }): { timestamp: number; sha256: string }
  saveScan(args: { token: TokenKey; report: ScanReport; detail: ScanDetail | null }): { sha256: string }
  saveKey(key: { id: string; name: string; hash: string; prefix: string; permissions: readonly Permission[]; createdAt: number }): void
  revokeKey(args: { id: string; at: number }): StoredKey | null
  touchKeys(args: { ids: readonly string[]; at: number }): void
  saveJob(job: JobRecord): void
  saveSource(row: SourceRow): void
  /** Keeps what a file brought; the first import of a file stands. */
  saveImport(record: ImportRecord): void
  saveSetting(args: { name: string; value: string }): void
  /** Bytes of rows from which on trades, transfers and balances are refused with AppError `conflict`; null takes the limit away. */
  setStorageLimit(args: { bytes: number | null }): void
  /** Gives room that nothing needs back to the disk. Other changes wait. */
  compact(): { fileBytes: number; freedBytes: number }
  /** Drops a token and all its facts, snapshots and scans. */
  deleteToken(token: TokenKey): void
}

export type Reads = { readonly [K in keyof StoreReads]: (...args: Parameters<StoreReads[K]>) => Promise<ReturnType<StoreReads[K]>> }
export type Writes = { readonly [K in keyof StoreWrites]: (...args: Parameters<StoreWrites[K]>) => Promise<ReturnType<StoreWrites[K]>> }

/** The store as the rest of the app sees it: questions answered and changes made on other threads. */
export interface Store {
  readonly read: Reads
  readonly write: Writes
  /** Path of the database file, for workers that open their own reader. */
  readonly path: string
  /** Waits for what was asked, checkpoints, and closes. */
  close(): Promise<void>
}
