import type { Expr } from '../values/expression.ts'
import type { TokenCode } from './token-code.ts'
import { subexpressions } from '../values/subexpressions.ts'
import { classifyChanges, type StorageWrite } from './storage-writes.ts'

/** Whether a write copies an account between the two balance mappings of a reflection token. */
export function isConversion({ contract, layout }: TokenCode, { location, key, value }: StorageWrite): boolean {
  if (classifyChanges({ key, value }).has('raise')) return false
  const [account] = location.keys
  for (const part of subexpressions(value)) {
    const other = part.op === 'field' ? contract.locationOf(part.args[0] as Expr) : null
    if (other !== null && other.id !== location.id && layout.balances.has(other.id) && other.keys[0] === account) return true
  }
  return false
}
