import { findTransferHooks } from './transfer-hooks.ts'
import type { Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { findTransferPaths, type TransferPaths } from './transfer-paths.ts'
import { computeReachability, type Reachability } from '../execution/reachability.ts'
import { findSales, type Sale } from './sale.ts'
import { findSetterValues } from '../token/setter-values.ts'
import { isBudgetExhausted, type TokenFunction, type SetterValue, type TokenCode } from '../token/token-code.ts'
import { findTaxes } from './taxes.ts'
import { subexpressions, someOperand } from '../values/subexpressions.ts'

const BOOLEAN_BITS = 8

/** Finds the ways in which a privileged caller can stop a sale by an unprivileged holder. */
export const findLimits = (token: TokenCode): Finding[] => findSales(token).flatMap((sale) => limitsOf(token, sale))

function limitsOf(token: TokenCode, sale: Sale): Finding[] {
  const { called, assumption } = sale
  const usual = computeReachability(called.graph, assumption)
  const paths = findTransferPaths(token, called, usual)
  if (!paths.isPossible) {
    const isOpenToSome = findTransferPaths(token, called, called.anyCaller).isPossible
    return isOpenToSome ? [{ selector: null, location: null, kind: 'closed' }] : []
  }
  return [...findTaxes(token, sale, usual), ...findTransferHooks(token, sale, usual, paths), ...settable(token, sale, usual)]
}

function settable(token: TokenCode, { called, assumption }: Sale, usual: Reachability): Finding[] {
  const found: Finding[] = []
  for (const field of testedFields(token, called, usual)) {
    if (isBudgetExhausted(token)) break
    const location = token.contract.locationOf(field.args[0] as Expr)
    const settings = findSetterValues(token, field)
    if (location === null || settings.length === 0) continue
    // The outcome of a check must not depend on the typical value of the variable.
    const open = assumption(field) === null ? usual : computeReachability(called.graph, (expr) => (expr === field ? null : assumption(expr)))
    const paths = findTransferPaths(token, called, open)
    const at = new Map<bigint, Reachability>()
    const withValue = (value: bigint): Reachability => {
      const known = at.get(value) ?? computeReachability(called.graph, (expr) => (expr === field ? value : assumption(expr)))
      at.set(value, known)
      return known
    }
    const isStoppedAt = (value: bigint): boolean => stops(called, open, paths, withValue(value))
    const isFlag = location.keys.length === 0 && field.size <= BOOLEAN_BITS
    const kind = location.keys.length > 0 ? 'list' : isFlag ? 'switch' : 'number'
    const values = [...new Set([0n, ...settings.map(({ value }) => value)])]
    const canArm = (value: bigint): boolean =>
      values.some((other) => other !== value && activatesCheck(called, open, paths, [withValue(other), withValue(value)]))
    // Entries of a mapping are zero until they are set, so zero means not listed.
    const effective = kind === 'list' ? settings.filter(({ value }) => value !== 0n) : settings
    const stopping = effective.find(({ value }) => isStoppedAt(value)) ?? effective.find(({ value }) => canArm(value))
    if (stopping !== undefined) found.push({ ...stopping, location: location.id, kind })
    // A flag that stops sales while it is zero needs no setter that clears it: its initial value is zero.
    else if (isFlag && isStoppedAt(0n)) found.push({ ...(settings[0] as SetterValue), location: location.id, kind: 'unopened' })
  }
  return found
}

/** Whether a check that can pass in the typical state always fails in the changed one. */
function stops({ graph }: TokenFunction, usual: Reachability, paths: TransferPaths, changed: Reachability): boolean {
  return graph.blocks.some(({ id, terminator }) => {
    if (terminator.kind !== 'branch' || !changed.reached.has(id) || !usual.successful.has(id)) return false
    const value = changed.valueOf(terminator.condition)
    if (value === null) return false
    const [target, other] = value === 0n ? [terminator.fallthrough, terminator.taken] : [terminator.taken, terminator.fallthrough]
    return !paths.canSucceed(id, target) && paths.canSucceed(id, other)
  })
}

/** Whether a check that always passes with one value can fail with another, for example when a flag activates a blacklist. */
function activatesCheck(
  { graph }: TokenFunction,
  usual: Reachability,
  paths: TransferPaths,
  [before, after]: readonly [Reachability, Reachability],
): boolean {
  return graph.blocks.some(({ id, terminator }) => {
    if (terminator.kind !== 'branch' || !usual.successful.has(id) || !before.reached.has(id) || !after.reached.has(id)) return false
    if (paths.canSucceed(id, terminator.taken) === paths.canSucceed(id, terminator.fallthrough)) return false
    const passing = paths.canSucceed(id, terminator.taken) ? 1n : 0n
    const value = before.valueOf(terminator.condition)
    if (value === null || (value === 0n ? 0n : 1n) !== passing) return false
    return after.valueOf(terminator.condition) === null && !someOperand(terminator.condition, ({ op }) => CALCULATES.has(op))
  })
}

/** Operations whose checks are ignored, because most of them only guard against overflow. */
const CALCULATES: ReadonlySet<Expr['op']> = new Set(['add', 'sub', 'mul', 'div', 'sdiv', 'mod', 'smod', 'exp', 'other', 'result', 'unknown'])

/** Storage fields in the conditions of branches that successful paths pass. */
function testedFields({ layout, contract }: TokenCode, { graph }: TokenFunction, { successful }: Reachability): Set<Expr> {
  const fields = new Set<Expr>()
  const seen = new Set<Expr>()
  for (const { id, terminator } of graph.blocks) {
    if (terminator.kind !== 'branch' || !successful.has(id)) continue
    for (const part of subexpressions(terminator.condition, seen)) {
      const location = part.op === 'field' ? contract.locationOf(part.args[0] as Expr) : null
      if (location !== null && ![layout.balances, layout.balanceInputs, layout.allowances].some((locations) => locations.has(location.id)))
        fields.add(part)
    }
  }
  return fields
}
