import { extractBits } from '../values/extract-bits.ts'
import { isConversion } from '../token/conversion.ts'
import { isConst } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { reach } from '../execution/reachability.ts'
import type { CalledFunction, Subject } from '../token/token-code.ts'
import { someData } from '../values/subexpressions.ts'
import { changesOf, type Write } from '../token/storage-writes.ts'

/** Functions in which a known caller raises a balance and no other balance falls. */
export function findMints(subject: Subject): Finding[] {
  return subject.functions.flatMap((called) => mintIn(subject, called) ?? [])
}

function mintIn(subject: Subject, called: CalledFunction): Finding | null {
  // Where paths are missing, the balance that falls may be on one of them.
  if (called.flow.incomplete !== null) return null
  const onBalances = called.writes.filter(({ place, node }) => subject.layout.balances.has(place.id) && called.anybody.effective.has(node))
  const raises = onBalances.filter((write) => changes(write, 'raise', 'set') && !isConversion(subject, write))
  if (raises.length === 0) return null
  const lowering = new Set(onBalances.filter((write) => changes(write, 'lower', 'clear')).map(({ node }) => node))
  const alone = reach(called.flow, undefined, lowering)
  const byStranger = reach(called.flow, subject.stranger, lowering)
  const found = raises.find((write) => alone.effective.has(write.node) && !byStranger.effective.has(write.node) && !isOneTime(subject, called, write))
  return found === undefined ? null : { selector: called.selector, place: found.place.id, kind: 'mint' }
}

const changes = (write: Write, ...wanted: readonly ('raise' | 'set' | 'lower' | 'clear')[]): boolean => {
  const found = changesOf(write)
  return wanted.some((change) => found.has(change))
}

/** A fixed amount that the function itself bars from being issued again, as the second part of a launch. */
function isOneTime({ contract: { pool } }: Subject, called: CalledFunction, raise: Write): boolean {
  if (someData(raise.value, ({ op }) => op === 'input' || op === 'unknown' || op === 'result')) return false
  return called.writes.some(({ key, value, place }) => {
    if (place.keys.length > 0) return false
    const again = reach(called.flow, (expr) => {
      if (expr.op !== 'field' || expr.args[0] !== key) return null
      const written = extractBits(pool, value, expr.data, expr.size)
      return isConst(written) ? written.value : null
    })
    return !again.effective.has(raise.node)
  })
}
