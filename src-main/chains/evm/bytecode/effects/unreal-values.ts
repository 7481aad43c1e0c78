import { ERC20 } from '../../encoding/erc20.ts'
import type { TokenCode } from '../token/token-code.ts'
import { subexpressions } from '../values/subexpressions.ts'
import type { Expr } from '../values/expression.ts'

/**
 * Values that are zero in a simulation or those of an earlier block, so a token can tell it from a transaction:
 * https://github.com/ethereum/go-ethereum/blob/master/internal/ethapi/simulate.go.
 */
const UNREAL: Readonly<Record<string, string>> = {
  gasprice: 'the gas price',
  basefee: 'the base fee',
  coinbase: 'the block producer',
  prevrandao: 'the randomness of the block',
}
const MOVES: readonly (string | null)[] = [ERC20.transfer, ERC20.transferFrom, ERC20.approve]

/** Values on which a transfer, or an allowance for one, depends in a branch or in what it writes. */
export function findUnrealValues({ functions }: TokenCode): string[] {
  const seen = new Set<Expr>()
  const found = new Set<string>()
  for (const { selector, graph, anyCaller } of functions) {
    if (!MOVES.includes(selector)) continue
    for (const { id, terminator, effects } of graph.blocks) {
      if (!anyCaller.reached.has(id)) continue
      const tested = terminator.kind === 'branch' ? [terminator.condition] : []
      const written = effects.flatMap((one) => (one.kind === 'store' ? [one.key, one.value] : []))
      for (const value of [...tested, ...written]) {
        for (const { op, name } of subexpressions(value, seen)) {
          const unreal = op === 'env' ? UNREAL[name] : undefined
          if (unreal !== undefined) found.add(unreal)
        }
      }
    }
  }
  return [...found]
}
