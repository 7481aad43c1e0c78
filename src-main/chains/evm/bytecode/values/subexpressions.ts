import type { Expr } from './expression.ts'

/** Expressions that a value is computed from, itself included, through every alternative of a phi. What a call or a key is given is not entered. */
export function* dataOf(root: Expr, seen = new Set<Expr>()): Generator<Expr> {
  const pending = [root]
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue
    seen.add(expr)
    yield expr
    if (expr.op === 'field' || expr.op === 'result' || expr.op === 'hash') continue
    pending.push(...expr.args, ...expr.alternatives.values())
  }
}

/** Like `dataOf`, keys of storage words included. */
export function* partsOf(root: Expr, seen = new Set<Expr>()): Generator<Expr> {
  const pending = [root]
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue
    seen.add(expr)
    yield expr
    pending.push(...expr.args, ...expr.alternatives.values())
  }
}

export function someData(root: Expr, test: (expr: Expr) => boolean): boolean {
  for (const expr of dataOf(root)) if (test(expr)) return true
  return false
}

export function somePart(root: Expr, test: (expr: Expr) => boolean): boolean {
  for (const expr of partsOf(root)) if (test(expr)) return true
  return false
}
