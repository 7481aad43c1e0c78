import type { Expr } from './expression.ts'

function* walk(root: Expr, leaves: ReadonlySet<Expr['op']>, seen: Set<Expr>): Generator<Expr> {
  const pending = [root]
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue
    seen.add(expr)
    yield expr
    if (!leaves.has(expr.op)) pending.push(...expr.args, ...expr.alternatives.values())
  }
}

const NO_OPERANDS: ReadonlySet<Expr['op']> = new Set(['field', 'result', 'hash'])
const NONE: ReadonlySet<Expr['op']> = new Set()

/** A value and its operands, transitively, with every alternative of a phi. Call arguments, hashed words and storage keys are not visited. */
export const operands = (root: Expr, seen = new Set<Expr>()): Generator<Expr> => walk(root, NO_OPERANDS, seen)

/** Like `operands`, but also visits call arguments, hashed words and storage keys. */
export const subexpressions = (root: Expr, seen = new Set<Expr>()): Generator<Expr> => walk(root, NONE, seen)

export function someOperand(root: Expr, test: (expr: Expr) => boolean): boolean {
  for (const expr of operands(root)) if (test(expr)) return true
  return false
}

export function someSubexpression(root: Expr, test: (expr: Expr) => boolean): boolean {
  for (const expr of subexpressions(root)) if (test(expr)) return true
  return false
}
