import type { CaseAccess } from '../../src-shared/contract/records/cases.ts'
import type { KeyRecord } from '../../src-shared/contract/records/service.ts'
import type { ScanDetail } from '../../src-shared/contract/records/scan.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../src-shared/domain/events.ts'
import type { PastValues, WatchMoment } from '../../src-shared/domain/watch-moment.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { WalletKey } from './rows.ts'

/** Records, keys and sources as the store returns them, and its use of the disk. */

export interface SnapshotMoment {
  /** Unix seconds of the state. */
  readonly timestamp: number
  /** Unix seconds of the moment it was made; null for one that came in a file. */
  readonly takenAt: number | null
}

export interface StoredSnapshot {
  readonly timestamp: number
  /** Canonical JSON (sorted keys, UTF-8), served as it is. */
  readonly json: Uint8Array
  /** SHA-256 of `json`, hex. */
  readonly sha256: string
}

export interface StoredScan {
  /** Later scans have larger ids. */
  readonly id: number
  readonly generatedAt: number
  readonly json: Uint8Array
  readonly sha256: string
  /** The findings behind the score; null if the report came without them. */
  readonly detail: ScanDetail | null
}

/** A scan in the history of its token. */
export interface ScanLine {
  readonly generatedAt: number
  readonly score: number
  readonly message: string
}

export interface StoredKey extends KeyRecord {
  /** SHA-256 of the key, hex. */
  readonly hash: string
}

/** A user who may do something with a case. */
export interface CaseMember {
  readonly id: string
  readonly name: string
  readonly access: CaseAccess
}

/** A user, who sees the cases of everyone and those shared with the user or with every user. Null is no user, undefined sees all cases. */
export type CaseViewer = string | null | undefined

/** Requests that a process takes for a key before they are made. */
export interface TakenRequests {
  readonly key: string
  /** Unix seconds. */
  readonly at: number
  readonly periods: readonly { readonly seconds: number; readonly limit: number; readonly amount: number }[]
}

export interface TakenQuota {
  /** Start of the period (Unix seconds). */
  readonly began: number
  readonly granted: number
}

/** A pool of a token that may not be stored. */
export type ResolvedPoolRow = Pick<Pool, 'address' | 'dex' | 'dexVersion' | 'token0' | 'token1'>

/** A block of a network that is followed as a whole. */
export interface StoredBlock {
  readonly number: number
  /** Null on chains whose emitted blocks are final. */
  readonly hash: string | null
  /** Its trades, as `NewStoredBlock` had them. */
  readonly packed: Uint8Array
}

/** Consecutive blocks from the requested one on. */
export interface StoredBlockPage {
  readonly blocks: readonly StoredBlock[]
  /** The first block of the page. If it is empty, the first later stored block, or null if there is none. */
  readonly storedFrom: number | null
}

export interface NewStoredBlock extends StoredBlock {
  readonly network: NetworkId
  /** The first of the tradeless blocks directly before it, or its own number. */
  readonly from: number
  /** Unix seconds. */
  readonly time: number
  readonly trades: number
  /** Unix seconds. */
  readonly storedAt: number
  /** Some of the blocks that were kept before this time (Unix seconds) are deleted. */
  readonly oldest: number
}

/** Payments of a wallet in one coin, of one side. */
export interface TraceReadKey extends WalletKey {
  /** `NATIVE`, or a token. */
  readonly coin: Address
  readonly side: 'paid' | 'received'
}

/** The part that was read: everything from `since` to `until` (Unix seconds, inclusive) if `complete`, otherwise its beginning. */
export interface TraceRead extends TraceReadKey {
  readonly since: number
  readonly until: number
  readonly complete: boolean
  /** Which payments the network does not list, or why the remaining ones were not read. Null if `rows` has all payments. */
  readonly unlisted: string | null
  /** For payments made: lower bound of the raw units that the wallet had at `since`. Null if unknown. */
  readonly opening: bigint | null
  readonly rows: readonly Transfer[]
}

export interface EndpointLimitsRow {
  readonly network: NetworkId
  /** Identifies the endpoint without its key. */
  readonly endpoint: string
  /** As the caller stored them, in JSON. */
  readonly limits: unknown
  /** Unix seconds. */
  readonly learntAt: number
}

export type StoredKind =
  | 'tokens'
  | 'trades'
  | 'transfers'
  | 'nativeTransfers'
  | 'balances'
  | 'pools'
  | 'snapshots'
  | 'scans'
  | 'labels'
  | 'addresses'
  | 'transactions'
  | 'networkBlocks'

export interface TokenStorage extends TokenKey {
  /** Estimated from the number of rows. A trade between two stored tokens counts for both. */
  readonly bytes: number
}

/** Disk usage of the database in bytes. */
export interface StorageFigures {
  readonly fileBytes: number
  readonly walBytes: number
  /** Free pages inside the file. */
  readonly freeBytes: number | null
  /** null without a limit. */
  readonly limitBytes: number | null
  /** Hours for which trades of networks followed as a whole are kept. */
  readonly keepHours: number
  readonly rows: Readonly<Record<StoredKind, number>>
  /** Largest first, ties by address. */
  readonly tokens: readonly TokenStorage[]
}

/** The state of a token that watch rules compare with. */
export interface StoredMoment {
  readonly moment: WatchMoment
  /** Unix seconds. */
  readonly madeAt: number
  /** Oldest first, the moment included. */
  readonly past: readonly PastValues[]
}

/** A pending webhook call. */
export interface DueCall {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly body: string
  readonly attempts: number
}

/** The changes of a file of holders or a snapshot. The rows before them are kept, so that the import can be undone. */
export interface KeepBeforeImport {
  readonly token: TokenKey
  readonly name: string
  readonly sha256: string
  /** List of the labels. */
  readonly list: string
  /** Addresses with labels in the file, and addresses whose kind was unknown before it. */
  readonly labelled: readonly string[]
  readonly accounts: readonly string[]
  /** Unix seconds of the state in the file. */
  readonly takenAt: number
  /** Whether the file brought the state of the token, or only a snapshot or transfers. */
  readonly hasFacts: boolean
  /** Of the first transfer in the file (src-main/store/tables/transfers/listed-events.ts). Absent if the file has none. */
  readonly place?: number
}

/** Rows from recorded node answers in a file. */
export interface KeepBeforeAnswers {
  /** The token that is most traded in the file. */
  readonly token: TokenKey
  readonly name: string
  readonly sha256: string
  readonly trades: readonly Pick<Trade, 'network' | 'tx' | 'position'>[]
  readonly transfers: readonly Pick<Transfer, 'network' | 'tx' | 'position' | 'token' | 'to'>[]
  readonly pools: readonly Pick<Pool, 'network' | 'address' | 'token0' | 'token1'>[]
}

/** Transfers of a file. Either all have a block, or none does. */
export interface ListedTransfers {
  readonly token: TokenKey
  readonly name: string
  readonly sha256: string
  readonly decimals: number
  readonly rows: readonly (Pick<Transfer, 'from' | 'to' | 'raw' | 'tx'> & { readonly time: number; readonly block: number | null })[]
}

export interface SavedList {
  /** Transfers that were not stored before. */
  readonly added: number
  /** Holders by the sums of the transfers. Null if it is unknown whether these sums are their balances. */
  readonly holders: number | null
}

/** Tokens of a file whose facts were imported. */
export interface ImportedFacts {
  readonly added: readonly TokenKey[]
  /** Tokens that were already stored. Their facts are unchanged; only snapshots, trades and pools were added. */
  readonly kept: readonly TokenKey[]
}

export interface ImportedCase extends ImportedFacts {
  /** Differs from the id in the file if another case already has that id. */
  readonly id: string
}

export interface ImportedStore extends ImportedFacts {
  /** Ids of the cases that were added. */
  readonly cases: readonly string[]
}
