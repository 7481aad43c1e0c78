import { ByteReader } from '../encoding/byte-reader.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { METADATA_KIND, readExtensions } from '../reading/token/mint-account.ts'
import { readFeeSteps, type FeeSteps } from '../reading/token/transfer-fee.ts'

/**
 * Token-2022 extensions of a mint. Numbers and layouts:
 * https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs, `ExtensionType`.
 */

export interface MintExtensions {
  /** Names of all extensions present. Unknown ones are named by number. */
  readonly names: readonly string[]
  /** Authorities by role; null if revoked, missing without the extension. */
  readonly authorities: Readonly<Record<string, string | null>>
  readonly transferFee: FeeSteps | null
  readonly defaultState: 'initialized' | 'frozen' | null
  readonly nonTransferable: boolean
  readonly hook: { readonly program: string | null } | null
  readonly paused: boolean | null
}

const NAMES: Readonly<Record<number, string>> = {
  1: 'TransferFeeConfig',
  3: 'MintCloseAuthority',
  4: 'ConfidentialTransferMint',
  6: 'DefaultAccountState',
  9: 'NonTransferable',
  10: 'InterestBearingConfig',
  12: 'PermanentDelegate',
  14: 'TransferHook',
  16: 'ConfidentialTransferFeeConfig',
  18: 'MetadataPointer',
  19: 'TokenMetadata',
  20: 'GroupPointer',
  21: 'TokenGroup',
  22: 'GroupMemberPointer',
  23: 'TokenGroupMember',
  24: 'ConfidentialMintBurn',
  25: 'ScaledUiAmount',
  26: 'Pausable',
  28: 'PermissionedBurn',
}
/** `AccountState::Frozen`: https://github.com/solana-program/token-2022/blob/main/interface/src/state.rs. */
export const FROZEN = 2

/** Extensions whose first 32 bytes are an authority, with its role. */
const AUTHORITY_FIRST: Readonly<Record<number, string>> = {
  1: 'transfer_fee_authority',
  3: 'close_authority',
  4: 'confidential_transfer_authority',
  10: 'interest_rate_authority',
  12: 'permanent_delegate',
  14: 'transfer_hook_authority',
  18: 'metadata_pointer_authority',
  19: 'metadata_authority',
  25: 'scaled_amount_authority',
  26: 'pause_authority',
  28: 'burn_authority',
}

/** @param data the whole mint account; a plain mint has no extensions */
export function decodeExtensions(data: Uint8Array): MintExtensions {
  const found = readExtensions(data)
  const authorities: Record<string, string | null> = {}
  for (const [kind, bytes] of found) {
    const role = AUTHORITY_FIRST[kind]
    if (role !== undefined) authorities[role] = keyAt(bytes, 0)
  }
  const fee = found.get(1)
  if (fee !== undefined) authorities['withdraw_withheld_authority'] = keyAt(fee, 32)
  const state = found.get(6)?.[0]
  const hook = found.get(14)
  const pausable = found.get(26)
  return {
    names: [...found.keys()].sort((a, b) => a - b).map((kind) => NAMES[kind] ?? `extension ${kind}`),
    authorities,
    transferFee: fee === undefined ? null : readFeeSteps(fee),
    defaultState: state === undefined ? null : state === FROZEN ? 'frozen' : 'initialized',
    nonTransferable: found.has(9),
    hook: hook === undefined ? null : { program: keyAt(hook, 32) },
    paused: pausable === undefined ? null : pausable[32] === 1,
  }
}

/** 32 zero bytes mean that there is no authority. */
function keyAt(bytes: Uint8Array, at: number): string | null {
  const key = new ByteReader(bytes, at).pubkey()
  return key === SYSTEM_PROGRAM ? null : key
}

/** The Metaplex program allows five creators (`MAX_CREATOR_LIMIT`). */
const MAX_CREATORS = 10

/** Whether a Metaplex account is mutable, and its update authority; null for any other account. */
export function readMetaplexAuthority(data: Uint8Array): { readonly updateAuthority: string | null; readonly mutable: boolean } | null {
  const reader = new ByteReader(data)
  if (reader.u8() !== METADATA_KIND) return null
  const updateAuthority = reader.pubkey()
  reader.skip(32)
  for (let i = 0; i < 3; i++) if (!reader.skipText()) return null
  reader.skip(2)
  if (reader.u8() === 1) {
    const creators = reader.u32()
    if (creators === null || creators > MAX_CREATORS) return null
    reader.skip(creators * 34)
  }
  reader.skip(1)
  const mutable = reader.u8()
  return mutable === null ? null : { updateAuthority: updateAuthority === SYSTEM_PROGRAM ? null : updateAuthority, mutable: mutable === 1 }
}
