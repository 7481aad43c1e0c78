import type { BasicBlock } from '../execution/basic-block.ts'
import type { Expr } from '../values/expression.ts'
import { isCaller } from '../token/unprivileged-caller.ts'
import type { TokenCode, TokenFunction } from '../token/token-code.ts'
import { returned, type StorageLayout } from '../token/storage-layout.ts'
import { classifyChanges } from '../token/storage-writes.ts'
import { operands, someSubexpression } from '../values/subexpressions.ts'

/** What a function may change, and whether some of its callers are in no list. */
export interface FunctionAccess {
  readonly selector: string
  /**
   * The function tests its caller against a mapping without events, another contract or a hash. The callers that pass are neither in the storage nor in
   * the code nor in the logs.
   */
  readonly isUnlisted: boolean
  /** What it may do: raise balances, take them, or change what transfers depend on. */
  readonly does: ReadonlySet<Change>
  /** What it, or a function whose callers it chooses, may do. */
  readonly allows: ReadonlySet<Change>
}
export type Change = 'mint' | 'take' | 'moves'

/**
 * Grants of the roles that these getters answer are in the logs. hasRole(bytes32,address):
 * https://github.com/OpenZeppelin/openzeppelin-contracts/blob/master/contracts/access/IAccessControl.sol; rolesOf(address):
 * https://github.com/Vectorized/solady/blob/main/src/auth/OwnableRoles.sol.
 */
export const LOGGED_ROLES = ['0x91d14854', '0x2de94807'] as const
const TRANSFERS: ReadonlySet<string | null> = new Set(['0xa9059cbb', '0x23b872dd'])
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
  return token.functions.flatMap((called) =>
    called.selector === null
      ? []
      : [
          {
            selector: called.selector,
            isUnlisted: guards.get(called)?.isUnlisted ?? false,
            does: changes.get(called) ?? new Set(),
            allows: allowed.get(called) ?? new Set(),
          },
        ],
  )
}

type Changes = ReadonlyMap<TokenFunction, ReadonlySet<Change>>

function changesOf(token: TokenCode): Changes {
  const inTransfers = new Set(token.functions.flatMap((one) => (TRANSFERS.has(one.selector) ? [...loadsOf(token, one)] : [])))
  return new Map(token.functions.map((called) => [called, ownChanges(token.layout, called, inTransfers)]))
}

/** Adds to the changes of each function those of the functions whose callers it chooses. */
function allowedChanges(changes: Changes, callersOf: (called: TokenFunction) => ReadonlySet<string>): Changes {
  const allowed = new Map([...changes].map(([called, own]) => [called, new Set(own)]))
  const chooses = (called: TokenFunction, other: TokenFunction): boolean => called.writes.some(({ location }) => callersOf(other).has(location.id))
  for (let round = 0; round < MAX_ROUNDS; round++)
    for (const [called, own] of allowed) for (const [other, its] of allowed) if (chooses(called, other)) for (const one of its) own.add(one)
  return allowed
}

function ownChanges(layout: StorageLayout, { graph, writes }: TokenFunction, inTransfers: ReadonlySet<string>): Set<Change> {
  const runsForeignCode = graph.blocks.some(({ effects }) => effects.some((one) => one.kind === 'call' && FOREIGN_CODE.has(one.opcode)))
  if (graph.incomplete !== null || runsForeignCode) return new Set(['mint', 'take', 'moves'])
  return new Set(
    writes.flatMap((write): Change[] => {
      const { id } = write.location
      if (layout.allowances.has(id)) return ['take']
      if (layout.balanceInputs.has(id)) return ['mint', 'take']
      if (layout.supply.has(id)) return ['mint']
      if (!layout.balances.has(id)) return inTransfers.has(id) ? ['moves'] : []
      const how = classifyChanges(write)
      return how.size === 1 && how.has('raise') ? ['mint'] : how.size === 1 && how.has('lower') ? ['take'] : ['mint', 'take']
    }),
  )
}

function loadsOf({ contract }: TokenCode, { graph }: TokenFunction): Set<string> {
  const loaded = graph.blocks.flatMap(({ effects }) => effects.flatMap((one) => (one.kind === 'load' ? [contract.locationOf(one.key)?.id] : [])))
  return new Set(loaded.filter((id) => id !== undefined))
}

/**
 * The locations that decide who may call a function, and whether a caller that passes may be in no list.
 *
 * @param logged locations of the roles whose grants are in the logs
 */
function guardsOf(
  { contract, unprivileged }: TokenCode,
  { graph, anyCaller }: TokenFunction,
  logged: ReadonlySet<string>,
): { readonly locations: ReadonlySet<string>; readonly isUnlisted: boolean } {
  const asked = new Set<Expr>(
    graph.blocks.flatMap(({ effects }) => effects.flatMap((one) => (one.kind === 'call' && one.opcode === STATICCALL ? [one.target] : []))),
  )
  const locations = new Set<string>()
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
        const [target] = part.args
        const isAsked = part.op === 'hash' || (target !== undefined && asked.has(target))
        isUnlisted ||= isAsked && someSubexpression(part, isCaller)
      }
    }
  }
  return { locations, isUnlisted }
}

/** Whether one side of a branch reverts. */
const canFail = (terminator: Extract<BasicBlock['terminator'], { kind: 'branch' }>, successful: ReadonlySet<number>): boolean =>
  [terminator.taken, terminator.fallthrough].some((next) => next === null || !successful.has(next))

const NONE: ReadonlySet<string> = new Set()
