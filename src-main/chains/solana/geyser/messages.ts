import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { ProtoReader, ProtoWriter } from './protobuf.ts'
import { readStreamedTransaction, type StreamedTransaction } from './streamed.ts'

/**
 * The messages of Yellowstone's `geyser.Geyser/Subscribe`. Field numbers:
 * https://github.com/rpcpool/yellowstone-grpc/blob/master/yellowstone-grpc-proto/proto/geyser.proto.
 */

export interface Subscription {
  /** Subscribes to transactions that mention any of these. */
  readonly accounts: readonly string[]
  readonly tokenProgram: string
  /** 32 bytes. Subscribes to changes of this mint's token accounts. */
  readonly mint: Uint8Array
  /** Replays from this slot as far as the server can; null starts with new slots. */
  readonly fromSlot: number | null
}

const CONFIRMED = 1
const FILTER = 'token'
/** Of a token account: its mint, by which accounts are filtered, and its amount, the only requested data. */
const MINT_OFFSET = 0
const AMOUNT_OFFSET = 64
const AMOUNT_BYTES = 8

export function writeSubscription({ accounts, tokenProgram, mint, fromSlot }: Subscription): Uint8Array {
  const request = new ProtoWriter()
    .entry(1, FILTER, (filter) =>
      filter.text(3, tokenProgram).message(4, (match) => match.message(1, (memcmp) => memcmp.integer(1, MINT_OFFSET).block(2, mint))),
    )
    .entry(3, FILTER, (filter) => accounts.reduce((made, account) => made.text(3, account), filter.integer(1, 0).integer(2, 0)))
    .entry(5, FILTER, (filter) => filter)
    .integer(6, CONFIRMED)
    .message(7, (slice) => slice.integer(1, AMOUNT_OFFSET).integer(2, AMOUNT_BYTES))
  return (fromSlot === null ? request : request.integer(11, fromSlot)).bytes()
}

/** Whole blocks with their transactions, as they are confirmed. */
export function writeBlockSubscription(): Uint8Array {
  return new ProtoWriter()
    .entry(4, 'blocks', (filter) => filter.integer(2, 1).integer(3, 0).integer(4, 0))
    .integer(6, CONFIRMED)
    .bytes()
}

/** The kind of an update of a block subscription. The block itself is not read yet. */
export function blockIn(update: Uint8Array): { readonly kind: 'block'; readonly bytes: Uint8Array } | { readonly kind: 'ping' | 'other' } {
  const reader = new ProtoReader(update)
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 5) return { kind: 'block', bytes: reader.block() }
    if (field === 6) return { kind: 'ping' }
  }
  return { kind: 'other' }
}

/** A request with only a ping, which leaves the subscription unchanged. */
export function writePing(id: number): Uint8Array {
  return new ProtoWriter().message(9, (ping) => ping.integer(1, id)).bytes()
}

export interface StreamedBlock {
  readonly slot: number
  /** Slot of the parent block. */
  readonly parent: number
  readonly hash: string
  /** Unix seconds. */
  readonly time: number | null
}

export type Update =
  | { readonly kind: 'transaction'; readonly slot: number; readonly transaction: StreamedTransaction }
  /** `raw` is what the account holds, in raw units; null if the update has other data than requested. */
  | { readonly kind: 'account'; readonly slot: number; readonly address: Uint8Array; readonly raw: bigint | null }
  | ({ readonly kind: 'block' } & StreamedBlock)
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong'; readonly id: number }
  /** An unknown update, or one that was not subscribed to. */
  | { readonly kind: 'other' }

/** @returns null for bytes that are not a complete update */
export function readUpdate(bytes: Uint8Array): Update | null {
  const reader = new ProtoReader(bytes)
  let update: Update | null = { kind: 'other' }
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    const read = READERS[field]
    if (read !== undefined) update = read(reader.message())
  }
  return reader.broken ? null : update
}

const READERS: Readonly<Record<number, (message: ProtoReader) => Update | null>> = {
  2: readAccount,
  4: readTransaction,
  6: () => ({ kind: 'ping' }),
  7: readBlock,
  9: (pong) => ({ kind: 'pong', id: pong.next() === 1 ? pong.count() : 0 }),
}

/** The seconds of an `UnixTimestamp`. */
export const readTime = (stamp: ProtoReader): number | null => (stamp.next() === 1 ? parseUnixSeconds(stamp.count()) : null)

const KEY_BYTES = 32

function readAccount(message: ProtoReader): Update | null {
  let address: Uint8Array | null = null
  let raw: bigint | null = null
  let slot = 0
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 2) slot = message.count()
    if (field !== 1) continue
    const info = message.message()
    for (let part = info.next(); part !== 0; part = info.next()) {
      if (part === 1) address = info.block()
      else if (part === 6) raw = readAmount(info.block())
    }
  }
  return message.broken || address?.length !== KEY_BYTES ? null : { kind: 'account', slot, address, raw }
}

const readAmount = (data: Uint8Array): bigint | null => (data.length === AMOUNT_BYTES ? new ByteReader(data).u64() : null)

function readTransaction(message: ProtoReader): Update | null {
  let transaction: StreamedTransaction | null = null
  let slot = 0
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) transaction = readStreamedTransaction(message.message())
    else if (field === 2) slot = message.count()
  }
  return message.broken || transaction === null ? null : { kind: 'transaction', slot, transaction }
}

function readBlock(message: ProtoReader): Update | null {
  let [slot, parent, hash] = [0, 0, '']
  let time: number | null = null
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) slot = message.count()
    else if (field === 2) hash = message.text()
    else if (field === 6) parent = message.count()
    else if (field === 4) time = readTime(message.message())
  }
  return message.broken || parent >= slot ? null : { kind: 'block', slot, parent, hash, time }
}
