import { decodeBase58 } from './base58.ts'

/**
 * Whether an address is a point of ed25519, so that a key pair can exist for it. Program-derived addresses are chosen off the
 * curve. A 32-byte y is a point when x² = (y² − 1) / (d·y² + 1) has a root (RFC 8032, section 5.1.3).
 */
export function isOnCurve(address: string): boolean {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) return false
  const y = littleEndian(bytes) & SIGN_MASK
  if (y >= P) return false
  const y2 = (y * y) % P
  const u = (y2 - 1n + P) % P
  const v = (D * y2 + 1n) % P
  // u/v is a square exactly when u·v is, because v⁻¹ is v times a square. Zero is a square.
  const uv = (u * v) % P
  return uv === 0n || power(uv, (P - 1n) / 2n) === 1n
}

const P = 2n ** 255n - 19n
/** The curve's d = −121665/121666. */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
/** The top bit is the sign of x. */
const SIGN_MASK = 2n ** 255n - 1n

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
