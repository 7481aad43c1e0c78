import { compute } from './arithmetic.ts'
import { ADDRESS_BITS, isBoolean, isConst, WORD, type Arithmetic, type Expr, type ExpressionPool } from './expression.ts'

/** Creates the simplified expression of an operation. Comparisons are normalized to `lt` and `slt`, and constants of sums come last. */
export function binary(pool: ExpressionPool, op: Arithmetic, a: Expr, b: Expr): Expr {
  if (isConst(a) && isConst(b)) {
    const value = compute(op, a.value, b.value)
    if (value !== null) return pool.const(value)
  }
  switch (op) {
    case 'add':
      return sum(pool, a, b)
    case 'sub':
      if (a === b) return pool.const(0n)
      if (isConst(b)) return sum(pool, a, pool.const(WORD + 1n - b.value))
      break
    case 'mul':
      return product(pool, a, b)
    case 'div':
      if (isConst(b) && b.value > 0n && isPowerOfTwo(b.value)) return shiftRight(pool, log2(b.value), a)
      break
    case 'eq':
      return equality(pool, a, b)
    case 'and':
      return isConst(a) ? conjunction(pool, b, a) : isConst(b) ? conjunction(pool, a, b) : a === b ? a : ordered(pool, 'and', a, b)
    case 'or':
      if (a === b || isZero(b)) return a
      if (isZero(a)) return b
      return ordered(pool, 'or', a, b)
    case 'xor':
      return ordered(pool, 'xor', a, b)
    default:
  }
  return pool.intern({ op, args: [a, b] })
}

export function isZeroOf(pool: ExpressionPool, a: Expr): Expr {
  if (isConst(a)) return pool.const(a.value === 0n ? 1n : 0n)
  if (a.op === 'sub' || a.op === 'xor') return equality(pool, a.args[0] as Expr, a.args[1] as Expr)
  if (a.op === 'iszero' && isBoolean(a.args[0] as Expr)) return a.args[0] as Expr
  return pool.intern({ op: 'iszero', args: [a] })
}

export function complement(pool: ExpressionPool, a: Expr): Expr {
  if (isConst(a)) return pool.const(WORD ^ a.value)
  return a.op === 'not' ? (a.args[0] as Expr) : pool.intern({ op: 'not', args: [a] })
}

export function shiftRight(pool: ExpressionPool, bits: number, a: Expr, depth = 0): Expr {
  if (bits === 0) return a
  if (bits >= 256) return pool.const(0n)
  if (isConst(a)) return pool.const(a.value >> BigInt(bits))
  if (a.op === 'field') return a.size <= bits ? pool.const(0n) : pool.intern({ op: 'field', args: a.args, data: a.data + bits, size: a.size - bits })
  if (a.op === 'shr') return shiftRight(pool, bits + a.data, a.args[0] as Expr)
  if (isBoolean(a) || (a.op === 'low' && a.data <= bits)) return pool.const(0n)
  if (depth < MAX_PACKED && isPacked(a)) return each(pool, a, (part) => shiftRight(pool, bits, part, depth + 1))
  // Shifting left and back right only masks the high bits, for example when a left-aligned address is unpacked.
  if (a.op === 'shl' && a.data === bits) return lowBits(pool, 256 - bits, a.args[0] as Expr)
  return pool.intern({ op: 'shr', args: [a], data: bits })
}

export function shiftLeft(pool: ExpressionPool, bits: number, a: Expr): Expr {
  if (bits === 0) return a
  if (bits >= 256) return pool.const(0n)
  if (isConst(a)) return pool.const((a.value << BigInt(bits)) & WORD)
  return pool.intern({ op: 'shl', args: [a], data: bits })
}

export function lowBits(pool: ExpressionPool, bits: number, a: Expr, depth = 0): Expr {
  if (bits >= 256) return a
  if (isConst(a)) return pool.const(a.value & ((1n << BigInt(bits)) - 1n))
  if (a.op === 'field') return a.size <= bits ? a : pool.intern({ op: 'field', args: a.args, data: a.data, size: bits })
  if (a.op === 'low' && a.data <= bits) return a
  if (depth < MAX_PACKED && isPacked(a)) return each(pool, a, (part) => lowBits(pool, bits, part, depth + 1))
  if (a.op === 'shl' && a.data >= bits) return pool.const(0n)
  if (bits >= ADDRESS_BITS || isBoolean(a)) return a
  return pool.intern({ op: 'low', args: [a.op === 'low' ? (a.args[0] as Expr) : a], data: bits })
}

/** Limit on recursion into packed words: hostile code shares operands, which doubles the work at each level. */
const MAX_PACKED = 8

/** Whether several values were packed into a word: operands combined by OR, some of them masked. */
const isPacked = (a: Expr): boolean => (a.op === 'or' && a.args.every(isPart)) || (a.op === 'and' && isConst(a.args[1] as Expr))
const isPart = (a: Expr): boolean =>
  isConst(a) ||
  isBoolean(a) ||
  a.op === 'and' ||
  a.op === 'shl' ||
  a.op === 'low' ||
  a.op === 'field' ||
  a.op === 'or' ||
  a.op === 'input' ||
  a.op === 'env'

function each(pool: ExpressionPool, a: Expr, take: (part: Expr) => Expr): Expr {
  const [left, right] = a.args as [Expr, Expr]
  return binary(pool, a.op === 'or' ? 'or' : 'and', take(left), take(right))
}

function sum(pool: ExpressionPool, a: Expr, b: Expr): Expr {
  if (isZero(a)) return b
  if (isZero(b)) return a
  if (isConst(a)) return sum(pool, b, a)
  const [inner, offset] = a.op === 'add' ? a.args : []
  if (isConst(b) && inner !== undefined && offset !== undefined && isConst(offset)) {
    return sum(pool, inner, pool.const((offset.value + b.value) & WORD))
  }
  return isConst(b) ? pool.intern({ op: 'add', args: [a, b] }) : ordered(pool, 'add', a, b)
}

function product(pool: ExpressionPool, a: Expr, b: Expr): Expr {
  if (isConst(a)) return product(pool, b, a)
  if (!isConst(b)) return ordered(pool, 'mul', a, b)
  if (b.value === 0n) return b
  return isPowerOfTwo(b.value) ? shiftLeft(pool, log2(b.value), a) : pool.intern({ op: 'mul', args: [a, b] })
}

function equality(pool: ExpressionPool, a: Expr, b: Expr): Expr {
  if (a === b) return pool.const(1n)
  if (isZero(a)) return isZeroOf(pool, b)
  if (isZero(b)) return isZeroOf(pool, a)
  return ordered(pool, 'eq', a, b)
}

/** `a` masked with a constant. */
function conjunction(pool: ExpressionPool, a: Expr, mask: Expr): Expr {
  if (mask.value === 0n) return mask
  if (mask.value === WORD) return a
  const bits = log2(mask.value + 1n)
  if (isPowerOfTwo(mask.value + 1n)) return lowBits(pool, bits, a)
  // The mask of a left-aligned address keeps all of its 160 bits.
  if (mask.value >> 96n === (1n << 160n) - 1n && a.op === 'shl' && a.data === 96) return a
  return pool.intern({ op: 'and', args: [a, mask] })
}

const ordered = (pool: ExpressionPool, op: Arithmetic, a: Expr, b: Expr): Expr => pool.intern({ op, args: a.id < b.id ? [a, b] : [b, a] })
const isZero = (a: Expr): boolean => isConst(a) && a.value === 0n
const isPowerOfTwo = (value: bigint): boolean => value > 0n && (value & (value - 1n)) === 0n
const log2 = (value: bigint): number => value.toString(2).length - 1
