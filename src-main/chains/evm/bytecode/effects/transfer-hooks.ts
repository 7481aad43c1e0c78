import type { Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { isInput } from '../token/storage-layout.ts'
import type { Moves } from './transfer-paths.ts'
import type { Reach } from '../execution/reachability.ts'
import type { Sale } from './sale.ts'
import { writtenTo } from '../token/setter-values.ts'
import { isGated, type CalledFunction, type Subject } from '../token/token-code.ts'
import { partsOf } from '../values/subexpressions.ts'

/** Another contract, which a known caller can choose, is shown who moves tokens to whom and can refuse. */
export function findCalls(subject: Subject, { called: { flow }, recipient, isHolder }: Sale, { effective }: Reach, moves: Moves): Finding[] {
  return flow.nodes.flatMap(({ id, end }): Finding[] => {
    if (end.kind !== 'branch' || !effective.has(id)) return []
    if (moves.canEndWell(id, end.taken) === moves.canEndWell(id, end.fallen)) return []
    for (const part of partsOf(end.condition)) {
      const [target, ...args] = part.args
      if (part.op !== 'result' || target?.op !== 'field') continue
      if (!args.some((arg) => isInput(arg, recipient)) || !args.some(isHolder)) continue
      const place = subject.contract.place(target.args[0] as Expr)
      const setter = place === null ? undefined : findSetter(subject, place.id, target)
      if (setter !== undefined) return [{ selector: setter.selector, place: place?.id ?? null, kind: 'call' }]
    }
    return []
  })
}

function findSetter(subject: Subject, placeId: string, field: Expr): CalledFunction | undefined {
  return subject.functions.find((called) =>
    called.writes.some((write) => {
      if (write.place.id !== placeId || !isGated(called, write.node)) return false
      const { written, before } = writtenTo(subject, write, field)
      return written !== before
    }),
  )
}
