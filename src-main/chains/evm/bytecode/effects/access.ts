import { ERC20 } from '../../encoding/erc20.ts'
import { FALLBACK } from '../../encoding/selectors.ts'
import type { BasicBlock } from '../execution/basic-block.ts'
import type { Contract } from '../execution/contract.ts'
import { isConst, type Expr } from '../values/expression.ts'
import { variableOf, type Variable } from './callers.ts'
import { isCaller } from '../token/unprivileged-caller.ts'
import type { TokenCode, TokenFunction } from '../token/token-code.ts'
import { returned } from '../token/storage-layout.ts'
import { classifyChanges } from '../token/storage-writes.ts'
import { operands, someSubexpression, subexpressions } from '../values/subexpressions.ts'

/** What a function may change, and whether some of its callers are in no list. */
export interface FunctionAccess {
  /** `0x` and 8 digits, or `FALLBACK`. */
  readonly selector: string
  /**
   * The function tests its caller against a mapping without events, another contract or a hash. The callers that pass are neither in the storage nor in
   * the code nor in the logs.
   */
  readonly isUnlisted: boolean
  /** Stored contracts that it asks about its caller. The callers that pass are in no list either. */
  readonly asks: readonly Variable[]
  /** What it may do: raise balances, take them, or change what transfers depend on. */
  readonly does: ReadonlySet<Change>
  /** What it, or a function whose callers it chooses, may do. */
  readonly allows: ReadonlySet<Change>
  /** What it may do for an address that the code computes or knows by a hash, which is in no list; empty if it favours none. */
  readonly favours: ReadonlySet<Change>
  /** It calls a contract that neither the code nor a variable names, which may call the token in turn. */
  readonly callsAny: boolean
}
export type Change = 'mint' | 'take' | 'moves'

/**
 * Grants of the roles that these getters answer are in the logs. hasRole(bytes32,address):
 * https://github.com/OpenZeppelin/openzeppelin-contracts/blob/master/contracts/access/IAccessControl.sol; rolesOf(address):
 * https://github.com/Vectorized/solady/blob/main/src/auth/OwnableRoles.sol.
 */
export const LOGGED_ROLES = ['0x91d14854', '0x2de94807'] as const
const TRANSFERS: ReadonlySet<string | null> = new Set([ERC20.transfer, ERC20.transferFrom])
const CALL = 0xf1
const STATICCALL = 0xfa
/** DELEGATECALL and CALLCODE. */
const FOREIGN_CODE: ReadonlySet<number> = new Set([0xf2, 0xf4])
/** Limit on functions that choose the callers of the next one in a row. */
const MAX_ROUNDS = 4

export function findAccess(token: TokenCode): FunctionAccess[] {
  const logged = new Set(LOGGED_ROLES.flatMap((selector) => returned(token.contract, selector).map(({ id }) => id)))
  const guards = new Map(token.functions.map((called) => [called, guardsOf(token, called, logged)]))
  const changes = changesOf(token)
  const allowed = allowedChanges(changes, (called) => guards.get(called)?.locations ?? NONE)
  return token.functions.map((called) => {
    const { isUnlisted = false, asks = [] } = guards.get(called) ?? {}
    const [does = NOTHING, allows = NOTHING] = [changes.get(called), allowed.get(called)]
    return {
      selector: called.selector ?? FALLBACK,
      isUnlisted,
      asks,
      does,
      allows,
      favours: favoursOf(token, called, allows),
      callsAny: called.graph.blocks.some(({ effects }) => effects.some((one) => one.kind === 'call' && one.opcode === CALL && !isNamed(one.target))),
    }
  })
}

const isNamed = (target: Expr): boolean => isConst(target) || variableOf(target) !== null

/**
 * Favoured addresses that no list has: the caller is compared with a number that the code computes from storage, or its hash with a known one, or the
 * spender of an allowance is such a number.
 */
function favoursOf({ layout }: TokenCode, { graph, anyCaller, writes }: TokenFunction, allows: ReadonlySet<Change>): ReadonlySet<Change> {
  const isHidden = (one: Expr, other: Expr): boolean =>
    (isCaller(one) && isComputed(other)) || (isHashOfCaller(one) && (isConst(other) || other.op === 'field'))
  const asks = graph.blocks.some(
    ({ id, terminator }) =>
      terminator.kind === 'branch' &&
      anyCaller.successful.has(id) &&
      [...operands(terminator.condition)].some(
        ({ op, args: [a, b] }) => op === 'eq' && a !== undefined && b !== undefined && (isHidden(a, b) || isHidden(b, a)),
      ),
  )
  if (asks) return allows
  const grants = writes.some(
    ({ location, block }) => layout.allowances.has(location.id) && anyCaller.successful.has(block) && location.keys.some(isComputed),
  )
  return grants ? new Set(['take']) : NOTHING
}

const NOTHING: ReadonlySet<Change> = new Set()
const COMPUTES: ReadonlySet<Expr['op']> = new Set(['add', 'sub', 'mul', 'div', 'xor', 'or', 'not', 'mod', 'exp'])

/** Whether a number is computed from storage, and from nothing that a caller chooses. */
function isComputed(value: Expr): boolean {
  const parts = [...subexpressions(value)]
  const computes = [...operands(value)].some(({ op }) => COMPUTES.has(op))
  return (
    computes && parts.some(({ op }) => op === 'field') && parts.every(({ op }) => op !== 'input' && op !== 'env' && op !== 'unknown' && op !== 'phi')
  )
}

const isHashOfCaller = ({ op, args }: Expr): boolean =>
  op === 'hash' && args.length > 0 && args.every((arg) => arg.op !== 'input') && args.some((arg) => someSubexpression(arg, isCaller))

/** Solidity before 0.5 reads other contracts by CALL: https://docs.soliditylang.org/en/latest/050-breaking-changes.html. */
const isQuestion = ({ hasShifts }: Contract, opcode: number): boolean => opcode === STATICCALL || (opcode === CALL && !hasShifts)

type Changes = ReadonlyMap<TokenFunction, ReadonlySet<Change>>

function changesOf(token: TokenCode): Changes {
  const transfers = token.functions.filter((one) => TRANSFERS.has(one.selector))
  const loads = transfers.flatMap((one) => loadsOf(token, one))
  const inTransfers = transfers.some(({ graph }) => graph.incomplete !== null) || loads.includes(null) ? null : new Set(loads)
  return new Map(token.functions.map((called) => [called, ownChanges(token, called, inTransfers)]))
}

/** Adds to the changes of each function those of the functions whose callers it chooses. */
function allowedChanges(changes: Changes, callersOf: (called: TokenFunction) => ReadonlySet<string>): Changes {
  const allowed = new Map([...changes].map(([called, own]) => [called, new Set(own)]))
  const chooses = (called: TokenFunction, other: TokenFunction): boolean => called.writes.some(({ location }) => callersOf(other).has(location.id))
  for (let round = 0; round < MAX_ROUNDS; round++)
    for (const [called, own] of allowed) for (const [other, its] of allowed) if (chooses(called, other)) for (const one of its) own.add(one)
  return allowed
}

/** @param inTransfers locations that transfers read; null if not all of them are known */
function ownChanges({ layout, contract }: TokenCode, { graph, writes }: TokenFunction, inTransfers: ReadonlySet<string | null> | null): Set<Change> {
  const runsForeignCode = graph.blocks.some(({ effects }) => effects.some((one) => one.kind === 'call' && FOREIGN_CODE.has(one.opcode)))
  const writesAnywhere = graph.blocks.some(({ effects }) => effects.some((one) => one.kind === 'store' && contract.locationOf(one.key) === null))
  if (graph.incomplete !== null || runsForeignCode || writesAnywhere) return new Set(['mint', 'take', 'moves'])
  return new Set(
    writes.flatMap((write): Change[] => {
      const { id, keys } = write.location
      if (layout.allowances.has(id)) return ['take']
      if (layout.balanceInputs.has(id)) return ['mint', 'take']
      if (layout.supply.has(id)) return ['mint']
      if (!layout.balances.has(id)) return inTransfers === null || inTransfers.has(id) ? ['moves'] : []
      const how = classifyChanges(write)
      const changes: Change[] = how.size === 1 && how.has('raise') ? ['mint'] : how.size === 1 && how.has('lower') ? ['take'] : ['mint', 'take']
      // A caller that burns its own tokens takes nothing.
      return keys.some(isCaller) ? changes.filter((one) => one !== 'take') : changes
    }),
  )
}

/** Locations that a function reads; null for one that the code does not show. */
const loadsOf = ({ contract }: TokenCode, { graph }: TokenFunction): (string | null)[] =>
  graph.blocks.flatMap(({ effects }) => effects.flatMap((one) => (one.kind === 'load' ? [contract.locationOf(one.key)?.id ?? null] : [])))

/**
 * The locations that decide who may call a function, and whether a caller that passes may be in no list.
 *
 * @param logged locations of the roles whose grants are in the logs
 */
function guardsOf(
  { contract, unprivileged }: TokenCode,
  { graph, anyCaller }: TokenFunction,
  logged: ReadonlySet<string>,
): { readonly locations: ReadonlySet<string>; readonly isUnlisted: boolean; readonly asks: readonly Variable[] } {
  const asked = new Set<Expr>(
    graph.blocks.flatMap(({ effects }) => effects.flatMap((one) => (one.kind === 'call' && isQuestion(contract, one.opcode) ? [one.target] : []))),
  )
  const locations = new Set<string>()
  const asks: Variable[] = []
  let isUnlisted = false
  const locate = (part: Expr): string | null => (part.op === 'field' ? (contract.locationOf(part.args[0] as Expr)?.id ?? null) : null)
  for (const { id, terminator } of graph.blocks) {
    if (terminator.kind !== 'branch' || !anyCaller.successful.has(id) || !canFail(terminator, anyCaller.successful)) continue
    for (const part of operands(terminator.condition)) {
      const location = locate(part)
      if (part.op === 'eq' && part.args.some(isCaller)) for (const arg of part.args) locations.add(locate(arg) ?? '')
      else if (location !== null && unprivileged(part) === 0n) {
        locations.add(location)
        isUnlisted ||= !logged.has(location)
      } else if (part.op === 'result' || part.op === 'hash') {
        // A contract that the caller chooses decides nothing, nor does the caller itself, such as one that is paid.
        const [target, ...args] = part.args
        const about = part.op === 'hash' ? part.args : target !== undefined && target.op !== 'input' && asked.has(target) ? args : []
        if (!about.some((one) => someSubexpression(one, isCaller))) continue
        const stored = part.op === 'result' && target !== undefined ? variableOf(target) : null
        if (stored === null || target === undefined) isUnlisted = true
        else {
          asks.push(stored)
          locations.add(locate(target) ?? '')
        }
      }
    }
  }
  return { locations, isUnlisted, asks }
}

/** Whether one side of a branch reverts. */
const canFail = (terminator: Extract<BasicBlock['terminator'], { kind: 'branch' }>, successful: ReadonlySet<number>): boolean =>
  [terminator.taken, terminator.fallthrough].some((next) => next === null || !successful.has(next))

const NONE: ReadonlySet<string> = new Set()
