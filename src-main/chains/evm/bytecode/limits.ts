import { findCalls } from './calls.ts'
import type { Expr } from './expression.ts'
import type { Finding } from './finding.ts'
import { movesOf, type Moves } from './moves.ts'
import { reach, type Reach } from './reach.ts'
import { salesOf, type Sale } from './sale.ts'
import { settingsOf } from './settings.ts'
import { isExhausted, type CalledFunction, type Setting, type Subject } from './subject.ts'
import { findTaxes } from './taxes.ts'
import { partsOf } from './walk.ts'

const BOOLEAN_BITS = 8

/** What a known caller can do to stop the sale of a holder whom the contract does not know. */
export const findLimits = (subject: Subject): Finding[] => salesOf(subject).flatMap((sale) => limitsOf(subject, sale))

function limitsOf(subject: Subject, sale: Sale): Finding[] {
  const { called, world } = sale
  const usual = reach(called.flow, world)
  const moves = movesOf(subject, called, usual)
  if (!moves.isPossible) {
    const isOpenToSome = movesOf(subject, called, called.anybody).isPossible
    return isOpenToSome ? [{ selector: null, place: null, kind: 'closed' }] : []
  }
  return [...settable(subject, sale, usual), ...findTaxes(subject, sale, usual), ...findCalls(subject, sale, usual, moves)]
}

function settable(subject: Subject, { called, world }: Sale, usual: Reach): Finding[] {
  const found: Finding[] = []
  for (const field of testedFields(subject, called, usual)) {
    if (isExhausted(subject)) break
    const place = subject.contract.place(field.args[0] as Expr)
    if (place === null) continue
    const settings = settingsOf(subject, field)
    if (settings.length === 0) continue
    // What a check does must not depend on what is usually in the variable.
    const open = world(field) === null ? usual : reach(called.flow, (expr) => (expr === field ? null : world(expr)))
    const moves = movesOf(subject, called, open)
    const isStoppedAt = (value: bigint): boolean =>
      stops(
        called,
        open,
        moves,
        reach(called.flow, (expr) => (expr === field ? value : world(expr))),
      )
    const stopping = settings.find(({ value }) => isStoppedAt(value))
    const isFlag = place.keys.length === 0 && field.size <= BOOLEAN_BITS
    if (stopping !== undefined) found.push({ ...stopping, place: place.id, kind: place.keys.length > 0 ? 'list' : isFlag ? 'switch' : 'number' })
    // No setter has to close what is closed from the start and only opened by one.
    else if (isFlag && isStoppedAt(0n)) found.push({ ...(settings[0] as Setting), place: place.id, kind: 'unopened' })
  }
  return found
}

/** Whether a check now always fails that may pass usually. */
function stops({ flow }: CalledFunction, usual: Reach, moves: Moves, changed: Reach): boolean {
  return flow.nodes.some(({ id, end }) => {
    if (end.kind !== 'branch' || !changed.reached.has(id) || !usual.effective.has(id)) return false
    const value = changed.valueOf(end.condition)
    if (value === null) return false
    const [target, other] = value === 0n ? [end.fallen, end.taken] : [end.taken, end.fallen]
    return !moves.canEndWell(id, target) && moves.canEndWell(id, other)
  })
}

/** Stored variables in the checks that can end the call. */
function testedFields({ layout, contract }: Subject, { flow }: CalledFunction, { effective }: Reach): Set<Expr> {
  const fields = new Set<Expr>()
  const seen = new Set<Expr>()
  for (const { id, end } of flow.nodes) {
    if (end.kind !== 'branch' || !effective.has(id)) continue
    for (const part of partsOf(end.condition, seen)) {
      const place = part.op === 'field' ? contract.place(part.args[0] as Expr) : null
      if (place !== null && ![layout.balances, layout.balanceInputs, layout.allowances].some((books) => books.has(place.id))) fields.add(part)
    }
  }
  return fields
}
