import type { Expr } from '../values/expression.ts'
import type { Subject } from './token-code.ts'
import { partsOf } from '../values/subexpressions.ts'
import { changesOf, type Write } from './storage-writes.ts'

/** Whether a write copies an account from one book of a reflection token into the other. */
export function isConversion({ contract, layout }: Subject, { place, key, value }: Write): boolean {
  if (changesOf({ key, value }).has('raise')) return false
  const [account] = place.keys
  for (const part of partsOf(value)) {
    const other = part.op === 'field' ? contract.place(part.args[0] as Expr) : null
    if (other !== null && other.id !== place.id && layout.balances.has(other.id) && other.keys[0] === account) return true
  }
  return false
}
