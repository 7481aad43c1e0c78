import type { Arithmetic } from '../values/expression.ts'

/** Stack items that each opcode pops and pushes (https://www.evm.codes). Opcodes that are not listed are invalid and have [0, 0]. */
const ARITIES: readonly (readonly [from: number, to: number, pops: number, pushes: number])[] = [
  [0x01, 0x07, 2, 1],
  [0x08, 0x09, 3, 1],
  [0x0a, 0x0b, 2, 1],
  [0x10, 0x14, 2, 1],
  [0x15, 0x15, 1, 1],
  [0x16, 0x18, 2, 1],
  [0x19, 0x19, 1, 1],
  [0x1a, 0x1d, 2, 1],
  [0x1e, 0x1e, 1, 1],
  [0x20, 0x20, 2, 1],
  [0x30, 0x30, 0, 1],
  [0x31, 0x31, 1, 1],
  [0x32, 0x34, 0, 1],
  [0x35, 0x35, 1, 1],
  [0x36, 0x36, 0, 1],
  [0x37, 0x37, 3, 0],
  [0x38, 0x38, 0, 1],
  [0x39, 0x39, 3, 0],
  [0x3a, 0x3a, 0, 1],
  [0x3b, 0x3b, 1, 1],
  [0x3c, 0x3c, 4, 0],
  [0x3d, 0x3d, 0, 1],
  [0x3e, 0x3e, 3, 0],
  [0x3f, 0x40, 1, 1],
  [0x41, 0x48, 0, 1],
  [0x49, 0x49, 1, 1],
  [0x4a, 0x4a, 0, 1],
  [0x50, 0x50, 1, 0],
  [0x51, 0x51, 1, 1],
  [0x52, 0x53, 2, 0],
  [0x54, 0x54, 1, 1],
  [0x55, 0x55, 2, 0],
  [0x56, 0x56, 1, 0],
  [0x57, 0x57, 2, 0],
  [0x58, 0x5a, 0, 1],
  [0x5c, 0x5c, 1, 1],
  [0x5d, 0x5d, 2, 0],
  [0x5e, 0x5e, 3, 0],
  [0x5f, 0x7f, 0, 1],
  [0xa0, 0xa0, 2, 0],
  [0xa1, 0xa1, 3, 0],
  [0xa2, 0xa2, 4, 0],
  [0xa3, 0xa3, 5, 0],
  [0xa4, 0xa4, 6, 0],
  [0xf0, 0xf0, 3, 1],
  [0xf1, 0xf2, 7, 1],
  [0xf3, 0xf3, 2, 0],
  [0xf4, 0xf4, 6, 1],
  [0xf5, 0xf5, 4, 1],
  [0xfa, 0xfa, 6, 1],
  [0xfd, 0xfd, 2, 0],
  [0xff, 0xff, 1, 0],
]

const NONE = [0, 0] as const
const TABLE: (readonly [pops: number, pushes: number])[] = Array.from({ length: 256 }, () => NONE)
for (const [from, to, pops, pushes] of ARITIES) for (let opcode = from; opcode <= to; opcode++) TABLE[opcode] = [pops, pushes]
for (let n = 1; n <= 16; n++) {
  TABLE[0x7f + n] = [n, n + 1] // DUP
  TABLE[0x8f + n] = [n + 1, n + 1] // SWAP
}

export const arityOf = (opcode: number): readonly [pops: number, pushes: number] => TABLE[opcode] ?? NONE

/** Operations on one or two words. The result of `other` is opaque: it equals only itself. */
export const ARITHMETIC: Readonly<Partial<Record<number, Arithmetic | 'gt' | 'sgt' | 'shl' | 'shr' | 'byte' | 'signextend'>>> = {
  0x01: 'add',
  0x02: 'mul',
  0x03: 'sub',
  0x04: 'div',
  0x05: 'sdiv',
  0x06: 'mod',
  0x07: 'smod',
  0x0a: 'exp',
  0x0b: 'signextend',
  0x10: 'lt',
  0x11: 'gt',
  0x12: 'slt',
  0x13: 'sgt',
  0x14: 'eq',
  0x15: 'iszero',
  0x16: 'and',
  0x17: 'or',
  0x18: 'xor',
  0x19: 'not',
  0x1a: 'byte',
  0x1b: 'shl',
  0x1c: 'shr',
  0x1d: 'other',
}

/** Values that are constant throughout one call. */
export const ENVIRONMENT: Readonly<Partial<Record<number, string>>> = {
  0x30: 'self',
  0x32: 'origin',
  0x33: 'caller',
  0x34: 'value',
  0x3a: 'gasprice',
  0x41: 'coinbase',
  0x42: 'timestamp',
  0x43: 'number',
  0x44: 'prevrandao',
  0x45: 'gaslimit',
  0x46: 'chainid',
  0x47: 'selfbalance',
  0x48: 'basefee',
}
