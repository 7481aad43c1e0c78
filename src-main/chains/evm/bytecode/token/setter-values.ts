import { extractBits } from '../values/extract-bits.ts'
import type { Assumption } from '../values/evaluate.ts'
import { ADDRESS_BITS, type Expr } from '../values/expression.ts'
import { isCaller } from './unprivileged-caller.ts'
import { needsPrivilege, type TokenFunction, type SetterValue, type TokenCode } from './token-code.ts'
import { computeReachability } from '../execution/reachability.ts'
import { subexpressions } from '../values/subexpressions.ts'
import type { StorageWrite } from './storage-writes.ts'

/** Arguments tried on setters: both booleans, percentages, basis points, amounts, and the largest number. */
const ARGUMENTS: readonly bigint[] = [0n, 1n, 2n, 99n, 10_000n, 10n ** 12n, (1n << 256n) - 1n]

/**
 * Assumed amounts: one thousandth of a supply of a billion tokens with 18 decimals moves, long after the launch (docs/scan.md#code-alone).
 * Limits that do not affect such a sale are not reported.
 */
const SUPPLY = 10n ** 27n
export const AMOUNT = 10n ** 24n
/** Units of a reflection token's balances per raw unit. */
const SCALE = 10n ** 12n
/** Unix seconds. */
export const NOW = 2_000_000_000n
export const BLOCK = 50_000_000n

/** Assumes the supply, time and block number of a token in normal use. */
export function assumeTypicalState({ contract, layout }: TokenCode): Assumption {
  return (expr) => {
    if (expr.op === 'env') return expr.name === 'timestamp' ? NOW : expr.name === 'number' ? BLOCK : null
    if (expr.op !== 'field') return null
    const location = contract.locationOf(expr.args[0] as Expr)
    if (location === null || location.keys.length > 0 || expr.size <= ADDRESS_BITS) return null
    return layout.supply.has(location.id) ? SUPPLY : layout.balanceInputs.has(location.id) ? SUPPLY * SCALE : null
  }
}

const isAddress = ({ size }: Expr): boolean => size === ADDRESS_BITS

/** The new and the old value of the bits that `field` reads. */
export function readWrittenBits(
  { contract: { pool } }: TokenCode,
  { key, value }: StorageWrite,
  { data, size }: Expr,
): { readonly written: Expr; readonly before: Expr } {
  return { written: extractBits(pool, value, data, size), before: pool.intern({ op: 'field', args: [key], data, size }) }
}

/** The values that privileged callers can assign to the storage field `field`, each with its setter. */
export function findSetterValues(token: TokenCode, field: Expr): readonly SetterValue[] {
  const location = token.contract.locationOf(field.args[0] as Expr)
  if (location === null || isAddress(field)) return []
  const name = `${location.id}:${field.data}:${field.size}`
  const known = token.setterValues.get(name)
  if (known !== undefined) return known
  // A variable that is set from itself has no further values.
  token.setterValues.set(name, [])
  const settings = new Map<bigint, SetterValue>()
  for (const called of token.functions) {
    for (const write of called.writes) {
      if (write.location.id !== location.id || !needsPrivilege(called, write.block) || write.location.keys.some(isCaller)) continue
      for (const value of valuesOf(token, called, write, field)) {
        if (!settings.has(value)) settings.set(value, { value, selector: called.selector })
      }
    }
  }
  const found = [...settings.values()]
  token.setterValues.set(name, found)
  return found
}

function valuesOf(token: TokenCode, called: TokenFunction, write: StorageWrite, field: Expr): Set<bigint> {
  const { written, before } = readWrittenBits(token, write, field)
  if (written === before) return new Set()
  // A value that another variable holds for later.
  if (written.op === 'field') return new Set(findSetterValues(token, written).map(({ value }) => value))
  const values = new Set<bigint>()
  const inputs = new Set([...subexpressions(written)].filter(({ op }) => op === 'input' || op === 'unknown'))
  const isToggle = [...subexpressions(written)].includes(before)
  const assumption = assumeTypicalState(token)
  for (const old of isToggle ? [0n, 1n] : [null]) {
    for (const argument of inputs.size === 0 ? [0n] : ARGUMENTS) {
      const { successful, valueOf } = computeReachability(called.graph, (expr) =>
        inputs.has(expr) ? argument : expr === before ? old : assumption(expr),
      )
      const value = valueOf(written)
      if (value !== null && successful.has(write.block)) values.add(value)
    }
  }
  return values
}
