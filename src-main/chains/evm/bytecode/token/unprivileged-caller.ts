import type { Contract } from '../execution/contract.ts'
import type { Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import type { Layout } from './storage-layout.ts'
import { dataOf, somePart } from '../values/subexpressions.ts'

/** msg.sender, or tx.origin, which some contracts test instead. */
export const isCaller = (expr: Expr): boolean => expr.op === 'env' && (expr.name === 'caller' || expr.name === 'origin')

/**
 * A caller that the contract does not know: it equals no stored or constant address and no argument, and has no entry in a list. Code
 * that only others can reach obeys somebody. `open` names the mappings in which anybody can make an entry.
 */
export function strangerOf(contract: Contract, layout: Layout, open: ReadonlySet<string>): Assumption {
  const owners = ownersIn(contract)
  return (expr) => {
    // No right was given up: what a zero owner opens to everybody is not open yet. Nobody calls from the zero address.
    if (expr.op === 'iszero') return owners.has(expr.args[0] as Expr) || isCaller(expr.args[0] as Expr) ? 0n : null
    if (expr.op === 'eq') {
      const [a, b] = expr.args as [Expr, Expr]
      return isCaller(a) !== isCaller(b) ? 0n : null
    }
    if (expr.op !== 'field') return null
    const place = contract.place(expr.args[0] as Expr)
    if (place === null || layout.balances.has(place.id) || layout.allowances.has(place.id) || open.has(place.id)) return null
    return place.keys.some((key) => somePart(key, isCaller)) ? 0n : null
  }
}

/** Stored addresses that the code compares with its caller. */
function ownersIn({ functions }: Contract): Set<Expr> {
  const owners = new Set<Expr>()
  const seen = new Set<Expr>()
  for (const { flow } of functions) {
    for (const { end } of flow.nodes) {
      if (end.kind !== 'branch') continue
      for (const part of dataOf(end.condition, seen)) {
        if (part.op === 'eq' && part.args.some(isCaller)) for (const arg of part.args) if (arg.op === 'field') owners.add(arg)
      }
    }
  }
  return owners
}
