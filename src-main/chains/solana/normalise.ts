import { base58, base64 } from '@scure/base'
import { decodeBase58 } from './bytes.ts'
import { buildCallTree, type FlatInstruction } from './call-tree.ts'
import { readOperation, readParsedOperation } from './operations.ts'
import { amountOf, type RawInstruction, type RawTokenBalance, type RawTransaction } from './raw.ts'
import type { NormalTransaction, TokenAccount } from './transaction.ts'
import { readWireTransaction } from './wire.ts'

/** What the answer around the transaction tells: a block's time, the place in it. */
export interface Surroundings {
  readonly slot: number | null
  readonly time: number | null
  readonly index: number | null
}

/** The message of a transaction in either form: keys by name, outer instructions, who signed. */
interface Head {
  readonly signature: string
  readonly keys: readonly string[]
  readonly signers: readonly string[]
  readonly instructions: readonly RawInstruction[]
}

/** @returns null when the transaction's bytes are of a version that is not known or do not fit their indexes */
export function normaliseTransaction(raw: RawTransaction, around: Surroundings): NormalTransaction | null {
  const head = Array.isArray(raw.transaction) ? headOfBytes(raw.transaction) : headOfJson(raw.transaction)
  if (head === null) return null
  const loaded = raw.meta.loadedAddresses
  const complete = head.keys.length >= raw.meta.preBalances.length || !loaded
  const accounts = complete ? head.keys : [...head.keys, ...loaded.writable, ...loaded.readonly]
  const flat = flatten(head.instructions, raw.meta.innerInstructions ?? [], accounts)
  const feePayer = accounts[0]
  if (flat === null || feePayer === undefined) return null
  const tree = buildCallTree(flat, raw.meta.logMessages ?? [])
  return {
    signature: head.signature,
    slot: raw.slot ?? around.slot,
    index: raw.transactionIndex ?? raw.indexWithinBlock ?? around.index,
    time: raw.blockTime ?? around.time,
    failed: raw.meta.err !== null && raw.meta.err !== undefined,
    fee: amountOf(raw.meta.fee) ?? 0n,
    feePayer,
    signers: head.signers,
    accounts,
    lamportsBefore: raw.meta.preBalances.map((value) => amountOf(value) ?? 0n),
    lamportsAfter: raw.meta.postBalances.map((value) => amountOf(value) ?? 0n),
    tokenAccounts: readTokenAccounts(raw.meta.preTokenBalances ?? [], raw.meta.postTokenBalances ?? [], accounts, flat),
    instructions: tree.roots,
    all: tree.all,
    logsTruncated: tree.logsTruncated,
  }
}

function headOfBytes([text, encoding]: [string, 'base64' | 'base58']): Head | null {
  const bytes = encoding === 'base64' ? decodeBase64(text) : decodeBase58(text)
  const wire = bytes === null ? null : readWireTransaction(bytes)
  const signature = wire?.signatures[0]
  if (wire === null || signature === undefined) return null
  return {
    signature,
    keys: wire.accountKeys,
    signers: wire.accountKeys.slice(0, wire.requiredSignatures),
    instructions: wire.instructions.map(({ programIdIndex, accounts, data }) => ({
      programIdIndex,
      accounts: [...accounts],
      data: base58.encode(data),
    })),
  }
}

function decodeBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

type JsonBody = Exclude<RawTransaction['transaction'], [string, 'base64' | 'base58']>

function headOfJson(body: JsonBody): Head | null {
  const signature = body.signatures[0]
  if (signature === undefined) return null
  const { accountKeys, header, instructions } = body.message
  const keys = accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey))
  const flagged = accountKeys.flatMap((key) => (typeof key !== 'string' && key.signer === true ? [key.pubkey] : []))
  const signers = flagged.length > 0 ? flagged : keys.slice(0, header?.numRequiredSignatures ?? body.signatures.length)
  return { signature, keys, signers, instructions }
}

interface InnerGroup {
  readonly index: number
  readonly instructions: readonly RawInstruction[]
}

function flatten(outer: readonly RawInstruction[], groups: readonly InnerGroup[], accounts: readonly string[]): FlatInstruction[] | null {
  const inner = new Map(groups.map((group) => [group.index, group.instructions]))
  const flat: FlatInstruction[] = []
  for (const [index, instruction] of outer.entries()) {
    const rows = [instruction, ...(inner.get(index) ?? [])]
    for (const [at, row] of rows.entries()) {
      const named = nameAccounts(row, accounts)
      if (named === null) return null
      flat.push({ outer: index, inner: at === 0 ? null : at - 1, stackHeight: row.stackHeight ?? null, ...named })
    }
  }
  return flat
}

const NO_BYTES = new Uint8Array()

function nameAccounts(row: RawInstruction, keys: readonly string[]): Pick<FlatInstruction, 'program' | 'accounts' | 'data' | 'operation'> | null {
  if ('parsed' in row) {
    const parsed = typeof row.parsed === 'string' ? null : row.parsed
    const operation = parsed === null ? null : readParsedOperation(row.programId, parsed.type, parsed.info ?? {})
    return { program: row.programId, accounts: [], data: NO_BYTES, operation }
  }
  const data = decodeBase58(row.data)
  const program = 'programId' in row ? row.programId : keys[row.programIdIndex]
  if (data === null || program === undefined) return null
  const accounts: string[] = []
  for (const entry of row.accounts) {
    const account = typeof entry === 'string' ? entry : keys[entry]
    if (account === undefined) return null
    accounts.push(account)
  }
  return { program, accounts, data, operation: readOperation(program, accounts, data) }
}

/** Balances name most token accounts; those made and closed inside the transaction are known by their initialisation. */
function readTokenAccounts(
  before: readonly RawTokenBalance[],
  after: readonly RawTokenBalance[],
  accounts: readonly string[],
  flat: readonly FlatInstruction[],
): Map<string, TokenAccount> {
  const known = new Map<string, TokenAccount>()
  for (const { operation } of flat) {
    if (operation?.kind !== 'account') continue
    known.set(operation.account, { account: operation.account, mint: operation.mint, owner: operation.owner, decimals: null, before: 0n, after: 0n })
  }
  for (const [rows, side] of [
    [before, 'before'],
    [after, 'after'],
  ] as const) {
    for (const row of rows) {
      const account = accounts[row.accountIndex]
      if (account === undefined) continue
      const old = known.get(account) ?? { account, mint: row.mint, owner: null, decimals: null, before: 0n, after: 0n }
      const raw = amountOf(row.uiTokenAmount.amount)
      known.set(account, { ...old, mint: row.mint, owner: row.owner ?? old.owner, decimals: row.uiTokenAmount.decimals, [side]: raw })
    }
  }
  return known
}
