import { WORD, type Arithmetic } from './expression.ts'

const SIGN = 1n << 255n
const signed = (value: bigint): bigint => (value >= SIGN ? value - (WORD + 1n) : value)
const wrap = (value: bigint): bigint => value & WORD
const bit = (truth: boolean): bigint => (truth ? 1n : 0n)
/** The result of larger exponents is unknown. */
const MAX_EXPONENT = 256n

/** Result of an operation modulo 2^256 as the yellow paper defines it (https://ethereum.github.io/yellowpaper/paper.pdf, appendix H); null if it is not computed. */
export function compute(op: Arithmetic, a: bigint, b: bigint): bigint | null {
  switch (op) {
    case 'add':
      return wrap(a + b)
    case 'sub':
      return wrap(a - b)
    case 'mul':
      return wrap(a * b)
    case 'div':
      return b === 0n ? 0n : a / b
    case 'sdiv':
      return b === 0n ? 0n : wrap(signed(a) / signed(b))
    case 'mod':
      return b === 0n ? 0n : a % b
    case 'smod':
      return b === 0n ? 0n : wrap(signed(a) % signed(b))
    case 'exp':
      return b > MAX_EXPONENT ? null : power(a, b)
    case 'lt':
      return bit(a < b)
    case 'slt':
      return bit(signed(a) < signed(b))
    case 'eq':
      return bit(a === b)
    case 'iszero':
      return bit(a === 0n)
    case 'and':
      return a & b
    case 'or':
      return a | b
    case 'xor':
      return a ^ b
    case 'not':
      return WORD ^ a
    case 'other':
      return null
  }
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let i = 0n; i < exponent; i++) result = wrap(result * base)
  return result
}
