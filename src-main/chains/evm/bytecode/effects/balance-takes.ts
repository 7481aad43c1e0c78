import { isConversion } from '../token/conversion.ts'
import { allOf, type Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { reach } from '../execution/reachability.ts'
import { isCaller } from '../token/unprivileged-caller.ts'
import type { CalledFunction, Subject } from '../token/token-code.ts'
import { somePart } from '../values/subexpressions.ts'
import { changesOf, type Write } from '../token/storage-writes.ts'

/** Functions with which a known caller lowers balances of accounts that it names, without their allowance. */
export function findTakes(subject: Subject): Finding[] {
  return subject.functions.flatMap((called) => takeIn(subject, called) ?? grantIn(subject, called) ?? [])
}

function takeIn(subject: Subject, called: CalledFunction): Finding | null {
  const { layout, stranger } = subject
  const lowered = called.writes.filter(
    (write) =>
      layout.balances.has(write.place.id) &&
      called.anybody.effective.has(write.node) &&
      isNamed(write) &&
      canLower(write) &&
      !isConversion(subject, write),
  )
  if (lowered.length === 0) return null
  // Where another book or flag that balanceOf reads changes too, the account is only kept differently.
  if (lowered.every((write) => changesOf(write).has('clear')) && called.writes.some(({ place }) => layout.balanceInputs.has(place.id))) return null
  const consulting = new Set(
    called.flow.nodes.flatMap(({ id, effects }) =>
      effects.some((effect) => effect.kind === 'load' && isOwnAllowance(subject, effect.key)) ? [id] : [],
    ),
  )
  const others = reach(called.flow, namedAccountIsAnother(lowered), consulting)
  const candidates = lowered.filter(({ node }) => others.effective.has(node))
  if (candidates.length === 0) return null
  const byStranger = reach(called.flow, allOf(namedAccountIsAnother(lowered), stranger), consulting)
  const found = candidates.find(({ node }) => !byStranger.effective.has(node))
  return found === undefined ? null : { selector: called.selector, place: found.place.id, kind: 'take' }
}

/** An allowance that a known caller writes for an account that it names. */
function grantIn({ layout }: Subject, called: CalledFunction): Finding | null {
  const found = called.writes.find(
    (write) =>
      layout.allowances.has(write.place.id) &&
      isNamed(write) &&
      (changesOf(write).has('set') || changesOf(write).has('raise')) &&
      called.anybody.effective.has(write.node) &&
      !called.stranger.effective.has(write.node),
  )
  return found === undefined ? null : { selector: called.selector, place: found.place.id, kind: 'grant' }
}

/** The account is chosen by the caller and is not the caller. */
function isNamed({ place }: Write): boolean {
  const [account] = place.keys
  return account !== undefined && !isCaller(account) && somePart(account, ({ op }) => op === 'input' || op === 'unknown')
}

const canLower = (write: Write): boolean => ['lower', 'clear', 'set'].some((change) => changesOf(write).has(change as 'lower'))

const namedAccountIsAnother = (writes: readonly Write[]): Assumption => {
  const accounts = new Set<Expr | undefined>(writes.map(({ place }) => place.keys[0]))
  return (expr) => {
    if (expr.op !== 'eq') return null
    const [a, b] = expr.args as [Expr, Expr]
    return (isCaller(a) && accounts.has(b)) || (isCaller(b) && accounts.has(a)) ? 0n : null
  }
}

function isOwnAllowance({ contract, layout }: Subject, key: Expr): boolean {
  const place = contract.place(key)
  return place !== null && layout.allowances.has(place.id) && place.keys.some(isCaller)
}
