import type { Contract } from '../execution/contract.ts'
import { ADDRESS_BITS, isConst, type Expr } from '../values/expression.ts'
import { operands } from '../values/subexpressions.ts'
import { isCaller } from '../token/unprivileged-caller.ts'

/** What code compares its caller with. */
export interface StatedCallers {
  /** Constant addresses, also those that the code computes, as numbers. */
  readonly constants: readonly bigint[]
  /** Variables in fixed slots: the slot and the lowest bit of the address in its word. */
  readonly variables: readonly { readonly slot: bigint; readonly bit: number }[]
}

/** Finds owners wherever the code keeps them, such as in the slots above the gaps of upgradeable contracts. */
export function findCallers({ functions }: Contract): StatedCallers {
  const constants = new Set<bigint>()
  const variables = new Map<string, StatedCallers['variables'][number]>()
  const seen = new Set<Expr>()
  for (const { graph } of functions) {
    for (const { terminator } of graph.blocks) {
      if (terminator.kind !== 'branch') continue
      for (const part of operands(terminator.condition, seen)) {
        if (part.op !== 'eq' || !part.args.some(isCaller)) continue
        for (const arg of part.args) {
          const [key] = arg.args
          if (isConst(arg) && arg.value >> BigInt(ADDRESS_BITS) === 0n) constants.add(arg.value)
          else if (arg.op === 'field' && key !== undefined && isConst(key))
            variables.set(`${key.value} ${arg.data}`, { slot: key.value, bit: arg.data })
        }
      }
    }
  }
  return { constants: [...constants], variables: [...variables.values()] }
}
