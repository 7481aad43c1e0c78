import { possibleValues, type Assumption } from '../values/evaluate.ts'
import { WORD, type Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { isInput } from '../token/storage-layout.ts'
import type { Reach } from '../execution/reachability.ts'
import type { Sale } from './sale.ts'
import { settingsOf } from '../token/setter-values.ts'
import { isExhausted, type CalledFunction, type Subject } from '../token/token-code.ts'
import { dataOf, somePart } from '../values/subexpressions.ts'
import { changesOf } from '../token/storage-writes.ts'

/** A tax that leaves the recipient less than this part of what is sold takes it all. */
const LEFT = 10n
/** A setter that only knows this many values chooses between fixed rates. */
const FIXED = 2

/** Variables that a known caller can set so that next to nothing arrives at the recipient. */
export function findTaxes(subject: Subject, { called, world, recipient, isHolder }: Sale, usual: Reach): Finding[] {
  const { layout, contract } = subject
  const found: Finding[] = []
  for (const { node, place, key, value } of called.writes) {
    if (!layout.balances.has(place.id) || !usual.effective.has(node) || !place.keys.some((account) => isInput(account, recipient))) continue
    const rates = ratesIn(subject, value, isHolder)
    for (const rate of rates) {
      if (isExhausted(subject)) break
      const leastArriving = (set: bigint): bigint => {
        const isEmpty = (expr: Expr): boolean => rates.includes(expr) || (expr.op === 'field' && expr.args[0] === key)
        const assume: Assumption = (expr) => (expr === rate ? set : isEmpty(expr) ? 0n : world(expr))
        return [...possibleValues(value, assume, usual.isLive)].reduce((least, one) => (one < least ? one : least), WORD)
      }
      const untaxed = leastArriving(0n)
      const settings = settingsOf(subject, rate)
      const setting = settings.find((one) => leastArriving(one.value) < untaxed / LEFT)
      if (setting === undefined) continue
      const isOpen = settings.length > FIXED && isCredited(subject, called, key, rate)
      found.push({ ...setting, place: contract.place(rate.args[0] as Expr)?.id ?? null, kind: isOpen ? 'open_tax' : 'tax' })
    }
  }
  return found
}

/** Stored numbers, the holder's own among them, that what arrives is computed from. */
function ratesIn({ contract, layout }: Subject, value: Expr, isHolder: Sale['isHolder']): Expr[] {
  const books = [layout.balances, layout.supply, layout.balanceInputs]
  return [...dataOf(value)].filter((part) => {
    const place = part.op === 'field' ? contract.place(part.args[0] as Expr) : null
    return place !== null && place.keys.every(isHolder) && !books.some((book) => book.has(place.id))
  })
}

/** Whether the tax raises another balance. */
function isCredited({ layout }: Subject, { writes }: CalledFunction, recipientKey: Expr, rate: Expr): boolean {
  return writes.some(
    ({ place, key, value }) =>
      layout.balances.has(place.id) && key !== recipientKey && changesOf({ key, value }).has('raise') && somePart(value, (part) => part === rate),
  )
}
