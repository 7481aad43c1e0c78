import { base58 } from '@scure/base'
import { ByteReader } from '../encoding/byte-reader.ts'
import { programAddress } from '../encoding/program-address.ts'

/**
 * The accounts that a transfer hook asks for beside those of every transfer, from its account list
 * (https://github.com/solana-program/libraries/tree/main/tlv-account-resolution/src, `ExtraAccountMeta`, `Seed`, `PubkeyData`).
 */
export interface HookAccount {
  readonly key: string
  readonly isWritable: boolean
}

/** The hook's `Execute` instruction before its list: source, mint, destination, owner and the list itself, and the amount. */
export interface HookedTransfer {
  readonly program: string
  readonly accounts: readonly string[]
  readonly raw: bigint
}

/** `ExecuteInstruction` (https://github.com/solana-program/transfer-hook/blob/main/interface/src/instruction.rs); its data is this and the amount. */
const EXECUTE = Buffer.from('692565c54bfb661a', 'hex')
const KIND = { literal: 0, derived: 1, stored: 2, derivedByAccount: 128 } as const
const SEED = { end: 0, literal: 1, instruction: 2, key: 3, data: 4 } as const
const STORED = { instruction: 1, data: 2 } as const
const CONFIG_BYTES = 32
/** More keys than these fit into no transaction of 1,232 bytes. */
const MAX_ACCOUNTS = 38
const KEY_BYTES = 32

type ReadData = (address: string) => Promise<Uint8Array | null>

/** @returns null if the list is damaged, or names an account by what does not exist or another signature */
export async function hookAccounts(list: Uint8Array, transfer: HookedTransfer, read: ReadData): Promise<readonly HookAccount[] | null> {
  const reader = new ByteReader(list)
  const head = reader.raw(EXECUTE.length)
  const count = reader.skip(4).u32()
  if (head === null || !EXECUTE.equals(head) || count === null || count > MAX_ACCOUNTS) return null
  const found: HookAccount[] = []
  for (let i = 0; i < count; i++) {
    const [kind, config, isSigner, isWritable] = [reader.u8(), reader.raw(CONFIG_BYTES), reader.u8(), reader.u8()]
    if (kind === null || config === null || isWritable === null) return null
    const known = { ...transfer, accounts: [...transfer.accounts, ...found.map(({ key }) => key)] }
    const key = await resolveKey(kind, config, known, read)
    // Only the owner signs.
    if (key === null || (isSigner === 1 && key !== transfer.accounts[OWNER_AT])) return null
    found.push({ key, isWritable: isWritable === 1 })
  }
  return found
}

const OWNER_AT = 3

async function resolveKey(kind: number, config: Uint8Array, transfer: HookedTransfer, read: ReadData): Promise<string | null> {
  if (kind === KIND.literal) return base58.encode(config)
  if (kind === KIND.stored) return storedKey(new ByteReader(config), transfer, read)
  const program = kind === KIND.derived ? transfer.program : transfer.accounts[kind - KIND.derivedByAccount]
  const seeds = program === undefined ? null : await readSeeds(new ByteReader(config), transfer, read)
  return program === undefined || seeds === null ? null : programAddress(seeds, program)
}

async function storedKey(config: ByteReader, transfer: HookedTransfer, read: ReadData): Promise<string | null> {
  const kind = config.u8()
  const bytes =
    kind === STORED.instruction
      ? partOf(dataOf(transfer), config.u8(), KEY_BYTES)
      : kind === STORED.data
        ? partOf(await accountAt(config.u8(), transfer, read), config.u8(), KEY_BYTES)
        : null
  return bytes === null ? null : base58.encode(bytes)
}

async function readSeeds(config: ByteReader, transfer: HookedTransfer, read: ReadData): Promise<Uint8Array[] | null> {
  const seeds: Uint8Array[] = []
  for (let kind = config.u8(); kind !== null && kind !== SEED.end; kind = config.u8()) {
    const seed = await readSeed(kind, config, transfer, read)
    if (seed === null) return null
    seeds.push(seed)
  }
  return seeds
}

async function readSeed(kind: number, config: ByteReader, transfer: HookedTransfer, read: ReadData): Promise<Uint8Array | null> {
  const first = config.u8()
  if (first === null) return null
  if (kind === SEED.literal) return config.raw(first)
  if (kind === SEED.instruction) return partOf(dataOf(transfer), first, config.u8())
  if (kind === SEED.data) return partOf(await accountAt(first, transfer, read), config.u8(), config.u8())
  const key = kind === SEED.key ? transfer.accounts[first] : undefined
  return key === undefined ? null : base58.decode(key)
}

function dataOf({ raw }: HookedTransfer): Uint8Array {
  const data = Buffer.concat([EXECUTE, Buffer.alloc(8)])
  data.writeBigUInt64LE(raw, EXECUTE.length)
  return data
}

async function accountAt(index: number | null, { accounts }: HookedTransfer, read: ReadData): Promise<Uint8Array | null> {
  const address = index === null ? undefined : accounts[index]
  return address === undefined ? null : read(address)
}

const partOf = (data: Uint8Array | null, at: number | null, length: number | null): Uint8Array | null =>
  data === null || at === null || length === null ? null : new ByteReader(data, at).raw(length)
