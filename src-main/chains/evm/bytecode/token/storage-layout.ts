import type { CodeFunction, Contract } from '../execution/contract.ts'
import type { Expr } from '../values/expression.ts'
import { reach } from '../execution/reachability.ts'
import { dataOf } from '../values/subexpressions.ts'

/** Where a token keeps its books, found by what its getters return. */
export interface Layout {
  /** Mappings that balanceOf(address) computes its answer from, read at its argument. */
  readonly balances: ReadonlySet<string>
  /** Single words that balanceOf computes its answer from, such as a rate or the flag that chooses between two mappings. */
  readonly balanceInputs: ReadonlySet<string>
  readonly supply: ReadonlySet<string>
  /** Mappings of allowance(owner, spender). */
  readonly allowances: ReadonlySet<string>
}

export const FIRST_ARGUMENT = 4
export const SECOND_ARGUMENT = 36
export const THIRD_ARGUMENT = 68

const BALANCE_OF = '0x70a08231'
const TOTAL_SUPPLY = '0x18160ddd'
const ALLOWANCE = '0xdd62ed3e'

export const isInput = (expr: Expr, offset?: number): boolean =>
  expr.op === 'input' && (offset === undefined || (expr.args.length === 0 && expr.data === offset))

export function readLayout(contract: Contract): Layout {
  const balances = new Set<string>()
  const balanceInputs = new Set<string>()
  for (const { id, keys } of returned(contract, BALANCE_OF)) {
    if (keys.some((key) => isInput(key, FIRST_ARGUMENT))) balances.add(id)
    else balanceInputs.add(id)
  }
  for (const { id } of tested(contract, BALANCE_OF)) if (!balances.has(id)) balanceInputs.add(id)
  const supply = new Set(returned(contract, TOTAL_SUPPLY).flatMap(({ id, keys }) => (keys.length === 0 && !balances.has(id) ? [id] : [])))
  const allowances = new Set(returned(contract, ALLOWANCE).flatMap(({ id, keys }) => (keys.length === 2 ? [id] : [])))
  return { balances, balanceInputs, supply, allowances }
}

interface Read {
  readonly id: string
  readonly keys: readonly Expr[]
}

function returned(contract: Contract, selector: string): Read[] {
  const called = contract.bySelector.get(selector)
  if (called === undefined) return []
  const { effective } = reach(called.flow)
  return called.flow.nodes.flatMap(({ id, end }) =>
    effective.has(id) && end.kind === 'success' && end.returns !== null ? readsIn(contract, end.returns) : [],
  )
}

function tested(contract: Contract, selector: string): Read[] {
  const called: CodeFunction | undefined = contract.bySelector.get(selector)
  return (called?.flow.nodes ?? []).flatMap(({ end }) => (end.kind === 'branch' ? readsIn(contract, end.condition) : []))
}

function readsIn({ place }: Contract, value: Expr): Read[] {
  const reads: Read[] = []
  for (const expr of dataOf(value)) {
    const at = expr.op === 'field' ? place(expr.args[0] as Expr) : null
    if (at !== null) reads.push(at)
  }
  return reads
}
