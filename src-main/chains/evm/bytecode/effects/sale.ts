import { EXTCODESIZE } from '../execution/execute.ts'
import { allOf, type Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import { FIRST_ARGUMENT, isInput, SECOND_ARGUMENT, THIRD_ARGUMENT } from '../token/storage-layout.ts'
import { AMOUNT, BLOCK, NOW, usualWorld } from '../token/setter-values.ts'
import { isCaller } from '../token/unprivileged-caller.ts'
import type { CalledFunction, Subject } from '../token/token-code.ts'
import { partsOf } from '../values/subexpressions.ts'

/** A transfer of a holder whom the contract does not know. */
export interface Sale {
  readonly called: CalledFunction
  readonly world: Assumption
  /** Offset of the recipient in the call data. */
  readonly recipient: number
  /** Whether an expression is the holder. */
  readonly isHolder: (expr: Expr) => boolean
}

const TRANSFER = '0xa9059cbb'
const TRANSFER_FROM = '0x23b872dd'
/** What the holder has. */
const HELD = 10n * AMOUNT
/** Seconds or blocks since the holder's last trade. */
const LONG_AGO = 1_000_000n
const FLAG_BITS = 8

export const salesOf = (subject: Subject): Sale[] =>
  [saleBy(subject, TRANSFER, FIRST_ARGUMENT, SECOND_ARGUMENT), saleBy(subject, TRANSFER_FROM, SECOND_ARGUMENT, THIRD_ARGUMENT)].filter(
    (sale) => sale !== null,
  )

function saleBy(subject: Subject, selector: string, recipient: number, amount: number): Sale | null {
  const called = subject.functions.find((one) => one.selector === selector)
  // transferFrom of a token without allowances moves a token by its number.
  if (called === undefined || (selector === TRANSFER_FROM && subject.layout.allowances.size === 0)) return null
  const isHolder = (expr: Expr): boolean => isCaller(expr) || (selector === TRANSFER_FROM && isInput(expr, FIRST_ARGUMENT))
  const holder: Assumption = (expr) => {
    if (isInput(expr, amount)) return AMOUNT
    if (expr.op === 'field') {
      const place = subject.contract.place(expr.args[0] as Expr)
      return place !== null && subject.layout.balances.has(place.id) && place.keys.some(isHolder) ? HELD : null
    }
    // An ordinary wallet has no code.
    if (expr.op === 'other') return expr.data === EXTCODESIZE && isHolder(expr.args[0] as Expr) ? 0n : null
    if (expr.op !== 'eq') return null
    const [a, b] = expr.args as [Expr, Expr]
    return isHolder(a) !== isHolder(b) ? 0n : null
  }
  const stamps = stampsIn(subject, called, isHolder)
  const traded: Assumption = (expr) => stamps.get(expr) ?? null
  return { called, recipient, isHolder, world: allOf(traded, holder, subject.stranger, usualWorld(subject)) }
}

/** Times and blocks that are kept of the holder, such as those of its last trade, which was long ago. */
function stampsIn({ contract, layout }: Subject, { flow }: CalledFunction, isHolder: Sale['isHolder']): Map<Expr, bigint> {
  const stamps = new Map<Expr, bigint>()
  for (const { end } of flow.nodes) {
    if (end.kind !== 'branch') continue
    const parts = [...partsOf(end.condition)]
    const clock = parts.find(({ op, name }) => op === 'env' && (name === 'timestamp' || name === 'number'))
    if (clock === undefined) continue
    for (const part of parts) {
      const place = part.op === 'field' && part.size > FLAG_BITS ? contract.place(part.args[0] as Expr) : null
      const isOwn = place !== null && place.keys.length === 1 && place.keys.some(isHolder) && !layout.balances.has(place.id)
      if (isOwn) stamps.set(part, clock.name === 'timestamp' ? NOW - LONG_AGO : BLOCK - LONG_AGO)
    }
  }
  return stamps
}
