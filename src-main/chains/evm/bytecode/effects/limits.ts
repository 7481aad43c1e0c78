import { findCalls } from './transfer-hooks.ts'
import type { Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { movesOf, type Moves } from './transfer-paths.ts'
import { reach, type Reach } from '../execution/reachability.ts'
import { salesOf, type Sale } from './sale.ts'
import { settingsOf } from '../token/setter-values.ts'
import { isExhausted, type CalledFunction, type Setting, type Subject } from '../token/token-code.ts'
import { findTaxes } from './taxes.ts'
import { partsOf, someData } from '../values/subexpressions.ts'

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
  return [...findTaxes(subject, sale, usual), ...findCalls(subject, sale, usual, moves), ...settable(subject, sale, usual)]
}

function settable(subject: Subject, { called, world }: Sale, usual: Reach): Finding[] {
  const found: Finding[] = []
  for (const field of testedFields(subject, called, usual)) {
    if (isExhausted(subject)) break
    const place = subject.contract.place(field.args[0] as Expr)
    const settings = settingsOf(subject, field)
    if (place === null || settings.length === 0) continue
    // What a check does must not depend on what is usually in the variable.
    const open = world(field) === null ? usual : reach(called.flow, (expr) => (expr === field ? null : world(expr)))
    const moves = movesOf(subject, called, open)
    const at = new Map<bigint, Reach>()
    const withValue = (value: bigint): Reach => {
      const known = at.get(value) ?? reach(called.flow, (expr) => (expr === field ? value : world(expr)))
      at.set(value, known)
      return known
    }
    const isStoppedAt = (value: bigint): boolean => stops(called, open, moves, withValue(value))
    const isFlag = place.keys.length === 0 && field.size <= BOOLEAN_BITS
    const kind = place.keys.length > 0 ? 'list' : isFlag ? 'switch' : 'number'
    const values = [...new Set([0n, ...settings.map(({ value }) => value)])]
    const canArm = (value: bigint): boolean =>
      values.some((other) => other !== value && arms(called, open, moves, [withValue(other), withValue(value)]))
    const stopping = settings.find(({ value }) => isStoppedAt(value)) ?? settings.find(({ value }) => canArm(value))
    if (stopping !== undefined) found.push({ ...stopping, place: place.id, kind })
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

/** Whether a check that cannot fail with one value can fail with another, as where a flag puts a list into force. */
function arms({ flow }: CalledFunction, usual: Reach, moves: Moves, [before, after]: readonly [Reach, Reach]): boolean {
  return flow.nodes.some(({ id, end }) => {
    if (end.kind !== 'branch' || !usual.effective.has(id) || !before.reached.has(id) || !after.reached.has(id)) return false
    if (moves.canEndWell(id, end.taken) === moves.canEndWell(id, end.fallen)) return false
    const passing = moves.canEndWell(id, end.taken) ? 1n : 0n
    const value = before.valueOf(end.condition)
    if (value === null || (value === 0n ? 0n : 1n) !== passing) return false
    return after.valueOf(end.condition) === null && !someData(end.condition, ({ op }) => CALCULATES.has(op))
  })
}

/** Checks of sums and products are no proof: most of them only guard against overflow. */
const CALCULATES: ReadonlySet<Expr['op']> = new Set(['add', 'sub', 'mul', 'div', 'sdiv', 'mod', 'smod', 'exp', 'other', 'result', 'unknown'])

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
