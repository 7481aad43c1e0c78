import type { CodeFunction, Contract } from '../execution/contract.ts'
import type { Assumption } from '../values/evaluate.ts'
import { readLayout, type Layout } from './storage-layout.ts'
import { reach, type Reach } from '../execution/reachability.ts'
import { strangerOf } from './unprivileged-caller.ts'
import { writesOf, type Write } from './storage-writes.ts'

/** A function with what it writes, and how far anybody and a stranger get in it. */
export interface CalledFunction extends CodeFunction {
  readonly writes: readonly Write[]
  readonly anybody: Reach
  readonly stranger: Reach
}

/** A token's code, ready for questions about what its functions can do. */
export interface Subject {
  readonly contract: Contract
  readonly layout: Layout
  readonly functions: readonly CalledFunction[]
  readonly stranger: Assumption
  /** Values that known callers can give to variables, by place and bits, as they are computed. */
  readonly settings: Map<string, readonly Setting[]>
}

/** A value that a known caller can give to a stored variable. */
export interface Setting {
  readonly value: bigint
  readonly selector: string | null
}

/** Rounds in which mappings with entries for anybody are found. */
const MAX_ROUNDS = 4

export function openSubject(contract: Contract): Subject {
  const layout = readLayout(contract)
  const called = contract.functions.map((one) => ({ ...one, writes: writesOf(contract, one), anybody: reach(one.flow) }))
  let open = new Set<string>()
  for (let round = 1; ; round++) {
    const stranger = strangerOf(contract, layout, open)
    const functions = called.map((one): CalledFunction => ({ ...one, stranger: reach(one.flow, stranger) }))
    // What a stranger can write under any key is no list of privileged addresses.
    const written = new Set(
      functions.flatMap((one) =>
        one.writes.flatMap(({ node, place }) => (place.keys.length > 0 && one.stranger.effective.has(node) ? [place.id] : [])),
      ),
    )
    if (round === MAX_ROUNDS || [...written].every((id) => open.has(id))) return { contract, layout, functions, stranger, settings: new Map() }
    open = new Set([...open, ...written])
  }
}

/** A node that somebody can reach on a path that succeeds, and a stranger cannot. */
export const isGated = ({ anybody, stranger }: Pick<CalledFunction, 'anybody' | 'stranger'>, node: number): boolean =>
  anybody.effective.has(node) && !stranger.effective.has(node)

/** Whether the questions asked so far used up their budget, so that what was not found is unknown. */
export const isExhausted = ({ contract }: Subject): boolean => contract.work.left <= 0
