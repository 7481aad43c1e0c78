import type { CodeFunction, Contract } from '../execution/contract.ts'
import type { Assumption } from '../values/evaluate.ts'
import { findStorageLayout, type StorageLayout } from './storage-layout.ts'
import { computeReachability, type Reachability } from '../execution/reachability.ts'
import { assumeUnprivilegedCaller } from './unprivileged-caller.ts'
import { findWrites, type StorageWrite } from './storage-writes.ts'

/** A function with its storage writes, and the blocks that any caller and an unprivileged caller can reach. */
export interface TokenFunction extends CodeFunction {
  readonly writes: readonly StorageWrite[]
  readonly anyCaller: Reachability
  readonly unprivileged: Reachability
}

/** The explored code of a token, prepared for the searches for effects. */
export interface TokenCode {
  readonly contract: Contract
  readonly layout: StorageLayout
  readonly functions: readonly TokenFunction[]
  readonly unprivileged: Assumption
  /** Cache of the values that privileged callers can assign, by storage location and bits. */
  readonly setterValues: Map<string, readonly SetterValue[]>
}

/** A value that a privileged caller can assign to a stored variable, with the selector of the setter (null for the fallback). */
export interface SetterValue {
  readonly value: bigint
  readonly selector: string | null
}

/** Limit on the rounds that search for mappings writable by unprivileged callers. */
const MAX_ROUNDS = 4

export function analyzeTokenCode(contract: Contract): TokenCode {
  const layout = findStorageLayout(contract)
  const called = contract.functions.map((one) => ({ ...one, writes: findWrites(contract, one), anyCaller: computeReachability(one.graph) }))
  let open = new Set<string>()
  for (let round = 1; ; round++) {
    const unprivileged = assumeUnprivilegedCaller(contract, layout, open)
    const functions = called.map((one): TokenFunction => ({ ...one, unprivileged: computeReachability(one.graph, unprivileged) }))
    // A mapping that an unprivileged caller can write is not a list of privileged addresses.
    const written = new Set(
      functions.flatMap((one) =>
        one.writes.flatMap(({ block, location }) => (location.keys.length > 0 && one.unprivileged.successful.has(block) ? [location.id] : [])),
      ),
    )
    if (round === MAX_ROUNDS || [...written].every((id) => open.has(id)))
      return { contract, layout, functions, unprivileged, setterValues: new Map() }
    open = new Set([...open, ...written])
  }
}

/** Whether only privileged callers can reach a block on a path that succeeds. */
export const needsPrivilege = ({ anyCaller, unprivileged }: Pick<TokenFunction, 'anyCaller' | 'unprivileged'>, block: number): boolean =>
  anyCaller.successful.has(block) && !unprivileged.successful.has(block)

/** Whether the analysis used up its budget, in which case effects that were not found are unknown. */
export const isBudgetExhausted = ({ contract }: TokenCode): boolean => contract.visits.left <= 0
