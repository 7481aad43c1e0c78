import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** A block that logs stand in, as they tell it. */
export interface PlacedBlock {
  readonly blockNumber: number
  readonly blockHash: `0x${string}`
  /** Unix seconds; null where the node does not say. */
  readonly blockTimestamp: number | null
}

/**
 * ERC-20 Transfers of one answer, field by field: transfer i stands at i of every column. A million of them are a few
 * arrays, not millions of objects, so they change threads in no time and leave nothing to collect.
 */
export interface TransferColumns {
  readonly count: number
  /** Blocks in the order met; one that is met again later stands here again. */
  readonly blocks: readonly PlacedBlock[]
  /** Transaction hashes in the order met, end to end. */
  readonly hashes: string
  /** Parties in the order met, each once, end to end. */
  readonly parties: string
  /** Places among the blocks, hashes and parties. */
  readonly block: Uint32Array<ArrayBuffer>
  readonly hash: Uint32Array<ArrayBuffer>
  readonly from: Uint32Array<ArrayBuffer>
  readonly to: Uint32Array<ArrayBuffer>
  readonly transactionIndex: Uint32Array<ArrayBuffer>
  readonly logIndex: Uint32Array<ArrayBuffer>
  /** Eight words of 32 bits a transfer, the lowest first: raw units of the token. */
  readonly amounts: Uint32Array<ArrayBuffer>
}

export const AMOUNT_WORDS = 8
export const HASH_CHARS = 66
export const ADDRESS_CHARS = 42

/** What another thread may take over without a copy. */
export function buffersOf({ block, hash, from, to, transactionIndex, logIndex, amounts }: TransferColumns): ArrayBuffer[] {
  return [block, hash, from, to, transactionIndex, logIndex, amounts].map((column) => column.buffer)
}

/** The parties' texts by their place. */
export function partiesOf({ parties }: TransferColumns): Address[] {
  return Array.from({ length: parties.length / ADDRESS_CHARS }, (_, i) => trustedAddress(parties.slice(i * ADDRESS_CHARS, (i + 1) * ADDRESS_CHARS)))
}

/** The amount of transfer i in raw units. */
export function amountAt({ amounts }: TransferColumns, i: number): bigint {
  const at = i * AMOUNT_WORDS
  const low = wordsAt(amounts, at)
  const lower = ((amounts[at + 2] ?? 0) | (amounts[at + 3] ?? 0)) === 0 ? low : (wordsAt(amounts, at + 2) << 64n) | low
  if (((amounts[at + 4] ?? 0) | (amounts[at + 5] ?? 0) | (amounts[at + 6] ?? 0) | (amounts[at + 7] ?? 0)) === 0) return lower
  return (wordsAt(amounts, at + 6) << 192n) | (wordsAt(amounts, at + 4) << 128n) | lower
}

/** Two words as one number: the same bytes, read as one. */
function wordsAt(amounts: Uint32Array, at: number): bigint {
  lanes[0] = amounts[at] ?? 0
  lanes[1] = amounts[at + 1] ?? 0
  return lane[0] ?? 0n
}
const lanes = new Uint32Array(2)
const lane = new BigUint64Array(lanes.buffer)

export interface RowSource {
  readonly network: NetworkId
  readonly token: Address
  /** Unix seconds by place among the blocks. */
  readonly times: readonly (number | null)[]
  /** The answer of `partiesOf`. */
  readonly parties: readonly Address[]
}

/** Transfers `first` to `end` (not itself) as rows. Their texts are cut from those of the columns, not copied. */
export function rowsOf(columns: TransferColumns, source: RowSource, first: number, end: number): Transfer[] {
  const { blocks, hashes, block, hash, from, to, transactionIndex, logIndex } = columns
  const { network, token, times, parties } = source
  const rows: Transfer[] = []
  for (let i = first; i < end; i++) {
    const inBlock = block[i] ?? 0
    const text = (hash[i] ?? 0) * HASH_CHARS
    rows.push({
      kind: 'transfer',
      network,
      position: { block: blocks[inBlock]?.blockNumber ?? 0, tx: transactionIndex[i] ?? 0, event: logIndex[i] ?? 0 },
      time: times[inBlock] ?? null,
      tx: hashes.slice(text, text + HASH_CHARS),
      token,
      from: partyAt(parties, from[i]),
      to: partyAt(parties, to[i]),
      raw: amountAt(columns, i),
    })
  }
  return rows
}

function partyAt(parties: readonly Address[], place: number | undefined): Address {
  const party = parties[place ?? -1]
  if (party === undefined) throw new RangeError(`no party at ${place}`)
  return party
}
