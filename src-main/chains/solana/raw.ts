/**
 * What a node answers to getTransaction and getBlock, in the encodings json, jsonParsed, base64 and base58, looked at field by
 * field: only what is read is checked, because checking every field of a block by a schema costs more than reading it.
 */

/** An object of which nothing is known yet. */
export type Loose = Readonly<Record<string, unknown>>

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list, or an empty one where there is none; null for anything else. */
export function listOf(value: unknown): readonly unknown[] | null {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as readonly unknown[]) : null
}

/** A whole number from zero up that a double holds exactly, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The largest amount that a Solana program can hold. */
const MAX_AMOUNT = 2n ** 64n - 1n
const MAX_DIGITS = 20
/** That many digits make a number that a double holds exactly. */
const EXACT_DIGITS = 15
const ZERO = 48

/** Amounts arrive as text, as numbers, or, from a careful JSON reader, as bigint. Null for what is no amount of raw units. */
export function amountOf(value: unknown): bigint | null {
  if (typeof value === 'string') return amountOfText(value)
  if (typeof value === 'number') return Number.isInteger(value) ? inRange(BigInt(value)) : null
  return typeof value === 'bigint' ? inRange(value) : null
}

function amountOfText(text: string): bigint | null {
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

/** The result of a JSON-RPC envelope; anything else as it is. */
export function unwrapEnvelope(json: unknown): unknown {
  return isLoose(json) && typeof json.jsonrpc === 'string' && 'result' in json ? json.result : json
}

export interface RawBlock {
  readonly parentSlot: number
  readonly time: number | null
  readonly transactions: readonly unknown[]
}

/** A getBlock answer; null for anything else. */
export function readRawBlock(bare: unknown): RawBlock | null {
  if (!isLoose(bare) || typeof bare.blockhash !== 'string' || !Array.isArray(bare.transactions)) return null
  const parentSlot = countOf(bare.parentSlot)
  return parentSlot === null ? null : { parentSlot, time: countOf(bare.blockTime), transactions: bare.transactions }
}

/** Whether this looks like a transaction with its outcome, whatever is wrong inside. */
export function isRawTransaction(bare: unknown): bare is Loose {
  return isLoose(bare) && 'meta' in bare && 'transaction' in bare
}
