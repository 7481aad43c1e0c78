import { isAmount } from '../../../src-shared/domain/amount.ts'

/**
 * The stored form of a uint256, which is exact and sorts by value:
 * - up to 2^53 - 1 an INTEGER, which better-sqlite3 returns as an exact number;
 * - above a BLOB: one byte of length, then the big-endian bytes without leading zeros.
 * SQLite sorts INTEGER before BLOB and compares blobs byte by byte, so ORDER BY on a column of amounts is by value.
 * Amounts with 18 decimals take 9 to 13 bytes instead of 32.
 */
export type StoredAmount = number | Uint8Array

const LARGEST_NUMBER = BigInt(Number.MAX_SAFE_INTEGER)
const LIMB_BITS = 64n
const LIMB_BYTES = 8

/** @throws RangeError outside uint256 */
export function encodeAmount(raw: bigint): StoredAmount {
  if (!isAmount(raw)) throw new RangeError(`not a uint256: ${raw}`)
  if (raw <= LARGEST_NUMBER) return Number(raw)
  const limbs = raw < 1n << LIMB_BITS ? 1 : raw < 1n << (2n * LIMB_BITS) ? 2 : 4
  const bytes = Buffer.allocUnsafe(1 + limbs * LIMB_BYTES)
  let rest = raw
  for (let i = limbs - 1; i >= 0; i--) {
    bytes.writeBigUInt64BE(BigInt.asUintN(64, rest), 1 + i * LIMB_BYTES)
    rest >>= LIMB_BITS
  }
  let zeros = 0
  while (bytes[1 + zeros] === 0) zeros++
  const length = limbs * LIMB_BYTES - zeros
  bytes[zeros] = length
  return bytes.subarray(zeros)
}

/**
 * Decodes a value that `encodeAmount` wrote. Also accepts a bigint, which PostgreSQL returns for large amounts. @throws Error for anything else,
 * because a damaged row must not become a balance
 */
export function decodeAmount(stored: unknown): bigint {
  if (typeof stored === 'number' && Number.isSafeInteger(stored)) return BigInt(stored)
  if (stored instanceof Uint8Array && stored[0] === stored.length - 1) return bytesToBigint(stored)
  if (typeof stored === 'bigint') return stored
  throw new Error('a stored amount is neither an integer nor a sized blob')
}

/** As `decodeAmount`, with NULL for unknown. */
export function decodeAmountOrNull(stored: unknown): bigint | null {
  return stored === null ? null : decodeAmount(stored)
}

function bytesToBigint(stored: Uint8Array): bigint {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const head = 1 + ((stored.length - 1) % LIMB_BYTES)
  let value = 0n
  if (head > 1) for (let i = 1; i < head; i++) value = (value << 8n) | BigInt(stored[i] ?? 0)
  for (let at = head; at < bytes.length; at += LIMB_BYTES) value = (value << LIMB_BITS) | bytes.readBigUInt64BE(at)
  return value
}
