import { isConst, type Expr, type ExpressionPool } from './expression.ts'
import { binary, lowBits, shiftRight } from './simplify.ts'

/** Limit on recursion. Deeper expressions are masked as a whole. */
const MAX_DEPTH = 10

/** Bits `[offset, offset + size)` of a packed word, without the operands that only concern other bits. */
export function extractBits(pool: ExpressionPool, word: Expr, offset: number, size: number, depth = 0): Expr {
  if (depth > MAX_DEPTH) return lowBits(pool, size, shiftRight(pool, offset, word))
  if (offset === 0 && size >= 256) return word
  const [a, b] = word.args
  if (word.op === 'or' && a !== undefined && b !== undefined) {
    return binary(pool, 'or', extractBits(pool, a, offset, size, depth + 1), extractBits(pool, b, offset, size, depth + 1))
  }
  if (word.op === 'and' && a !== undefined && b !== undefined && isConst(b)) {
    const mask = (b.value >> BigInt(offset)) & ((1n << BigInt(size)) - 1n)
    if (mask === 0n) return pool.const(0n)
    if (mask === (1n << BigInt(size)) - 1n) return extractBits(pool, a, offset, size, depth + 1)
  }
  if (word.op === 'low' && a !== undefined)
    return offset >= word.data ? pool.const(0n) : extractBits(pool, a, offset, Math.min(size, word.data - offset))
  if (word.op === 'shl' && a !== undefined) {
    if (offset + size <= word.data) return pool.const(0n)
    if (offset >= word.data) return extractBits(pool, a, offset - word.data, size)
  }
  return lowBits(pool, size, shiftRight(pool, offset, word))
}
