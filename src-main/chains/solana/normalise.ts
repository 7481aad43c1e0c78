import { AccountKeys, binaryKeys } from './account-keys.ts'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { NO_LOGS, settleCalls, type EventLogs } from './call-tree.ts'
import type { DecodableTransaction } from './call.ts'
import { marksOf } from './log-marks.ts'
import { Programs, programOf, type Program } from './program.ts'
import { amountOf, countOf, isLoose, isRawTransaction, listOf, type Loose } from './raw.ts'
import { ReadInstruction } from './read-instruction.ts'
import { TokenAccounts } from './token-accounts.ts'
import { readWireTransaction, type WireInstruction } from './wire.ts'

/** What the answer around the transaction tells: a block's time, the place in it. */
export interface Surroundings {
  readonly slot: number | null
  readonly time: number | null
  readonly index: number | null
}

/** The message of a transaction in either form. */
interface Head {
  readonly signature: () => string
  readonly keys: AccountKeys
  readonly signers: () => readonly string[]
  readonly instructions: readonly unknown[]
}

/** More than any transaction can run; a longer list is nobody's answer. */
const MAX_INSTRUCTIONS = 4_096

/**
 * One transaction of an answer, bare, in any encoding.
 *
 * @returns null when it is none, of a version that is not known, or does not fit its own indexes
 */
export function normaliseTransaction(raw: unknown, around: Surroundings): DecodableTransaction | null {
  if (!isRawTransaction(raw) || !isLoose(raw.meta)) return null
  const meta = raw.meta
  const head = Array.isArray(raw.transaction) ? headOfBytes(raw.transaction, meta) : headOfJson(raw.transaction, meta)
  const before = listOf(meta.preBalances)
  const after = listOf(meta.postBalances)
  if (head === null || before === null || after === null) return null
  return assemble(head, meta, {
    slot: countOf(raw.slot) ?? around.slot,
    index: countOf(raw.transactionIndex) ?? countOf(raw.indexWithinBlock) ?? around.index,
    time: countOf(raw.blockTime) ?? around.time,
    before,
    after,
  })
}

/** A transaction whose message came in binary parts, its outcome in the shapes of an answer. */
export interface BinaryTransaction {
  readonly signature: string
  /** Own keys, then looked-up writable ones, then looked-up read-only ones. */
  readonly keys: readonly Uint8Array[]
  readonly requiredSignatures: number
  readonly instructions: readonly WireInstruction[]
  /** Lamports of each account. */
  readonly before: readonly unknown[]
  readonly after: readonly unknown[]
  readonly meta: Loose
}

/** The same of a transaction that came in binary. @returns null when it does not fit its own indexes */
export function normaliseBinary(tx: BinaryTransaction, around: Surroundings): DecodableTransaction | null {
  const keys = new AccountKeys([], binaryKeys(tx.keys))
  const signers = (): readonly string[] => tx.keys.slice(0, tx.requiredSignatures).flatMap((_, index) => keys.at(index) ?? [])
  const head = { signature: () => tx.signature, keys, signers, instructions: tx.instructions }
  return assemble(head, tx.meta, { ...around, before: tx.before, after: tx.after })
}

function assemble(head: Head, meta: Loose, around: Omit<Facts, 'failed'>): DecodableTransaction | null {
  if (head.keys.length === 0) return null
  const failed = hasFailed(meta)
  const parts = failed ? NOTHING : readParts(head, meta)
  return parts === null ? null : new ReadTransaction(head, parts, { ...around, failed })
}

function hasFailed(meta: Loose): boolean {
  return meta.err !== null && meta.err !== undefined
}

/** Whether an answer tells of a transaction that failed: it moved nothing, so nothing more of it has to be read. */
export function isFailedTransaction(raw: unknown): boolean {
  return isRawTransaction(raw) && isLoose(raw.meta) && hasFailed(raw.meta)
}

type Facts = Surroundings & { readonly failed: boolean; readonly before: readonly unknown[]; readonly after: readonly unknown[] }

/** Names that few transactions are asked for (most trade nothing) are made when somebody asks. */
class ReadTransaction implements DecodableTransaction {
  readonly slot: number | null
  readonly index: number | null
  readonly time: number | null
  readonly failed: boolean
  readonly keys: AccountKeys
  readonly instructions: DecodableTransaction['instructions']
  readonly tokenAccounts: TokenAccounts
  readonly eventLogs: EventLogs
  private readonly head: Head
  private readonly facts: Facts
  private named: string | null = null
  private signing: readonly string[] | null = null

  constructor(head: Head, parts: Parts, facts: Facts) {
    this.slot = facts.slot
    this.index = facts.index
    this.time = facts.time
    this.failed = facts.failed
    this.keys = head.keys
    this.instructions = parts.instructions
    this.tokenAccounts = parts.tokenAccounts
    this.eventLogs = parts.eventLogs
    this.head = head
    this.facts = facts
  }

  get signature(): string {
    return (this.named ??= this.head.signature())
  }

  get signers(): readonly string[] {
    return (this.signing ??= this.head.signers())
  }

  get feePayer(): string {
    return this.keys.at(0) ?? ''
  }

  lamportChange(account: number): bigint | null {
    const was = amountOf(this.facts.before[account])
    const is = amountOf(this.facts.after[account])
    return was === null || is === null ? null : is - was
  }
}

type Parts = Pick<DecodableTransaction, 'instructions' | 'tokenAccounts' | 'eventLogs'>
const NOTHING: Parts = { instructions: [], tokenAccounts: new TokenAccounts(new AccountKeys([]), []), eventLogs: NO_LOGS }

function readParts(head: Head, meta: Loose): Parts | null {
  const instructions = flatten(head, meta.innerInstructions)
  const before = listOf(meta.preTokenBalances)
  const after = listOf(meta.postTokenBalances)
  if (instructions === null || before === null || after === null) return null
  const tokenAccounts = new TokenAccounts(head.keys, instructions)
  if (!tokenAccounts.addBalances(before, 'before') || !tokenAccounts.addBalances(after, 'after')) return null
  return { instructions, tokenAccounts, eventLogs: settleCalls(instructions, () => marksOf(listOf(meta.logMessages) ?? [])) }
}

/** The looked-up addresses, unless the answer lists them among the keys already. */
function loadedKeys(meta: Loose, own: number): string[] | null {
  const loaded = meta.loadedAddresses
  const complete = Array.isArray(meta.preBalances) && own >= meta.preBalances.length
  if (complete || !isLoose(loaded)) return []
  const all = [...(listOf(loaded.writable) ?? []), ...(listOf(loaded.readonly) ?? [])]
  return all.every((key) => typeof key === 'string') ? all : null
}

function headOfBytes(body: readonly unknown[], meta: Loose): Head | null {
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

function headOfJson(body: unknown, meta: Loose): Head | null {
  if (!isLoose(body) || !isLoose(body.message) || !Array.isArray(body.signatures)) return null
  const { accountKeys, header, instructions } = body.message
  const signature: unknown = body.signatures[0]
  if (typeof signature !== 'string' || !Array.isArray(accountKeys) || !Array.isArray(instructions)) return null
  const names: string[] = []
  const flagged: string[] = []
  for (const key of accountKeys as readonly unknown[]) {
    const name = isLoose(key) ? key.pubkey : key
    if (typeof name !== 'string') return null
    names.push(name)
    if (isLoose(key) && key.signer === true) flagged.push(name)
  }
  const loaded = loadedKeys(meta, names.length)
  if (loaded === null) return null
  const required = isLoose(header) ? countOf(header.numRequiredSignatures) : null
  const signing = Math.min(names.length, required ?? body.signatures.length)
  for (const name of loaded) names.push(name)
  return {
    signature: () => signature,
    keys: new AccountKeys(names),
    signers: () => (flagged.length > 0 ? flagged : names.slice(0, signing)),
    instructions,
  }
}

function flatten(head: Head, groups: unknown): ReadInstruction[] | null {
  const inner: (readonly unknown[])[] = []
  for (const group of listOf(groups) ?? []) {
    const index = isLoose(group) ? countOf(group.index) : null
    const rows = isLoose(group) ? listOf(group.instructions) : null
    if (index === null || rows === null || index >= head.instructions.length) return null
    inner[index] = rows
  }
  const flat: ReadInstruction[] = []
  const programs = new Programs(head.keys)
  for (let outer = 0; outer < head.instructions.length; outer++) {
    const rows = inner[outer]
    if (!place(flat, head.keys, programs, head.instructions[outer], outer, null)) return null
    for (let at = 0; at < (rows?.length ?? 0); at++) if (!place(flat, head.keys, programs, rows?.[at], outer, at)) return null
    if (flat.length > MAX_INSTRUCTIONS) return null
  }
  return flat
}

/** Adds one instruction in whichever form the node wrote it; false when it does not fit the transaction. */
function place(flat: ReadInstruction[], keys: AccountKeys, programs: Programs, row: unknown, outer: number, inner: number | null): boolean {
  const program = isLoose(row) ? programOfRow(keys, programs, row) : undefined
  if (!isLoose(row) || program === undefined) return false
  const depth = inner === null ? 1 : (countOf(row.stackHeight) ?? 0)
  flat.push(new ReadInstruction(program, keys, row, { place: flat.length, outer, inner, depth }))
  return true
}

function programOfRow(keys: AccountKeys, programs: Programs, row: Loose): Program | undefined {
  if (typeof row.programIdIndex === 'number') return programs.at(row.programIdIndex)
  return typeof row.programId === 'string' ? (programs.at(keys.indexOf(row.programId)) ?? programOf(row.programId)) : undefined
}
