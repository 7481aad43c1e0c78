import { encodeBase58 } from '../encoding/base58.ts'
import { encodeKey } from '../encoding/byte-reader.ts'
import { normaliseBinary } from '../decode/normalise.ts'
import type { JsonObject } from '../encoding/json.ts'
import { tokensAmong, type ReadTransaction } from '../reading/transactions/read-transaction.ts'
import { decodeSolanaTransaction } from '../decode/decode.ts'
import { closableMints, initializedMints } from '../decode/mints.ts'
import type { WireInstruction } from '../transaction/wire.ts'
import { withdrawalsIn } from '../transaction/withdrawals.ts'
import type { ProtoReader } from './protobuf.ts'

/**
 * A transaction with its outcome from a Yellowstone stream, in the shape of a JSON answer. Field numbers:
 * https://github.com/rpcpool/yellowstone-grpc/blob/master/yellowstone-grpc-proto/proto/solana-storage.proto.
 */
export interface StreamedTransaction {
  readonly signature: string
  /** Index in its block. */
  readonly index: number
  readonly requiredSignatures: number
  /** Static keys, then loaded writable ones, then loaded read-only ones. */
  readonly keys: readonly Uint8Array[]
  readonly instructions: readonly WireInstruction[]
  /** Lamports. */
  readonly fee: number
  readonly before: readonly (number | bigint)[]
  readonly after: readonly (number | bigint)[]
  readonly tokens: TokenBalances
  readonly meta: JsonObject
}

type TokenBalances = Readonly<Record<'before' | 'after', BalanceRow[]>>

interface BalanceRow {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string | undefined
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number }
}

/** The transaction's message, without its outcome. */
interface Message {
  readonly keys: Uint8Array[]
  readonly instructions: WireInstruction[]
  requiredSignatures: number
}

/** @returns null for a message that is not a transaction with its outcome */
export function readStreamedTransaction(info: ProtoReader): StreamedTransaction | null {
  let signature: Uint8Array | null = null
  let index = 0
  let body: Message | null = null
  let outcome: Outcome | null = null
  for (let field = info.next(); field !== 0; field = info.next()) {
    if (field === 1) signature = info.block()
    else if (field === 3) body = readTransaction(info.message())
    else if (field === 4) outcome = readOutcome(info.message())
    else if (field === 5) index = info.count()
  }
  if (info.broken || signature?.length !== SIGNATURE_BYTES || body === null || outcome === null || body.keys.length === 0) return null
  const { before, after, fee, tokens, writable, readonly, meta } = outcome
  const keys = [...body.keys, ...writable, ...readonly]
  if (keys.some((key) => key.length !== KEY_BYTES)) return null
  const { requiredSignatures, instructions } = body
  return { signature: encodeBase58(signature), index, requiredSignatures, keys, instructions, fee, before, after, tokens, meta }
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

function readTransaction(transaction: ProtoReader): Message | null {
  let message: Message | null = null
  for (let field = transaction.next(); field !== 0; field = transaction.next()) {
    if (field === 2) message = readMessage(transaction.message())
  }
  return transaction.broken ? null : message
}

function readMessage(message: ProtoReader): Message | null {
  const read: Message = { keys: [], instructions: [], requiredSignatures: 0 }
  let whole = true
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) {
      const header = message.message()
      read.requiredSignatures = header.next() === 1 ? header.count() : 0
    } else if (field === 2) read.keys.push(message.block())
    else if (field === 4) {
      const instruction = readInstruction(message.message())
      if (instruction === null) whole = false
      else read.instructions.push(instruction)
    }
  }
  return whole && !message.broken ? read : null
}

const NO_BYTES: Uint8Array = new Uint8Array()

function readInstruction(message: ProtoReader): (WireInstruction & { readonly stackHeight: number | null }) | null {
  let programIdIndex = 0
  let accounts = NO_BYTES
  let data = NO_BYTES
  let stackHeight: number | null = null
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) programIdIndex = message.count()
    else if (field === 2) accounts = message.block()
    else if (field === 3) data = message.block()
    else if (field === 4) stackHeight = message.count()
  }
  return message.broken ? null : { programIdIndex, accounts, data, stackHeight }
}

interface Outcome {
  readonly fee: number
  readonly before: readonly (number | bigint)[]
  readonly after: readonly (number | bigint)[]
  readonly writable: readonly Uint8Array[]
  readonly readonly: readonly Uint8Array[]
  readonly tokens: TokenBalances
  readonly meta: JsonObject
}

function readOutcome(message: ProtoReader): Outcome | null {
  const lamports: Record<'before' | 'after', (number | bigint)[]> = { before: [], after: [] }
  const tokens: TokenBalances = { before: [], after: [] }
  const loaded: Record<'writable' | 'readonly', Uint8Array[]> = { writable: [], readonly: [] }
  const innerInstructions: JsonObject[] = []
  const logMessages: string[] = []
  let err: Uint8Array | null = null
  let fee = 0
  let whole = true
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) err = message.block()
    else if (field === 2) fee = message.count()
    else if (field === 3) message.integersInto(lamports.before)
    else if (field === 4) message.integersInto(lamports.after)
    else if (field === 5) whole = readGroup(message.message(), innerInstructions) && whole
    else if (field === 6) logMessages.push(message.text())
    else if (field === 7) whole = readBalance(message.message(), tokens.before) && whole
    else if (field === 8) whole = readBalance(message.message(), tokens.after) && whole
    else if (field === 12) loaded.writable.push(message.block())
    else if (field === 13) loaded.readonly.push(message.block())
  }
  if (!whole || message.broken) return null
  const meta = { err, innerInstructions, logMessages, preTokenBalances: tokens.before, postTokenBalances: tokens.after }
  return { fee, ...lamports, ...loaded, tokens, meta }
}

/** The inner instructions of one outer instruction. */
function readGroup(message: ProtoReader, into: JsonObject[]): boolean {
  let index = 0
  const instructions: JsonObject[] = []
  let whole = true
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) index = message.count()
    else if (field === 2) {
      const instruction = readInstruction(message.message())
      if (instruction === null) whole = false
      else instructions.push({ ...instruction })
    }
  }
  into.push({ index, instructions })
  return whole && !message.broken
}

function readBalance(message: ProtoReader, into: BalanceRow[]): boolean {
  let accountIndex = 0
  let mint = ''
  let owner = ''
  let uiTokenAmount = { amount: '0', decimals: 0 }
  let whole = true
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) accountIndex = message.count()
    else if (field === 2) mint = message.text()
    else if (field === 4) owner = message.text()
    else if (field === 3) {
      const amount = readAmount(message.message())
      if (amount === null) whole = false
      else uiTokenAmount = amount
    }
  }
  into.push({ accountIndex, mint, owner: owner === '' ? undefined : owner, uiTokenAmount })
  return whole && mint !== '' && !message.broken
}

function readAmount(message: ProtoReader): BalanceRow['uiTokenAmount'] | null {
  let amount = '0'
  let decimals = 0
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 2) decimals = message.count()
    else if (field === 3) amount = message.text()
  }
  return message.broken ? null : { amount, decimals }
}

/** Decodes a streamed transaction. @returns null if it contains indexes out of range */
export function toReadTransaction(streamed: StreamedTransaction, slot: number, time: number | null): ReadTransaction | null {
  const tx = normaliseBinary(streamed, { slot, time, index: streamed.index })
  if (tx === null) return null
  const names = streamed.keys.map(encodeKey)
  const accounts = names.map((address, i) => ({ address, before: Number(streamed.before[i] ?? 0), after: Number(streamed.after[i] ?? 0) }))
  return {
    signature: streamed.signature,
    slot,
    index: streamed.index,
    time,
    events: decodeSolanaTransaction(tx),
    mints: initializedMints(tx),
    closableMints: closableMints(tx),
    withdrawals: withdrawalsIn(tx),
    signers: names.slice(0, streamed.requiredSignatures),
    feePayer: names[0] ?? '',
    fee: streamed.fee,
    accounts,
    tokens: tokensAmong(accounts, streamed.tokens),
  }
}
