import { isConversion } from '../token/conversion.ts'
import { combineAssumptions, type Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import type { Finding } from './finding.ts'
import { computeReachability } from '../execution/reachability.ts'
import { isCaller } from '../token/unprivileged-caller.ts'
import type { TokenFunction, TokenCode } from '../token/token-code.ts'
import { someSubexpression } from '../values/subexpressions.ts'
import { classifyChanges, type StorageWrite } from '../token/storage-writes.ts'

/** Finds functions that let a privileged caller lower the balance of any account it chooses, without an allowance from that account. */
export function findBalanceTakes(token: TokenCode): Finding[] {
  return token.functions.flatMap((called) => takeIn(token, called) ?? grantIn(token, called) ?? [])
}

function takeIn(token: TokenCode, called: TokenFunction): Finding | null {
  const { layout, unprivileged } = token
  const lowered = called.writes.filter(
    (write) =>
      layout.balances.has(write.location.id) &&
      called.anyCaller.successful.has(write.block) &&
      isChosenByCaller(write) &&
      canLower(write) &&
      !isConversion(token, write),
  )
  if (lowered.length === 0) return null
  // If another mapping or flag that balanceOf reads changes too, the balance only moves to another mapping of the token.
  if (lowered.every((write) => classifyChanges(write).has('clear')) && called.writes.some(({ location }) => layout.balanceInputs.has(location.id)))
    return null
  const consulting = new Set(
    called.graph.blocks.flatMap(({ id, effects }) =>
      effects.some((effect) => effect.kind === 'load' && isOwnAllowance(token, effect.key)) ? [id] : [],
    ),
  )
  const others = computeReachability(called.graph, assumeOtherAccount(lowered), consulting)
  const candidates = lowered.filter(({ block }) => others.successful.has(block))
  if (candidates.length === 0) return null
  const byUnprivileged = computeReachability(called.graph, combineAssumptions(assumeOtherAccount(lowered), unprivileged), consulting)
  const found = candidates.find(({ block }) => !byUnprivileged.successful.has(block))
  return found === undefined ? null : { selector: called.selector, location: found.location.id, kind: 'take' }
}

/** Finds an allowance that a privileged caller writes for an account it chooses. */
function grantIn({ layout }: TokenCode, called: TokenFunction): Finding | null {
  const found = called.writes.find(
    (write) =>
      layout.allowances.has(write.location.id) &&
      isChosenByCaller(write) &&
      (classifyChanges(write).has('set') || classifyChanges(write).has('raise')) &&
      called.anyCaller.successful.has(write.block) &&
      !called.unprivileged.successful.has(write.block),
  )
  return found === undefined ? null : { selector: called.selector, location: found.location.id, kind: 'grant' }
}

/** The account is chosen by the caller and is not the caller. */
function isChosenByCaller({ location }: StorageWrite): boolean {
  const [account] = location.keys
  return account !== undefined && !isCaller(account) && someSubexpression(account, ({ op }) => op === 'input' || op === 'unknown')
}

const canLower = (write: StorageWrite): boolean => ['lower', 'clear', 'set'].some((change) => classifyChanges(write).has(change as 'lower'))

const assumeOtherAccount = (writes: readonly StorageWrite[]): Assumption => {
  const accounts = new Set<Expr | undefined>(writes.map(({ location }) => location.keys[0]))
  return (expr) => {
    if (expr.op !== 'eq') return null
    const [a, b] = expr.args as [Expr, Expr]
    return (isCaller(a) && accounts.has(b)) || (isCaller(b) && accounts.has(a)) ? 0n : null
  }
}

function isOwnAllowance({ contract, layout }: TokenCode, key: Expr): boolean {
  const location = contract.locationOf(key)
  return location !== null && layout.allowances.has(location.id) && location.keys.some(isCaller)
}
