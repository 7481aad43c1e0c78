import { ByteReader } from './bytes.ts'
import { SYSTEM_PROGRAM, isTokenProgram } from './ids.ts'
import { amountOf } from './raw.ts'

/** The operations of the token and system programs that move value or tell whose an account is. */
export type Operation =
  | {
      readonly kind: 'transfer'
      readonly from: string
      readonly to: string
      readonly authority: string | null
      readonly raw: bigint
      readonly mint: string | null
      readonly decimals: number | null
      readonly withheld: bigint | null
    }
  | { readonly kind: 'mint'; readonly mint: string; readonly to: string; readonly raw: bigint }
  | { readonly kind: 'burn'; readonly mint: string; readonly from: string; readonly raw: bigint }
  | { readonly kind: 'account'; readonly account: string; readonly mint: string; readonly owner: string | null }
  | { readonly kind: 'coin'; readonly from: string; readonly to: string; readonly raw: bigint }

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
export function readOperation(program: string, accounts: readonly string[], data: Uint8Array): Operation | null {
  if (isTokenProgram(program)) return readTokenOperation(accounts, data)
  return program === SYSTEM_PROGRAM ? readSystemOperation(accounts, data) : null
}

function readTokenOperation(accounts: readonly string[], data: Uint8Array): Operation | null {
  const reader = new ByteReader(data)
  const [a, b, c, d] = accounts
  if (a === undefined || b === undefined) return null
  switch (reader.u8()) {
    case TOKEN.transfer:
      return transfer({ from: a, to: b, authority: c, raw: reader.u64() })
    case TOKEN.transferChecked:
      return c === undefined ? null : transfer({ from: a, mint: b, to: c, authority: d, raw: reader.u64(), decimals: reader.u8() })
    case TOKEN.transferFeeExtension:
      if (c === undefined || reader.u8() !== TRANSFER_CHECKED_WITH_FEE) return null
      return transfer({ from: a, mint: b, to: c, authority: d, raw: reader.u64(), decimals: reader.u8(), withheld: reader.u64() })
    case TOKEN.mintTo:
    case TOKEN.mintToChecked:
      return whole({ kind: 'mint', mint: a, to: b, raw: reader.u64() })
    case TOKEN.burn:
    case TOKEN.burnChecked:
      return whole({ kind: 'burn', from: a, mint: b, raw: reader.u64() })
    case TOKEN.initializeAccount:
      return { kind: 'account', account: a, mint: b, owner: c ?? null }
    case TOKEN.initializeAccount2:
    case TOKEN.initializeAccount3:
      return { kind: 'account', account: a, mint: b, owner: reader.pubkey() }
    default:
      return null
  }
}

function readSystemOperation(accounts: readonly string[], data: Uint8Array): Operation | null {
  const reader = new ByteReader(data)
  const [from, second, third] = accounts
  const number = reader.u32()
  if (from === undefined || second === undefined) return null
  if (number === SYSTEM.transfer) return whole({ kind: 'coin', from, to: second, raw: reader.u64() })
  if (number === SYSTEM.transferWithSeed && third !== undefined) return whole({ kind: 'coin', from, to: third, raw: reader.u64() })
  return null
}

type Whole = { kind: 'mint'; mint: string; to: string } | { kind: 'burn'; mint: string; from: string } | { kind: 'coin'; from: string; to: string }

function whole(parts: Whole & { raw: bigint | null }): Operation | null {
  return parts.raw === null ? null : { ...parts, raw: parts.raw }
}

interface TransferParts {
  from: string
  to: string
  authority: string | undefined
  raw: bigint | null
  mint?: string | undefined
  decimals?: number | null
  withheld?: bigint | null
}

function transfer(parts: TransferParts): Operation | null {
  if (parts.raw === null) return null
  return {
    kind: 'transfer',
    from: parts.from,
    to: parts.to,
    authority: parts.authority ?? null,
    raw: parts.raw,
    mint: parts.mint ?? null,
    decimals: parts.decimals ?? null,
    withheld: parts.withheld ?? null,
  }
}

/** From the `parsed` form of encoding jsonParsed. */
export function readParsedOperation(program: string, type: string, info: Readonly<Record<string, unknown>>): Operation | null {
  const text = (name: string): string | undefined => (typeof info[name] === 'string' ? info[name] : undefined)
  if (program === SYSTEM_PROGRAM) {
    const from = text('source')
    const to = text('destination')
    const moves = type === 'transfer' || type === 'transferWithSeed'
    return moves && from !== undefined && to !== undefined ? whole({ kind: 'coin', from, to, raw: amountOf(info.lamports) }) : null
  }
  return isTokenProgram(program) ? readParsedToken(type, info, text) : null
}

function readParsedToken(type: string, info: Readonly<Record<string, unknown>>, text: (name: string) => string | undefined): Operation | null {
  const checked = amountField(info.tokenAmount)
  const raw = checked?.raw ?? amountOf(info.amount)
  const from = text('source')
  const to = text('destination')
  const mint = text('mint')
  const account = text('account')
  switch (type) {
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee': {
      if (from === undefined || to === undefined) return null
      const authority = text('authority') ?? text('multisigAuthority')
      const withheld = amountField(info.feeAmount)?.raw ?? null
      return transfer({ from, to, authority, raw, mint, decimals: checked?.decimals ?? null, withheld })
    }
    case 'mintTo':
    case 'mintToChecked':
      return mint === undefined || account === undefined ? null : whole({ kind: 'mint', mint, to: account, raw })
    case 'burn':
    case 'burnChecked':
      return mint === undefined || account === undefined ? null : whole({ kind: 'burn', mint, from: account, raw })
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return mint === undefined || account === undefined ? null : { kind: 'account', account, mint, owner: text('owner') ?? null }
    default:
      return null
  }
}

function amountField(value: unknown): { raw: bigint | null; decimals: number | null } | null {
  if (typeof value !== 'object' || value === null) return null
  const { amount, decimals } = value as { amount?: unknown; decimals?: unknown }
  return { raw: amountOf(amount), decimals: typeof decimals === 'number' ? decimals : null }
}
