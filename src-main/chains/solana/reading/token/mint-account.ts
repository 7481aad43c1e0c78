import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, isTokenProgram } from '../../encoding/addresses.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readShownAmounts, type ShownAmounts } from './shown-amounts.ts'
import { readFeeSteps, type FeeSteps } from './transfer-fee.ts'

/**
 * A mint account (https://github.com/solana-program/token-2022/blob/main/interface/src/state.rs, `Mint`), with Token-2022's extensions
 * (https://github.com/solana-program/token-2022/tree/main/interface/src/extension).
 */
export interface MintAccount {
  readonly program: string
  /** Raw units. */
  readonly supply: bigint
  readonly decimals: number
  /** Null if revoked. */
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  /** Token-2022 transfer fees; null without the extension. */
  readonly transferFee: TransferFee | null
  /** Token-2022 metadata; null without the extension. */
  readonly metadata: TokenNames | null
  /** Where Token-2022's pointer says that the metadata is; null without one. */
  readonly metadataAddress: string | null
  /** May move and burn the tokens of any holder; null without one. */
  readonly permanentDelegate: string | null
  readonly shownAmounts: ShownAmounts
  /** Numbers of the extensions present, ascending. */
  readonly extensions: readonly number[]
}

export interface TransferFee extends FeeSteps {
  /** Withheld in the mint and not yet collected, in raw units. */
  readonly withheld: bigint
  /** May change the fee; null if revoked. */
  readonly authority: string | null
}

export interface TokenNames {
  readonly name: string | null
  readonly symbol: string | null
  readonly uri: string | null
  readonly updateAuthority: string | null
}

const MINT_BYTES = 82
const KEY_BYTES = 32
/** Offset of Token-2022's account type, after the length of a token account. */
const KIND_AT = 165
const KIND_MINT = 1
/** `ExtensionType` numbers of the extensions read here. */
const EXTENSION = { transferFee: 1, permanentDelegate: 12, metadataPointer: 18, metadata: 19 } as const
/** Upper bound of entries. No mint has more extensions than there are types. */
const MAX_EXTENSIONS = 64

/** @returns null for an account that is not an initialised mint of one of the token programs */
export function readMintAccount(program: string, data: Uint8Array): MintAccount | null {
  if (!isTokenProgram(program) || data.length < MINT_BYTES) return null
  if (data.length > MINT_BYTES && (program !== TOKEN_2022_PROGRAM || data[KIND_AT] !== KIND_MINT)) return null
  const reader = new ByteReader(data)
  const mintAuthority = readOptionalKey(reader)
  const supply = reader.u64()
  const decimals = reader.u8()
  const initialised = reader.u8()
  const freezeAuthority = readOptionalKey(reader)
  if (supply === null || decimals === null || initialised !== 1) return null
  const extensions = readExtensions(data)
  const fee = extensions.get(EXTENSION.transferFee)
  const names = extensions.get(EXTENSION.metadata)
  const pointer = extensions.get(EXTENSION.metadataPointer)
  const delegate = extensions.get(EXTENSION.permanentDelegate)
  return {
    program,
    supply,
    decimals,
    mintAuthority,
    freezeAuthority,
    transferFee: fee === undefined ? null : readTransferFee(fee),
    metadata: names === undefined ? null : readTokenMetadata(names),
    metadataAddress: pointer === undefined ? null : nullIfZero(new ByteReader(pointer, KEY_BYTES).pubkey()),
    permanentDelegate: delegate === undefined ? null : nullIfZero(new ByteReader(delegate).pubkey()),
    shownAmounts: readShownAmounts(extensions),
    extensions: [...extensions.keys()].sort((a, b) => a - b),
  }
}

/** Type-length-value entries, little-endian; type 0 is unused space. */
export function readExtensions(data: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const reader = new ByteReader(data, KIND_AT + 1)
  while (data.length > KIND_AT && found.size < MAX_EXTENSIONS) {
    const kind = u16(reader)
    const length = u16(reader)
    if (kind === null || kind === 0 || length === null) break
    const bytes = reader.raw(length)
    if (bytes === null) break
    found.set(kind, bytes)
  }
  return found
}

/** Two authorities and the withheld amount, then the fees. */
function readTransferFee(bytes: Uint8Array): TransferFee | null {
  const reader = new ByteReader(bytes)
  const authority = reader.pubkey()
  const withheld = reader.skip(32).u64()
  const steps = readFeeSteps(bytes)
  return withheld === null || steps === null ? null : { ...steps, withheld, authority: nullIfZero(authority) }
}

function readTokenMetadata(bytes: Uint8Array): TokenNames {
  const reader = new ByteReader(bytes)
  const updateAuthority = nullIfZero(reader.pubkey())
  reader.skip(32)
  return { updateAuthority, name: text(reader), symbol: text(reader), uri: text(reader) }
}

/** A COption: a u32 flag, then the key. */
function readOptionalKey(reader: ByteReader): string | null {
  const there = reader.u32()
  const key = reader.pubkey()
  return there === 1 ? key : null
}

const nullIfZero = (key: string | null): string | null => (key === SYSTEM_PROGRAM ? null : key)

export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** `Key::MetadataV1`: https://github.com/metaplex-foundation/mpl-token-metadata/blob/main/programs/token-metadata/program/src/state/mod.rs. */
export const METADATA_KIND = 4

/**
 * A Metaplex metadata account: kind, update authority, mint, then three zero-padded texts
 * (https://github.com/metaplex-foundation/mpl-token-metadata). Null for any other account.
 */
export function readMetaplexMetadata(data: Uint8Array): TokenNames | null {
  const reader = new ByteReader(data)
  if (reader.u8() !== METADATA_KIND) return null
  const updateAuthority = reader.pubkey()
  reader.skip(32)
  return { updateAuthority, name: text(reader), symbol: text(reader), uri: text(reader) }
}

/** The names that the mint's pointer leads to, or else the account that has them and is not read. */
export interface PointedNames {
  readonly names: TokenNames | null
  readonly elsewhere: string | null
}

/**
 * Wallets show the names that the pointer leads to, which need not be those in the mint
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/extension/metadata_pointer/mod.rs).
 */
export function followPointer(
  { metadata, metadataAddress }: MintAccount,
  mint: string,
  metaplex: { readonly address: string; readonly names: TokenNames | null },
): PointedNames {
  if (metadataAddress === metaplex.address) return { names: metaplex.names, elsewhere: null }
  return metadataAddress === null || metadataAddress === mint
    ? { names: metadata ?? metaplex.names, elsewhere: null }
    : { names: null, elsewhere: metadataAddress }
}

/** Maximum length of a name, symbol or URI. */
const TEXT_BYTES = 1_024

/** A Borsh string, often zero-padded; null if it is longer than names are. What follows is read after it in any case. */
function text(reader: ByteReader): string | null {
  const length = reader.u32()
  const bytes = length === null || length > TEXT_BYTES ? null : reader.raw(length)
  if (bytes === null) reader.skip(length ?? 0)
  return bytes === null ? null : new TextDecoder().decode(bytes).replaceAll('\0', '')
}

function u16(reader: ByteReader): number | null {
  const bytes = reader.raw(2)
  return bytes === null ? null : (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)
}
