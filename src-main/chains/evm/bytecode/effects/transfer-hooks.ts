import type { Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { isInput } from '../token/storage-layout.ts'
import type { TransferPaths } from './transfer-paths.ts'
import type { Reachability } from '../execution/reachability.ts'
import type { Sale } from './sale.ts'
import { readWrittenBits } from '../token/setter-values.ts'
import { needsPrivilege, type TokenFunction, type TokenCode } from '../token/token-code.ts'
import { subexpressions } from '../values/subexpressions.ts'

/** Finds transfer checks answered by another contract whose address a privileged caller can set. */
export function findTransferHooks(
  token: TokenCode,
  { called: { graph }, recipient, isHolder }: Sale,
  { successful }: Reachability,
  paths: TransferPaths,
): Finding[] {
  return graph.blocks.flatMap(({ id, terminator }): Finding[] => {
    if (terminator.kind !== 'branch' || !successful.has(id)) return []
    if (paths.canSucceed(id, terminator.taken) === paths.canSucceed(id, terminator.fallthrough)) return []
    for (const part of subexpressions(terminator.condition)) {
      const [target, ...args] = part.args
      if (part.op !== 'result' || target?.op !== 'field') continue
      if (!args.some((arg) => isInput(arg, recipient)) || !args.some(isHolder)) continue
      const location = token.contract.locationOf(target.args[0] as Expr)
      const setter = location === null ? undefined : findSetter(token, location.id, target)
      if (setter !== undefined) return [{ selector: setter.selector, location: location?.id ?? null, kind: 'call' }]
    }
    return []
  })
}

function findSetter(token: TokenCode, locationId: string, field: Expr): TokenFunction | undefined {
  return token.functions.find((called) =>
    called.writes.some((write) => {
      if (write.location.id !== locationId || !needsPrivilege(called, write.block)) return false
      const { written, before } = readWrittenBits(token, write, field)
      return written !== before
    }),
  )
}
