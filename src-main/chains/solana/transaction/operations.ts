import type { InstructionAccounts } from './account-keys.ts'
import type { ByteReader } from '../encoding/byte-reader.ts'
import { SYSTEM_PROGRAM, isTokenProgram } from '../encoding/addresses.ts'

/** The operations of the token and system programs that move value, or initialise a token account or give it to another owner. Accounts are key indexes. */
export type Operation =
  | {
      readonly kind: 'transfer'
      readonly from: number
      readonly to: number
      /** -1 if unknown. */
      readonly authority: number
      readonly raw: bigint
      /** -1 if the instruction does not name the mint. */
      readonly mint: number
      readonly decimals: number | null
      readonly withheld: bigint | null
    }
  | { readonly kind: 'mint'; readonly mint: number; readonly to: number; readonly raw: bigint }
  | { readonly kind: 'burn'; readonly mint: number; readonly from: number; readonly raw: bigint }
  /** Pays out withheld transfer fees to an account. The instruction does not state the amount. */
  | { readonly kind: 'collect'; readonly mint: number; readonly to: number }
  | { readonly kind: 'account'; readonly account: number; readonly mint: number; readonly owner: string | null }
  | { readonly kind: 'owner'; readonly account: number; readonly owner: string | null }
  | { readonly kind: 'coin'; readonly from: number; readonly to: number; readonly raw: bigint }

export type TransferOperation = Extract<Operation, { kind: 'transfer' }>

/**
 * Instruction numbers of SPL Token, identical in Token-2022
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/instruction.rs, `TokenInstruction`).
 */
const TOKEN = {
  initializeAccount: 1,
  transfer: 3,
  setAuthority: 6,
  mintTo: 7,
  burn: 8,
  transferChecked: 12,
  mintToChecked: 14,
  burnChecked: 15,
  initializeAccount2: 16,
  initializeAccount3: 18,
  transferFeeExtension: 26,
  permissionedBurnExtension: 46,
} as const
/** `AuthorityType` of an account's owner, in the same file. */
const ACCOUNT_OWNER = 2
/** `TransferFeeInstruction` of Token-2022's transfer fee extension (`interface/src/extension/transfer_fee/instruction.rs` in the same repository). */
const TRANSFER_FEE = { transferCheckedWithFee: 1, withdrawFromMint: 2, withdrawFromAccounts: 3 } as const
/** `PermissionedBurnInstruction` of Token-2022 (`interface/src/extension/permissioned_burn/instruction.rs` in the same repository). */
const PERMISSIONED_BURN: ReadonlySet<number | null> = new Set([1, 2])
/** Instruction numbers of the system program (https://docs.rs/solana-system-interface, `SystemInstruction`). */
const SYSTEM = { transfer: 2, transferWithSeed: 11 } as const

/** Reads an operation from instruction data; null for every other instruction. */
export function readOperation(program: string, accounts: InstructionAccounts, data: ByteReader): Operation | null {
  if (isTokenProgram(program)) return readTokenOperation(accounts, data)
  return program === SYSTEM_PROGRAM ? readSystemOperation(accounts, data) : null
}

function readTokenOperation(accounts: InstructionAccounts, reader: ByteReader): Operation | null {
  const a = accounts.at(0)
  const b = accounts.at(1)
  const c = accounts.at(2)
  const d = accounts.at(3)
  if (a < 0 || b < 0) return null
  switch (reader.u8()) {
    case TOKEN.transfer:
      return transfer({ from: a, to: b, authority: c, mint: -1, raw: reader.u64(), decimals: null, withheld: null })
    case TOKEN.transferChecked:
      return c < 0 ? null : transfer({ from: a, mint: b, to: c, authority: d, raw: reader.u64(), decimals: reader.u8(), withheld: null })
    case TOKEN.transferFeeExtension:
      switch (reader.u8()) {
        case TRANSFER_FEE.transferCheckedWithFee:
          if (c < 0) return null
          return transfer({ from: a, mint: b, to: c, authority: d, raw: reader.u64(), decimals: reader.u8(), withheld: reader.u64() })
        case TRANSFER_FEE.withdrawFromMint:
        case TRANSFER_FEE.withdrawFromAccounts:
          return { kind: 'collect', mint: a, to: b }
        default:
          return null
      }
    case TOKEN.setAuthority:
      return reader.u8() === ACCOUNT_OWNER && reader.u8() === 1 ? { kind: 'owner', account: a, owner: reader.pubkey() } : null
    case TOKEN.mintTo:
    case TOKEN.mintToChecked:
      return withAmount({ kind: 'mint', mint: a, to: b, raw: reader.u64() })
    case TOKEN.burn:
    case TOKEN.burnChecked:
      return withAmount({ kind: 'burn', from: a, mint: b, raw: reader.u64() })
    case TOKEN.permissionedBurnExtension:
      return PERMISSIONED_BURN.has(reader.u8()) ? withAmount({ kind: 'burn', from: a, mint: b, raw: reader.u64() }) : null
    case TOKEN.initializeAccount:
      return { kind: 'account', account: a, mint: b, owner: accounts.name(2) ?? null }
    case TOKEN.initializeAccount2:
    case TOKEN.initializeAccount3:
      return { kind: 'account', account: a, mint: b, owner: reader.pubkey() }
    default:
      return null
  }
}

function readSystemOperation(accounts: InstructionAccounts, reader: ByteReader): Operation | null {
  const from = accounts.at(0)
  const second = accounts.at(1)
  const third = accounts.at(2)
  const number = reader.u32()
  if (from < 0 || second < 0) return null
  if (number === SYSTEM.transfer) return withAmount({ kind: 'coin', from, to: second, raw: reader.u64() })
  if (number === SYSTEM.transferWithSeed && third >= 0) return withAmount({ kind: 'coin', from, to: third, raw: reader.u64() })
  return null
}

type WithoutAmount =
  { kind: 'mint'; mint: number; to: number } | { kind: 'burn'; mint: number; from: number } | { kind: 'coin'; from: number; to: number }

function withAmount(parts: WithoutAmount & { raw: bigint | null }): Operation | null {
  return parts.raw === null ? null : { ...parts, raw: parts.raw }
}

type TransferParts = Omit<TransferOperation, 'kind' | 'raw'> & { readonly raw: bigint | null }

function transfer({ from, to, authority, raw, mint, decimals, withheld }: TransferParts): Operation | null {
  return raw === null ? null : { kind: 'transfer', from, to, authority, raw, mint, decimals, withheld }
}

/** The fields of a jsonParsed instruction's `info` that are used. */
export interface ParsedInfo {
  readonly type: string
  /** Key index of the account in a field; undefined if the field is not text. */
  index(field: AccountField): number | undefined
  readonly owner: string | null
  /** `newAuthority`, if the authority is the owner of an account; else null. */
  readonly newOwner: string | null
  /** Raw units, from `tokenAmount` if present; null if invalid. */
  readonly amount: bigint | null
  readonly lamports: bigint | null
  /** From `tokenAmount`. */
  readonly decimals: number | null
  /** From `feeAmount`. */
  readonly withheld: bigint | null
}

export type AccountField = 'source' | 'destination' | 'authority' | 'multisigAuthority' | 'mint' | 'account' | 'feeRecipient'

export function readParsedOperation(program: string, info: ParsedInfo): Operation | null {
  if (program === SYSTEM_PROGRAM) {
    if (info.type !== 'transfer' && info.type !== 'transferWithSeed') return null
    const from = info.index('source')
    const to = info.index('destination')
    return from === undefined || to === undefined ? null : withAmount({ kind: 'coin', from, to, raw: info.lamports })
  }
  return isTokenProgram(program) ? readParsedToken(info) : null
}

function readParsedToken(info: ParsedInfo): Operation | null {
  switch (info.type) {
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee': {
      const from = info.index('source')
      const to = info.index('destination')
      if (from === undefined || to === undefined) return null
      const authority = info.index('authority') ?? info.index('multisigAuthority') ?? -1
      const { amount, decimals, withheld } = info
      return transfer({ from, to, authority, raw: amount, mint: info.index('mint') ?? -1, decimals, withheld })
    }
    case 'setAuthority': {
      const account = info.index('account')
      return account === undefined || info.newOwner === null ? null : { kind: 'owner', account, owner: info.newOwner }
    }
    case 'mintTo':
    case 'mintToChecked':
      return withMint(info, (mint, to) => withAmount({ kind: 'mint', mint, to, raw: info.amount }))
    case 'burn':
    case 'burnChecked':
    case 'permissionedBurn':
    case 'permissionedBurnChecked':
      return withMint(info, (mint, from) => withAmount({ kind: 'burn', mint, from, raw: info.amount }))
    case 'withdrawWithheldTokensFromMint':
    case 'withdrawWithheldTokensFromAccounts':
      return withMint(info, (mint, to) => ({ kind: 'collect', mint, to }), 'feeRecipient')
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return withMint(info, (mint, account) => ({ kind: 'account', account, mint, owner: info.owner }))
    default:
      return null
  }
}

function withMint(info: ParsedInfo, make: (mint: number, account: number) => Operation | null, field: AccountField = 'account'): Operation | null {
  const mint = info.index('mint')
  const account = info.index(field)
  return mint === undefined || account === undefined ? null : make(mint, account)
}
