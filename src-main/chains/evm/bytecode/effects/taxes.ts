import { possibleValues, type Assumption } from '../values/evaluate.ts'
import { WORD, type Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { isInput } from '../token/storage-layout.ts'
import type { Reachability } from '../execution/reachability.ts'
import type { Sale } from './sale.ts'
import { findSetterValues } from '../token/setter-values.ts'
import { isBudgetExhausted, type TokenFunction, type TokenCode } from '../token/token-code.ts'
import { operands, someSubexpression } from '../values/subexpressions.ts'
import { classifyChanges } from '../token/storage-writes.ts'

/** A tax counts if it leaves the recipient less than one tenth (docs/scan.md#code-alone). */
const MIN_LEFT_DIVISOR = 10n
/** A setter with at most this many values chooses between fixed rates. */
const MAX_FIXED_RATES = 2

/** Finds variables that a privileged caller can set so that the recipient receives less than one tenth. */
export function findTaxes(token: TokenCode, { called, assumption, recipient, isHolder }: Sale, usual: Reachability): Finding[] {
  const { layout, contract } = token
  const found: Finding[] = []
  for (const { block, location, key, value } of called.writes) {
    if (!layout.balances.has(location.id) || !usual.successful.has(block) || !location.keys.some((account) => isInput(account, recipient))) continue
    const rates = ratesIn(token, value, isHolder)
    for (const rate of rates) {
      if (isBudgetExhausted(token)) break
      const leastArriving = (set: bigint): bigint => {
        const isEmpty = (expr: Expr): boolean => rates.includes(expr) || (expr.op === 'field' && expr.args[0] === key)
        const assume: Assumption = (expr) => (expr === rate ? set : isEmpty(expr) ? 0n : assumption(expr))
        return [...possibleValues(value, assume, usual.isLive)].reduce((least, one) => (one < least ? one : least), WORD)
      }
      const untaxed = leastArriving(0n)
      const settings = findSetterValues(token, rate)
      const setting = settings.find((one) => leastArriving(one.value) < untaxed / MIN_LEFT_DIVISOR)
      if (setting === undefined) continue
      const isOpen = settings.length > MAX_FIXED_RATES && isCredited(token, called, key, rate)
      found.push({ ...setting, location: contract.locationOf(rate.args[0] as Expr)?.id ?? null, kind: isOpen ? 'open_tax' : 'tax' })
    }
  }
  return found
}

/** Storage fields, including those of the holder, from which the received amount is computed. */
function ratesIn({ contract, layout }: TokenCode, value: Expr, isHolder: Sale['isHolder']): Expr[] {
  const excluded = [layout.balances, layout.supply, layout.balanceInputs]
  return [...operands(value)].filter((part) => {
    const location = part.op === 'field' ? contract.locationOf(part.args[0] as Expr) : null
    return location !== null && location.keys.every(isHolder) && !excluded.some((locations) => locations.has(location.id))
  })
}

/** Whether the tax raises another balance. */
function isCredited({ layout }: TokenCode, { writes }: TokenFunction, recipientKey: Expr, rate: Expr): boolean {
  return writes.some(
    ({ location, key, value }) =>
      layout.balances.has(location.id) &&
      key !== recipientKey &&
      classifyChanges({ key, value }).has('raise') &&
      someSubexpression(value, (part) => part === rate),
  )
}
