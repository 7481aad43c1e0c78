import type { Address } from '../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../src-shared/domain/events.ts'
import type { ListedTransfer } from '../../src-shared/domain/lists/transfer-row.ts'
import type { AddressLabel } from '../../src-shared/domain/labels.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { RecordedDegree, RecordedLink } from '../../src-shared/domain/token.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { EvmHalves } from './answers/evm-pairs.ts'
import type { AccountFact, StoredToken } from '../store/interface.ts'

/** The content of a file, ready to be stored. Plans are made in a worker and sent to the main thread. */

export interface HolderAmount {
  readonly address: Address
  /** Exact decimal text, in raw units or in token units according to {@link HoldersPlan.amounts}. */
  readonly amount: string
  /** Percent of supply in the file; null if there is none. */
  readonly percentage: number | null
}

/** The largest holders of one token, from a map in either format or from a list. */
export interface HoldersPlan {
  readonly kind: 'holder_map' | 'relationship_map' | 'holder_list'
  readonly network: NetworkId
  readonly token: Address
  readonly name: string | null
  readonly symbol: string | null
  /** Unix seconds of the state in the file; null if the file does not say. */
  readonly takenAt: number | null
  readonly amounts: 'raw' | 'units'
  /** Inferred from the file alone, or given with a list; null if neither. */
  readonly decimals: number | null
  /** Given with a list, in token units; null otherwise. */
  readonly supply: string | null
  readonly holders: readonly HolderAmount[]
  readonly labels: readonly AddressLabel[]
  readonly accounts: readonly AccountFact[]
  readonly links: readonly RecordedLink[]
  readonly degrees: readonly RecordedDegree[]
  readonly skipped: number
  readonly notes: readonly string[]
}

/** Transfers of one token, in file order. */
export interface TransfersPlan {
  readonly kind: 'transfer_list'
  readonly network: NetworkId
  readonly token: Address
  /** Given with the list; null otherwise. */
  readonly decimals: number | null
  readonly transfers: readonly ListedTransfer[]
  readonly skipped: number
  readonly notes: readonly string[]
}

export interface SnapshotPlan {
  readonly kind: 'snapshot'
  readonly record: SnapshotRecord
}

export interface AnswersPlan {
  readonly kind: 'node_answers'
  readonly transactions: number
  readonly trades: readonly Trade[]
  readonly transfers: readonly Transfer[]
  readonly pools: readonly Pool[]
  /** Unpaired EVM answers, whose other half may be in another file. */
  readonly waiting: readonly EvmHalves[]
  readonly skipped: number
  readonly notes: readonly string[]
}

export type ImportPlan = HoldersPlan | TransfersPlan | SnapshotPlan | AnswersPlan

/** What the rows of a file depend on. */
export interface KnownToken {
  readonly stored: Pick<StoredToken, 'decimals' | 'totalSupply'> | null
  /** Unix seconds of the state in the file. */
  readonly takenAt: number
}
