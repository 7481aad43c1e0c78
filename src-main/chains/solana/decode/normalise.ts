import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { AccountKeys, binaryKeys } from '../transaction/account-keys.ts'
import { decodeBase58, encodeBase58 } from '../encoding/base58.ts'
import { NO_LOGS, resolveInstructionTree, type EventLogs } from '../transaction/instruction-tree.ts'
import type { DecodableTransaction } from '../programs/program-instruction.ts'
import { parseProgramLogs } from '../transaction/program-logs.ts'
import { Programs, findProgram, type Program } from '../programs/program.ts'
import { parseAmount, parseCount, isJsonObject, isRawTransaction, parseList, type JsonObject } from '../encoding/json.ts'
import { LazyInstruction } from './lazy-instruction.ts'
import { TokenAccounts } from '../transaction/token-accounts.ts'
import { readWireTransaction, type WireInstruction } from '../transaction/wire.ts'

/** The context of a transaction: slot and time of its block, and its index in the block. */
export interface TransactionContext {
  readonly slot: number | null
  readonly time: number | null
  readonly index: number | null
}

/** The message of a transaction, from JSON or from binary. */
interface TransactionMessage {
  readonly signature: () => string
  readonly keys: AccountKeys
  readonly signers: () => readonly string[]
  readonly instructions: readonly unknown[]
}

/** Far above the 64 instructions that a transaction can execute (SIMD-0150). A longer list is not a real answer. */
const MAX_INSTRUCTIONS = 4_096

/**
 * Normalises one transaction of an answer, without its envelope, in any encoding.
 *
 * @returns null if it is not a transaction, has an unknown version, or contains indexes out of range
 */
export function normaliseTransaction(raw: unknown, around: TransactionContext): DecodableTransaction | null {
  if (!isRawTransaction(raw) || !isJsonObject(raw.meta)) return null
  const meta = raw.meta
  const head = Array.isArray(raw.transaction) ? readBinaryMessage(raw.transaction, meta) : readJsonMessage(raw.transaction, meta)
  const before = parseList(meta.preBalances)
  const after = parseList(meta.postBalances)
  if (head === null || before === null || after === null) return null
  return assemble(head, meta, {
    slot: parseCount(raw.slot) ?? around.slot,
    index: parseCount(raw.transactionIndex) ?? parseCount(raw.indexWithinBlock) ?? around.index,
    time: parseUnixSeconds(raw.blockTime) ?? around.time,
    before,
    after,
  })
}

/** A transaction with a binary message, and its outcome in the shape of a JSON answer. */
export interface BinaryTransaction {
  readonly signature: string
  /** Static keys, then loaded writable ones, then loaded read-only ones. */
  readonly keys: readonly Uint8Array[]
  readonly requiredSignatures: number
  readonly instructions: readonly WireInstruction[]
  /** Lamports of each account before the transaction. */
  readonly before: readonly unknown[]
  readonly after: readonly unknown[]
  readonly meta: JsonObject
}

/** Normalises a transaction from a stream. @returns null if it contains indexes out of range */
export function normaliseBinary(tx: BinaryTransaction, around: TransactionContext): DecodableTransaction | null {
  const keys = new AccountKeys([], binaryKeys(tx.keys))
  const signers = (): readonly string[] => tx.keys.slice(0, tx.requiredSignatures).flatMap((_, index) => keys.at(index) ?? [])
  const head = { signature: () => tx.signature, keys, signers, instructions: tx.instructions }
  return assemble(head, tx.meta, { ...around, before: tx.before, after: tx.after })
}

function assemble(head: TransactionMessage, meta: JsonObject, around: Omit<TransactionFacts, 'failed'>): DecodableTransaction | null {
  if (head.keys.length === 0) return null
  const failed = isFailed(meta)
  const parts = failed ? NO_PARTS : readParts(head, meta)
  return parts === null ? null : new ReadTransaction(head, parts, { ...around, failed })
}

function isFailed(meta: JsonObject): boolean {
  return meta.err !== null && meta.err !== undefined
}

/** Whether the transaction failed. A failed transaction moves nothing, so nothing else in it is read. */
export function isFailedTransaction(raw: unknown): boolean {
  return isRawTransaction(raw) && isJsonObject(raw.meta) && isFailed(raw.meta)
}

type TransactionFacts = TransactionContext & { readonly failed: boolean; readonly before: readonly unknown[]; readonly after: readonly unknown[] }

/** Signature and signers are computed on first use: most transactions contain no trade and never need them. */
class ReadTransaction implements DecodableTransaction {
  readonly slot: number | null
  readonly index: number | null
  readonly time: number | null
  readonly failed: boolean
  readonly keys: AccountKeys
  readonly instructions: DecodableTransaction['instructions']
  readonly innerRecorded: boolean
  readonly tokenAccounts: TokenAccounts
  readonly eventLogs: EventLogs
  private readonly head: TransactionMessage
  private readonly facts: TransactionFacts
  private cachedSignature: string | null = null
  private cachedSigners: readonly string[] | null = null

  constructor(head: TransactionMessage, parts: Parts, facts: TransactionFacts) {
    this.slot = facts.slot
    this.index = facts.index
    this.time = facts.time
    this.failed = facts.failed
    this.keys = head.keys
    this.instructions = parts.instructions
    this.innerRecorded = parts.innerRecorded
    this.tokenAccounts = parts.tokenAccounts
    this.eventLogs = parts.eventLogs
    this.head = head
    this.facts = facts
  }

  get signature(): string {
    return (this.cachedSignature ??= this.head.signature())
  }

  get signers(): readonly string[] {
    return (this.cachedSigners ??= this.head.signers())
  }

  get feePayer(): string {
    return this.keys.at(0) ?? ''
  }

  lamportChange(account: number): bigint | null {
    const was = parseAmount(this.facts.before[account])
    const is = parseAmount(this.facts.after[account])
    return was === null || is === null ? null : is - was
  }
}

type Parts = Pick<DecodableTransaction, 'instructions' | 'innerRecorded' | 'tokenAccounts' | 'eventLogs'>
const NO_PARTS: Parts = { instructions: [], innerRecorded: true, tokenAccounts: new TokenAccounts(new AccountKeys([]), []), eventLogs: NO_LOGS }

function readParts(head: TransactionMessage, meta: JsonObject): Parts | null {
  const instructions = flatten(head, meta.innerInstructions)
  const before = parseList(meta.preTokenBalances)
  const after = parseList(meta.postTokenBalances)
  if (instructions === null || before === null || after === null) return null
  const tokenAccounts = new TokenAccounts(head.keys, instructions)
  if (!tokenAccounts.addBalances(before, 'before') || !tokenAccounts.addBalances(after, 'after')) return null
  const eventLogs = resolveInstructionTree(instructions, () => parseProgramLogs(parseList(meta.logMessages) ?? []))
  // Null if the node did not record them (https://solana.com/docs/rpc/json-structures).
  return { instructions, innerRecorded: meta.innerInstructions !== null, tokenAccounts, eventLogs }
}

/** Addresses loaded from lookup tables, unless the answer already lists them among the keys. */
function loadedKeys(meta: JsonObject, own: number): string[] | null {
  const loaded = meta.loadedAddresses
  const complete = Array.isArray(meta.preBalances) && own >= meta.preBalances.length
  if (complete || !isJsonObject(loaded)) return []
  const all = [...(parseList(loaded.writable) ?? []), ...(parseList(loaded.readonly) ?? [])]
  return all.every((key) => typeof key === 'string') ? all : null
}

function readBinaryMessage(body: readonly unknown[], meta: JsonObject): TransactionMessage | null {
  const [text, encoding] = body
  if (typeof text !== 'string') return null
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : encoding === 'base58' ? decodeBase58(text) : null
  const wire = bytes === null ? null : readWireTransaction(bytes)
  const loaded = wire === null ? null : loadedKeys(meta, wire.accountKeys.length)
  if (wire === null || loaded === null) return null
  const keys = new AccountKeys(loaded, binaryKeys(wire.accountKeys))
  return {
    signature: () => encodeBase58(wire.signature),
    keys,
    signers: () => wire.accountKeys.slice(0, wire.requiredSignatures).flatMap((_, index) => keys.at(index) ?? []),
    instructions: wire.instructions,
  }
}

function readJsonMessage(body: unknown, meta: JsonObject): TransactionMessage | null {
  if (!isJsonObject(body) || !isJsonObject(body.message) || !Array.isArray(body.signatures)) return null
  const { accountKeys, header, instructions } = body.message
  const signature: unknown = body.signatures[0]
  if (typeof signature !== 'string' || !Array.isArray(accountKeys) || !Array.isArray(instructions)) return null
  const names: string[] = []
  const flagged: string[] = []
  for (const key of accountKeys as readonly unknown[]) {
    if (typeof key === 'string') {
      names.push(key)
      continue
    }
    if (!isJsonObject(key) || typeof key.pubkey !== 'string') return null
    names.push(key.pubkey)
    if (key.signer === true) flagged.push(key.pubkey)
  }
  const loaded = loadedKeys(meta, names.length)
  if (loaded === null) return null
  const required = isJsonObject(header) ? parseCount(header.numRequiredSignatures) : null
  const signing = Math.min(names.length, required ?? body.signatures.length)
  for (const name of loaded) names.push(name)
  return {
    signature: () => signature,
    keys: new AccountKeys(names),
    signers: () => (flagged.length > 0 ? flagged : names.slice(0, signing)),
    instructions,
  }
}

function flatten(head: TransactionMessage, groups: unknown): LazyInstruction[] | null {
  const inner: (readonly unknown[])[] = []
  for (const group of parseList(groups) ?? []) {
    const index = isJsonObject(group) ? parseCount(group.index) : null
    const rows = isJsonObject(group) ? parseList(group.instructions) : null
    if (index === null || rows === null || index >= head.instructions.length) return null
    inner[index] = rows
  }
  const flat: LazyInstruction[] = []
  const programs = new Programs(head.keys)
  for (let outer = 0; outer < head.instructions.length; outer++) {
    const start = flat.length
    if (!append(flat, head.keys, programs, head.instructions[outer], outer, start)) return null
    for (const row of inner[outer] ?? []) if (!append(flat, head.keys, programs, row, outer, start)) return null
    if (flat.length > MAX_INSTRUCTIONS) return null
  }
  return flat
}

/**
 * Appends one instruction, and those that it executes as a batch. Returns false if it names no valid program.
 *
 * @param start index of the outer instruction
 */
function append(flat: LazyInstruction[], keys: AccountKeys, programs: Programs, row: unknown, outer: number, start: number): boolean {
  const program = isJsonObject(row) ? programOfRow(keys, programs, row) : undefined
  if (!isJsonObject(row) || program === undefined) return false
  const index = flat.length
  const depth = index === start ? 1 : (parseCount(row.stackHeight) ?? 0)
  const whole = new LazyInstruction(program, keys, row, { index, outer, inner: index === start ? null : index - start - 1, depth, batched: false })
  flat.push(whole)
  for (const part of whole.parts()) {
    const at = { index: flat.length, outer, inner: flat.length - start - 1, depth: depth === 0 ? 0 : depth + 1, batched: true }
    flat.push(new LazyInstruction(program, keys, part, at))
  }
  return true
}

function programOfRow(keys: AccountKeys, programs: Programs, row: JsonObject): Program | undefined {
  if (typeof row.programIdIndex === 'number') return programs.at(row.programIdIndex)
  return typeof row.programId === 'string' ? (programs.at(keys.indexOf(row.programId)) ?? findProgram(row.programId)) : undefined
}
