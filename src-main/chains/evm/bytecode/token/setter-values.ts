import { extractBits } from '../values/extract-bits.ts'
import type { Assumption } from '../values/evaluate.ts'
import { ADDRESS_BITS, type Expr } from '../values/expression.ts'
import { isCaller } from './unprivileged-caller.ts'
import { isGated, type CalledFunction, type Setting, type Subject } from './token-code.ts'
import { reach } from '../execution/reachability.ts'
import { partsOf } from '../values/subexpressions.ts'
import type { Write } from './storage-writes.ts'

/** Arguments with which setters are tried: both booleans, percentages, basis points, amounts, and the largest number. */
const ARGUMENTS: readonly bigint[] = [0n, 1n, 2n, 99n, 10_000n, 10n ** 12n, (1n << 256n) - 1n]

/**
 * What is assumed of amounts: a supply of a billion tokens with 18 decimals, of which a thousandth part is moved, long after the launch.
 * Limits that leave such a sale alone are no limits.
 */
export const SUPPLY = 10n ** 27n
export const AMOUNT = 10n ** 24n
/** Reflection tokens keep balances in units that are this much smaller. */
const SCALE = 10n ** 12n
export const NOW = 2_000_000_000n
export const BLOCK = 50_000_000n

export function usualWorld({ contract, layout }: Subject): Assumption {
  return (expr) => {
    if (expr.op === 'env') return expr.name === 'timestamp' ? NOW : expr.name === 'number' ? BLOCK : null
    if (expr.op !== 'field') return null
    const place = contract.place(expr.args[0] as Expr)
    if (place === null || place.keys.length > 0 || expr.size <= ADDRESS_BITS) return null
    return layout.supply.has(place.id) ? SUPPLY : layout.balanceInputs.has(place.id) ? SUPPLY * SCALE : null
  }
}

const isAddress = ({ size }: Expr): boolean => size === ADDRESS_BITS

/** What a write leaves in the bits that `field` reads, and what was there before. */
export function writtenTo(
  { contract: { pool } }: Subject,
  { key, value }: Write,
  { data, size }: Expr,
): { readonly written: Expr; readonly before: Expr } {
  return { written: extractBits(pool, value, data, size), before: pool.intern({ op: 'field', args: [key], data, size }) }
}

/** The values that callers known to the contract can give to the variable that `field` reads. */
export function settingsOf(subject: Subject, field: Expr): readonly Setting[] {
  const place = subject.contract.place(field.args[0] as Expr)
  if (place === null || isAddress(field)) return []
  const name = `${place.id}:${field.data}:${field.size}`
  const known = subject.settings.get(name)
  if (known !== undefined) return known
  // A variable that is set from itself has no further values.
  subject.settings.set(name, [])
  const settings = new Map<bigint, Setting>()
  for (const called of subject.functions) {
    for (const write of called.writes) {
      if (write.place.id !== place.id || !isGated(called, write.node) || write.place.keys.some(isCaller)) continue
      for (const value of valuesOf(subject, called, write, field)) {
        if (!settings.has(value)) settings.set(value, { value, selector: called.selector })
      }
    }
  }
  const found = [...settings.values()]
  subject.settings.set(name, found)
  return found
}

function valuesOf(subject: Subject, called: CalledFunction, write: Write, field: Expr): Set<bigint> {
  const { written, before } = writtenTo(subject, write, field)
  if (written === before) return new Set()
  // A value that another variable holds for later.
  if (written.op === 'field') return new Set(settingsOf(subject, written).map(({ value }) => value))
  const values = new Set<bigint>()
  const inputs = new Set([...partsOf(written)].filter(({ op }) => op === 'input' || op === 'unknown'))
  const isToggle = [...partsOf(written)].includes(before)
  const world = usualWorld(subject)
  for (const old of isToggle ? [0n, 1n] : [null]) {
    for (const argument of inputs.size === 0 ? [0n] : ARGUMENTS) {
      const { effective, valueOf } = reach(called.flow, (expr) => (inputs.has(expr) ? argument : expr === before ? old : world(expr)))
      const value = valueOf(written)
      if (value !== null && effective.has(write.node)) values.add(value)
    }
  }
  return values
}
