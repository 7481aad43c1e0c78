import { extractBits } from '../values/extract-bits.ts'
import { isConversion } from '../token/conversion.ts'
import { isConst } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { computeReachability } from '../execution/reachability.ts'
import type { TokenFunction, TokenCode } from '../token/token-code.ts'
import { someOperand } from '../values/subexpressions.ts'
import { classifyChanges, type StorageWrite } from '../token/storage-writes.ts'

/** Finds functions in which a privileged caller raises a balance and no other balance falls. */
export function findMints(token: TokenCode): Finding[] {
  return token.functions.flatMap((called) => mintIn(token, called) ?? [])
}

function mintIn(token: TokenCode, called: TokenFunction): Finding | null {
  // A balance may fall on a path that was not explored.
  if (called.graph.incomplete !== null) return null
  const onBalances = called.writes.filter(({ location, block }) => token.layout.balances.has(location.id) && called.anyCaller.successful.has(block))
  const raises = onBalances.filter((write) => changes(write, 'raise', 'set') && !isConversion(token, write))
  if (raises.length === 0) return null
  const lowering = new Set(onBalances.filter((write) => changes(write, 'lower', 'clear')).map(({ block }) => block))
  const alone = computeReachability(called.graph, undefined, lowering)
  const byUnprivileged = computeReachability(called.graph, token.unprivileged, lowering)
  const found = raises.find(
    (write) => alone.successful.has(write.block) && !byUnprivileged.successful.has(write.block) && !isOneTime(token, called, write),
  )
  return found === undefined ? null : { selector: called.selector, location: found.location.id, kind: 'mint' }
}

const changes = (write: StorageWrite, ...wanted: readonly ('raise' | 'set' | 'lower' | 'clear')[]): boolean => {
  const found = classifyChanges(write)
  return wanted.some((change) => found.has(change))
}

/** Whether the function issues a fixed amount and then prevents itself from issuing it again, for example in the second step of a launch. */
function isOneTime({ contract: { pool } }: TokenCode, called: TokenFunction, raise: StorageWrite): boolean {
  if (someOperand(raise.value, ({ op }) => op === 'input' || op === 'unknown' || op === 'result')) return false
  return called.writes.some(({ key, value, location }) => {
    if (location.keys.length > 0) return false
    const again = computeReachability(called.graph, (expr) => {
      if (expr.op !== 'field' || expr.args[0] !== key) return null
      const written = extractBits(pool, value, expr.data, expr.size)
      return isConst(written) ? written.value : null
    })
    return !again.successful.has(raise.block)
  })
}
