import { ByteReader } from '../encoding/byte-reader.ts'

/** Solana's binary transaction format (encodings `base64` and `base58`), legacy or version 0: https://solana.com/docs/core/transactions. */

export interface WireInstruction {
  readonly programIdIndex: number
  readonly accounts: Uint8Array
  readonly data: Uint8Array
}

export interface WireTransaction {
  /** 64 bytes. The first signature identifies the transaction. */
  readonly signature: Uint8Array
  readonly requiredSignatures: number
  readonly accountKeys: readonly Uint8Array[]
  readonly instructions: readonly WireInstruction[]
}

const SIGNATURE_BYTES = 64
/** High bit of the first message byte. The other seven bits are the version. */
const VERSIONED = 0x80

/** @returns null for bytes that are not a transaction of a known version */
export function readWireTransaction(bytes: Uint8Array): WireTransaction | null {
  const reader = new ByteReader(bytes)
  const signatures = list(reader, () => reader.raw(SIGNATURE_BYTES))
  const signature = signatures?.[0]
  let head = reader.u8()
  if (signature === undefined || head === null) return null
  if ((head & VERSIONED) !== 0) {
    if ((head & ~VERSIONED) !== 0) return null
    head = reader.u8()
  }
  reader.skip(2)
  const accountKeys = list(reader, () => reader.raw(32))
  reader.skip(32)
  const instructions = list(reader, () => readInstruction(reader))
  if (head === null || accountKeys === null || instructions === null) return null
  return { signature, requiredSignatures: head, accountKeys, instructions }
}

function readInstruction(reader: ByteReader): WireInstruction | null {
  const programIdIndex = reader.u8()
  const count = reader.compactU16()
  const accounts = count === null ? null : reader.raw(count)
  const length = reader.compactU16()
  const data = length === null ? null : reader.raw(length)
  return programIdIndex === null || accounts === null || data === null ? null : { programIdIndex, accounts, data }
}

function list<T>(reader: ByteReader, read: () => T | null): T[] | null {
  const length = reader.compactU16()
  if (length === null) return null
  const rows: T[] = []
  for (let i = 0; i < length; i++) {
    const row = read()
    if (row === null) return null
    rows.push(row)
  }
  return rows
}
