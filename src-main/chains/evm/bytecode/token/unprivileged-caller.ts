import type { Contract } from '../execution/contract.ts'
import type { Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import type { StorageLayout } from './storage-layout.ts'
import { operands, someSubexpression } from '../values/subexpressions.ts'

/** Whether an expression is msg.sender, or tx.origin, which some contracts check instead. */
export const isCaller = (expr: Expr): boolean => expr.op === 'env' && (expr.name === 'caller' || expr.name === 'origin')

/**
 * Assumes an unprivileged caller: it equals no stored or constant address and no argument, and has no entry in a mapping. Code that such a
 * caller cannot reach needs a privileged one.
 *
 * @param open ids of mappings that any caller can write, whose entries give no privilege
 */
export function assumeUnprivilegedCaller(contract: Contract, layout: StorageLayout, open: ReadonlySet<string>): Assumption {
  const owners = ownersIn(contract)
  return (expr) => {
    // The owner is assumed not to be renounced, and no transaction is sent from the zero address.
    if (expr.op === 'iszero') return owners.has(expr.args[0] as Expr) || isCaller(expr.args[0] as Expr) ? 0n : null
    if (expr.op === 'eq') {
      const [a, b] = expr.args as [Expr, Expr]
      return isCaller(a) !== isCaller(b) ? 0n : null
    }
    if (expr.op !== 'field') return null
    const location = contract.locationOf(expr.args[0] as Expr)
    if (location === null || layout.balances.has(location.id) || layout.allowances.has(location.id) || open.has(location.id)) return null
    return location.keys.some((key) => someSubexpression(key, isCaller)) ? 0n : null
  }
}

/** Stored addresses that the code compares with its caller. */
function ownersIn({ functions }: Contract): Set<Expr> {
  const owners = new Set<Expr>()
  const seen = new Set<Expr>()
  for (const { graph } of functions) {
    for (const { terminator } of graph.blocks) {
      if (terminator.kind !== 'branch') continue
      for (const part of operands(terminator.condition, seen)) {
        if (part.op === 'eq' && part.args.some(isCaller)) for (const arg of part.args) if (arg.op === 'field') owners.add(arg)
      }
    }
  }
  return owners
}
