import { compute } from './arithmetic.ts'
import { isConst, WORD, type Expr } from './expression.ts'

/** Path condition: the assumed value of an expression, or null if nothing is assumed. */
export type Assumption = (expr: Expr) => bigint | null

export const NO_ASSUMPTION: Assumption = () => null
export const combineAssumptions =
  (...assumptions: readonly Assumption[]): Assumption =>
  (expr) => {
    for (const assumption of assumptions) {
      const value = assumption(expr)
      if (value !== null) return value
    }
    return null
  }

/** Limit on recursion. Deeper expressions have no value. */
const MAX_DEPTH = 300

/**
 * Creates a function that computes expressions under an assumption. The function returns null for unknown values.
 *
 * @param isLive whether the edge between two blocks can be taken, which excludes alternatives of a phi
 */
export function createEvaluator(assume: Assumption, isLive: (from: number, to: number) => boolean): (expr: Expr) => bigint | null {
  const known = new Map<Expr, bigint | null>()
  const valueOf = (expr: Expr, depth: number): bigint | null => {
    if (isConst(expr)) return expr.value
    const found = known.get(expr)
    if (found !== undefined) return found
    if (depth > MAX_DEPTH) return null
    // A value that depends on itself, for example in a loop, is unknown.
    known.set(expr, null)
    const value = assume(expr) ?? derive(expr, depth + 1)
    known.set(expr, value)
    return value
  }
  const derive = (expr: Expr, depth: number): bigint | null => {
    switch (expr.op) {
      case 'phi':
        return agreedValue(expr, depth)
      case 'low':
        return map(expr, depth, (value) => value & ((1n << BigInt(expr.data)) - 1n))
      case 'shr':
        return map(expr, depth, (value) => value >> BigInt(expr.data))
      case 'shl':
        return map(expr, depth, (value) => (value << BigInt(expr.data)) & WORD)
      case 'iszero':
      case 'not': {
        const { op } = expr
        return map(expr, depth, (value) => compute(op, value, 0n))
      }
      case 'const':
      case 'input':
      case 'env':
      case 'field':
      case 'hash':
      case 'result':
      case 'other':
      case 'unknown':
        return null
      default: {
        const [a, b] = expr.args as [Expr, Expr]
        const left = valueOf(a, depth)
        const right = valueOf(b, depth)
        if ((left === 0n || right === 0n) && (expr.op === 'mul' || expr.op === 'and')) return 0n
        if (right === 0n && expr.op === 'lt') return 0n
        return left === null || right === null ? null : compute(expr.op, left, right)
      }
    }
  }
  const map = (expr: Expr, depth: number, change: (value: bigint) => bigint | null): bigint | null => {
    const value = valueOf(expr.args[0] as Expr, depth)
    return value === null ? null : change(value)
  }
  /** The value that all live alternatives of a phi agree on; null if they differ. */
  const agreedValue = (phi: Expr, depth: number): bigint | null => {
    let value: bigint | null = null
    for (const [from, alternative] of phi.alternatives) {
      if (alternative === phi || !isLive(from, phi.data)) continue
      const one = valueOf(alternative, depth)
      if (one === null || (value !== null && value !== one)) return null
      value = one
    }
    return value
  }
  return (expr) => valueOf(expr, 0)
}

/** Limits on the listed values and on the combinations that are computed. */
const MAX_VALUES = 12
const MAX_COMBINATIONS = 4_000

/** The numbers that an expression can have on some path, without phi alternatives that cannot be computed. */
export function possibleValues(root: Expr, assume: Assumption, isLive: (from: number, to: number) => boolean): ReadonlySet<bigint> {
  const known = new Map<Expr, Set<bigint>>()
  let combinations = 0
  const valuesOf = (expr: Expr, depth: number): Set<bigint> => {
    const found = known.get(expr)
    if (found !== undefined) return found
    const values = new Set<bigint>()
    known.set(expr, values)
    const assumed = expr.op === 'const' ? expr.value : assume(expr)
    if (assumed !== null) return values.add(assumed)
    if (depth > MAX_DEPTH) return values
    if (expr.op === 'phi') {
      for (const [from, alternative] of expr.alternatives) {
        if (alternative === expr || !isLive(from, expr.data)) continue
        for (const value of valuesOf(alternative, depth + 1)) if (values.size < MAX_VALUES) values.add(value)
      }
      return values
    }
    const [left, right] = expr.args.map((arg) => valuesOf(arg, depth + 1))
    if (left === undefined || expr.op === 'field' || expr.op === 'hash' || expr.op === 'input' || expr.op === 'result') return values
    for (const a of left) {
      for (const b of right ?? NO_OPERAND) {
        combinations += 1
        const value = combinations > MAX_COMBINATIONS ? null : combine(expr, a, b)
        if (value !== null && values.size < MAX_VALUES) values.add(value)
      }
    }
    return values
  }
  return valuesOf(root, 0)
}

const NO_OPERAND: readonly bigint[] = [0n]

function combine({ op, data }: Expr, a: bigint, b: bigint): bigint | null {
  if (op === 'low') return a & ((1n << BigInt(data)) - 1n)
  if (op === 'shr') return a >> BigInt(data)
  if (op === 'shl') return (a << BigInt(data)) & WORD
  if (op === 'const' || op === 'input' || op === 'env' || op === 'field' || op === 'hash' || op === 'result' || op === 'phi' || op === 'unknown')
    return null
  return compute(op, a, b)
}
