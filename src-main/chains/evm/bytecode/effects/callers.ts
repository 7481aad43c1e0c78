import type { Contract } from '../execution/contract.ts'
import { ADDRESS_BITS, isConst, type Expr } from '../values/expression.ts'
import { operands } from '../values/subexpressions.ts'
import { isCaller } from '../token/unprivileged-caller.ts'

/** A variable in a fixed slot: the slot and the lowest bit of its value in the word. */
export interface Variable {
  readonly slot: bigint
  readonly bit: number
}

/** What code compares its caller with. */
export interface StatedCallers {
  /** Constant addresses, also those that the code computes, as numbers. */
  readonly constants: readonly bigint[]
  readonly variables: readonly Variable[]
}

/** Finds owners wherever the code keeps them, such as in the slots above the gaps of upgradeable contracts. */
export function findCallers({ functions }: Contract): StatedCallers {
  const constants = new Set<bigint>()
  const variables = new Map<string, Variable>()
  const seen = new Set<Expr>()
  for (const { graph } of functions) {
    for (const { terminator } of graph.blocks) {
      if (terminator.kind !== 'branch') continue
      for (const part of operands(terminator.condition, seen)) {
        if (part.op !== 'eq' || !part.args.some(isCaller)) continue
        for (const arg of part.args) {
          const variable = variableOf(arg)
          if (isConst(arg) && arg.value >> BigInt(ADDRESS_BITS) === 0n) constants.add(arg.value)
          else if (variable !== null) variables.set(`${variable.slot} ${variable.bit}`, variable)
        }
      }
    }
  }
  return { constants: [...constants], variables: [...variables.values()] }
}

export function variableOf({ op, args: [key], data }: Expr): Variable | null {
  return op === 'field' && key !== undefined && isConst(key) ? { slot: key.value, bit: data } : null
}
