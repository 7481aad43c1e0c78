import { ERC20 } from '../../encoding/erc20.ts'
import type { CodeFunction, Contract } from '../execution/contract.ts'
import type { Expr } from '../values/expression.ts'
import { computeReachability } from '../execution/reachability.ts'
import { operands } from '../values/subexpressions.ts'

/** Ids of the storage locations of a token's balances, supply and allowances, identified by what its getters return. */
export interface StorageLayout {
  /** Mappings from which balanceOf(address) computes its result, read at its argument. */
  readonly balances: ReadonlySet<string>
  /** Other words from which balanceOf computes its result, such as a rate or a flag that chooses between two mappings. */
  readonly balanceInputs: ReadonlySet<string>
  readonly supply: ReadonlySet<string>
  /** Mappings of allowance(owner, spender). */
  readonly allowances: ReadonlySet<string>
}

export const FIRST_ARGUMENT = 4
export const SECOND_ARGUMENT = 36
export const THIRD_ARGUMENT = 68

export const isInput = (expr: Expr, offset?: number): boolean =>
  expr.op === 'input' && (offset === undefined || (expr.args.length === 0 && expr.data === offset))

export function findStorageLayout(contract: Contract): StorageLayout {
  const balances = new Set<string>()
  const balanceInputs = new Set<string>()
  for (const { id, keys } of returned(contract, ERC20.balanceOf)) {
    if (keys.some((key) => isInput(key, FIRST_ARGUMENT))) balances.add(id)
    else balanceInputs.add(id)
  }
  for (const { id } of tested(contract, ERC20.balanceOf)) if (!balances.has(id)) balanceInputs.add(id)
  const supply = new Set(returned(contract, ERC20.totalSupply).flatMap(({ id, keys }) => (keys.length === 0 && !balances.has(id) ? [id] : [])))
  const allowances = new Set(returned(contract, ERC20.allowance).flatMap(({ id, keys }) => (keys.length === 2 ? [id] : [])))
  return { balances, balanceInputs, supply, allowances }
}

/** A storage location that a getter reads. */
export interface Read {
  readonly id: string
  readonly keys: readonly Expr[]
}

/** The storage from which the result of a function is computed. */
export function returned(contract: Contract, selector: string): Read[] {
  const called = contract.bySelector.get(selector)
  if (called === undefined) return []
  const { successful } = computeReachability(called.graph)
  return called.graph.blocks.flatMap(({ id, terminator }) =>
    successful.has(id) && terminator.kind === 'success' && terminator.returns !== null ? readsIn(contract, terminator.returns) : [],
  )
}

function tested(contract: Contract, selector: string): Read[] {
  const called: CodeFunction | undefined = contract.bySelector.get(selector)
  return (called?.graph.blocks ?? []).flatMap(({ terminator }) => (terminator.kind === 'branch' ? readsIn(contract, terminator.condition) : []))
}

function readsIn({ locationOf: location }: Contract, value: Expr): Read[] {
  const reads: Read[] = []
  for (const expr of operands(value)) {
    const at = expr.op === 'field' ? location(expr.args[0] as Expr) : null
    if (at !== null) reads.push(at)
  }
  return reads
}
