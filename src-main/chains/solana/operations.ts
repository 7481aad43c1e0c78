import type { AccountKeys, InstructionAccounts } from './account-keys.ts'
import type { ByteReader } from './bytes.ts'
import { SYSTEM_PROGRAM, isTokenProgram } from './ids.ts'
import { amountOf, countOf, isLoose, type Loose } from './raw.ts'

/** The operations of the token and system programs that move value or tell whose an account is. Accounts are key indexes. */
export type Operation =
  | {
      readonly kind: 'transfer'
      readonly from: number
      readonly to: number
      /** -1 where nobody tells. */
      readonly authority: number
      readonly raw: bigint
      /** Index of the mint; -1 where the instruction does not name it. */
      readonly mint: number
      readonly decimals: number | null
      readonly withheld: bigint | null
    }
  | { readonly kind: 'mint'; readonly mint: number; readonly to: number; readonly raw: bigint }
  | { readonly kind: 'burn'; readonly mint: number; readonly from: number; readonly raw: bigint }
  | { readonly kind: 'account'; readonly account: number; readonly mint: number; readonly owner: string | null }
  | { readonly kind: 'coin'; readonly from: number; readonly to: number; readonly raw: bigint }

/** SPL Token instruction numbers (spl-token `TokenInstruction`), the same in Token-2022. */
const TOKEN = {
  initializeAccount: 1,
  transfer: 3,
  mintTo: 7,
  burn: 8,
  transferChecked: 12,
  mintToChecked: 14,
  burnChecked: 15,
  initializeAccount2: 16,
  initializeAccount3: 18,
  transferFeeExtension: 26,
} as const
/** Sub-instruction of Token-2022's transfer fee extension. */
const TRANSFER_CHECKED_WITH_FEE = 1
/** System program instruction numbers (`SystemInstruction`). */
const SYSTEM = { transfer: 2, transferWithSeed: 11 } as const

/** From an instruction's bytes; null for every other instruction. */
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
      if (c < 0 || reader.u8() !== TRANSFER_CHECKED_WITH_FEE) return null
      return transfer({ from: a, mint: b, to: c, authority: d, raw: reader.u64(), decimals: reader.u8(), withheld: reader.u64() })
    case TOKEN.mintTo:
    case TOKEN.mintToChecked:
      return whole({ kind: 'mint', mint: a, to: b, raw: reader.u64() })
    case TOKEN.burn:
    case TOKEN.burnChecked:
      return whole({ kind: 'burn', from: a, mint: b, raw: reader.u64() })
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
  if (number === SYSTEM.transfer) return whole({ kind: 'coin', from, to: second, raw: reader.u64() })
  if (number === SYSTEM.transferWithSeed && third >= 0) return whole({ kind: 'coin', from, to: third, raw: reader.u64() })
  return null
}

type Whole = { kind: 'mint'; mint: number; to: number } | { kind: 'burn'; mint: number; from: number } | { kind: 'coin'; from: number; to: number }

function whole(parts: Whole & { raw: bigint | null }): Operation | null {
  return parts.raw === null ? null : { ...parts, raw: parts.raw }
}

type TransferParts = Omit<Extract<Operation, { kind: 'transfer' }>, 'kind' | 'raw'> & { readonly raw: bigint | null }

function transfer({ from, to, authority, raw, mint, decimals, withheld }: TransferParts): Operation | null {
  return raw === null ? null : { kind: 'transfer', from, to, authority, raw, mint, decimals, withheld }
}

/** From the `parsed` form of encoding jsonParsed. */
export function readParsedOperation(program: string, keys: AccountKeys, parsed: unknown): Operation | null {
  if (!isLoose(parsed) || !isLoose(parsed.info) || typeof parsed.type !== 'string') return null
  const info = parsed.info
  const index = (name: string): number | undefined => {
    const value = info[name]
    return typeof value === 'string' ? keys.indexOf(value) : undefined
  }
  if (program === SYSTEM_PROGRAM) {
    if (parsed.type !== 'transfer' && parsed.type !== 'transferWithSeed') return null
    const from = index('source')
    const to = index('destination')
    return from === undefined || to === undefined ? null : whole({ kind: 'coin', from, to, raw: amountOf(info.lamports) })
  }
  return isTokenProgram(program) ? readParsedToken(parsed.type, info, index) : null
}

function readParsedToken(type: string, info: Loose, index: (name: string) => number | undefined): Operation | null {
  const checked = isLoose(info.tokenAmount) ? info.tokenAmount : null
  const raw = amountOf(checked === null ? info.amount : checked.amount)
  switch (type) {
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee': {
      const from = index('source')
      const to = index('destination')
      if (from === undefined || to === undefined) return null
      const authority = index('authority') ?? index('multisigAuthority') ?? -1
      const withheld = isLoose(info.feeAmount) ? amountOf(info.feeAmount.amount) : null
      return transfer({ from, to, authority, raw, mint: index('mint') ?? -1, decimals: countOf(checked?.decimals), withheld })
    }
    case 'mintTo':
    case 'mintToChecked':
      return ofMint(index, (mint, to) => whole({ kind: 'mint', mint, to, raw }))
    case 'burn':
    case 'burnChecked':
      return ofMint(index, (mint, from) => whole({ kind: 'burn', mint, from, raw }))
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return ofMint(index, (mint, account) => ({ kind: 'account', account, mint, owner: typeof info.owner === 'string' ? info.owner : null }))
    default:
      return null
  }
}

function ofMint(index: (name: string) => number | undefined, make: (mint: number, account: number) => Operation | null): Operation | null {
  const mint = index('mint')
  const account = index('account')
  return mint === undefined || account === undefined ? null : make(mint, account)
}
