/**
 * Symbolic 256-bit words. Equal expressions are one object, so they compare by identity, and every expression is simplified when it is
 * created. Masks of 160 bits and more are dropped from values other than storage words, because compilers mask addresses before each use.
 */
type Op =
  /** `value` is the number. */
  | 'const'
  /** The call-data word at offset `data`; a dynamic offset is `args[0]` instead. */
  | 'input'
  /** A value of the call or of the chain's block, such as CALLER or TIMESTAMP, by `name`. */
  | 'env'
  /** Bits `[data, data + size)` of the storage word `args[0]`. */
  | 'field'
  /** Keccak-256 of words. */
  | 'hash'
  /** Word `size` (from 1) of the data that an external call returned, or its success flag (0). `args` are its target and argument words. */
  | 'result'
  /** A value that depends on the path (SSA phi), with its `alternatives`. */
  | 'phi'
  | 'unknown'
  /** The lowest `data` bits of `args[0]`. */
  | 'low'
  /** Shifts by the constant `data`. */
  | 'shr'
  | 'shl'
  | Arithmetic

export type Arithmetic = 'add' | 'sub' | 'mul' | 'div' | 'sdiv' | 'mod' | 'smod' | 'exp' | Comparison | 'and' | 'or' | 'xor' | 'not' | 'other'
type Comparison = 'lt' | 'slt' | 'eq' | 'iszero'

export interface Expr {
  readonly id: number
  readonly op: Op
  readonly args: readonly Expr[]
  /** Value of a constant. */
  readonly value: bigint
  /** Offset, number of bits or shift; see `Op`. */
  readonly data: number
  readonly size: number
  readonly name: string
  /** Alternatives of a phi by id of the predecessor block; empty for other operations. Exploration adds to them. */
  readonly alternatives: Map<number, Expr>
}

export const WORD = (1n << 256n) - 1n
export const ADDRESS_BITS = 160

const COMPARISONS: ReadonlySet<Op> = new Set(['lt', 'slt', 'eq', 'iszero'])
export const isBoolean = (expr: Expr): boolean =>
  COMPARISONS.has(expr.op) || (expr.op === 'const' && expr.value <= 1n) || (expr.op === 'result' && expr.size === 0)
export const isConst = (expr: Expr): boolean => expr.op === 'const'

interface Parts {
  readonly op: Op
  readonly args?: readonly Expr[]
  readonly value?: bigint
  readonly data?: number
  readonly size?: number
  readonly name?: string
}

/** Creates expressions and interns them: equal expressions are the same object. */
export class ExpressionPool {
  readonly #constants = new Map<bigint, Expr>()
  readonly #others = new Map<Op, Map<string | number, Expr>>()
  #made = 0

  get size(): number {
    return this.#made
  }

  const(value: bigint): Expr {
    const found = this.#constants.get(value)
    if (found !== undefined) return found
    const made = this.#make({ op: 'const', value })
    this.#constants.set(value, made)
    return made
  }

  intern(parts: Parts): Expr {
    const key = keyOf(parts)
    let known = this.#others.get(parts.op)
    if (known === undefined) this.#others.set(parts.op, (known = new Map()))
    const found = known.get(key)
    if (found !== undefined) return found
    const made = this.#make(parts)
    known.set(key, made)
    return made
  }

  #make({ op, args = [], value = 0n, data = 0, size = 0, name = '' }: Parts): Expr {
    this.#made += 1
    return { id: this.#made, op, args, value, data, size, name, alternatives: op === 'phi' ? new Map() : NO_ALTERNATIVES }
  }
}

/** Interning key; a number where possible, because building strings dominates the time of an exploration. */
function keyOf({ args = [], data = 0, size = 0, name = '' }: Parts): string | number {
  const [a, b] = args
  if (name === '' && args.length <= 2) {
    if (b === undefined && data <= BITS && size <= BITS) return -(((a?.id ?? 0) * (BITS + 1) + data) * (BITS + 1) + size)
    if (a !== undefined && b !== undefined && data === 0 && size === 0) return a.id * MAX_IDS + b.id
  }
  let key = `${data}|${size}|${name}`
  for (const arg of args) key += `|${arg.id}`
  return key
}
const BITS = 256
const MAX_IDS = 2 ** 26

const NO_ALTERNATIVES = new Map<number, Expr>()
