import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'

/**
 * Checks of single fields of getTransaction and getBlock answers. Only fields that are used are checked, because validating a
 * whole block against a schema costs more than decoding it.
 */

/** An unvalidated JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The array itself, an empty array for null or undefined, and null for anything else. */
export function parseList(value: unknown): readonly unknown[] | null {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as readonly unknown[]) : null
}

/** A safe integer ≥ 0, or null. */
export function parseCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Amounts on Solana are u64. */
export const MAX_AMOUNT = 2n ** 64n - 1n
const MAX_DIGITS = 20
/** Numbers of this many digits fit a double exactly. */
const EXACT_DIGITS = 15
const ZERO = 48

/** An amount of raw units from text, a number, or a bigint (from a JSON parser that keeps large integers); null for anything else. */
export function parseAmount(value: unknown): bigint | null {
  if (typeof value === 'string') return parseAmountText(value)
  if (typeof value === 'number') return Number.isInteger(value) ? inRange(BigInt(value)) : null
  return typeof value === 'bigint' ? inRange(value) : null
}

function parseAmountText(text: string): bigint | null {
  if (text.length === 0 || text.length > MAX_DIGITS) return null
  let total = 0
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (digit < 0 || digit > 9) return null
    total = total * 10 + digit
  }
  return text.length <= EXACT_DIGITS ? BigInt(total) : inRange(BigInt(text))
}

function inRange(amount: bigint): bigint | null {
  return amount >= 0n && amount <= MAX_AMOUNT ? amount : null
}

/** The result of a JSON-RPC envelope; any other value unchanged. */
export function unwrapEnvelope(json: unknown): unknown {
  return isJsonObject(json) && typeof json.jsonrpc === 'string' && 'result' in json ? json.result : json
}

export interface RawBlock {
  readonly parentSlot: number
  readonly time: number | null
  readonly transactions: readonly unknown[]
}

/** A getBlock answer; null for anything else. */
export function readRawBlock(bare: unknown): RawBlock | null {
  if (!isJsonObject(bare) || typeof bare.blockhash !== 'string' || !Array.isArray(bare.transactions)) return null
  const parentSlot = parseCount(bare.parentSlot)
  return parentSlot === null ? null : { parentSlot, time: parseUnixSeconds(bare.blockTime), transactions: bare.transactions }
}

/** Whether this has the shape of a transaction with its outcome. Its fields may still be invalid. */
export function isRawTransaction(bare: unknown): bare is JsonObject {
  return isJsonObject(bare) && 'meta' in bare && 'transaction' in bare
}
