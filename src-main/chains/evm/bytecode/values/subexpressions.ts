import type { Expr } from './expression.ts'

/** A value and its operands, transitively, with every alternative of a phi. Call arguments, hashed words and storage keys are not visited. */
export function* operands(root: Expr, seen = new Set<Expr>()): Generator<Expr> {
  const pending = [root]
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue
    seen.add(expr)
    yield expr
    if (expr.op === 'field' || expr.op === 'result' || expr.op === 'hash') continue
    pending.push(...expr.args, ...expr.alternatives.values())
  }
}

/** Like `operands`, but also visits call arguments, hashed words and storage keys. */
export function* subexpressions(root: Expr, seen = new Set<Expr>()): Generator<Expr> {
  const pending = [root]
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue
    seen.add(expr)
    yield expr
    pending.push(...expr.args, ...expr.alternatives.values())
  }
}

export function someOperand(root: Expr, test: (expr: Expr) => boolean): boolean {
  for (const expr of operands(root)) if (test(expr)) return true
  return false
}

export function someSubexpression(root: Expr, test: (expr: Expr) => boolean): boolean {
  for (const expr of subexpressions(root)) if (test(expr)) return true
  return false
}
