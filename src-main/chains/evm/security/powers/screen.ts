import type { Address } from '../../../../../src-shared/domain/address.ts'
import { OUTSIDER } from '../liquidity/market.ts'
import { attemptsFor, contextOf, runAttempts, type Attempt, type AttemptResult } from './attempts.ts'
import { allVariants, firstVariants, isOpaque } from './call-values.ts'
import type { TokenFunction } from './functions.ts'
import { OTHER } from './seed.ts'
import type { Stage } from './stage.ts'

/** A call that a function accepted. */
export interface Accepted extends Attempt {
  /** Any address, or any holder of the token, may call it. */
  readonly open: boolean
}

export interface Screened {
  readonly accepted: readonly Accepted[]
  /** Functions that accepted no call. Another call may change that. */
  readonly closed: readonly TokenFunction[]
  /** Addresses that may call a function which nobody else may. */
  readonly obeyed: ReadonlySet<Address>
  /** Functions of which it is unknown whether they obey a known address. */
  readonly untried: readonly TokenFunction[]
}

const MAX_FUNCTIONS = 150

/**
 * Finds whom each function obeys. A few calls of each kind are tried from every known address, from a made-up one and from a made-up
 * holder. Where the function accepts one, or reverts in another way than for the made-up address, all values are tried from that address.
 */
export async function screen(stage: Stage, functions: readonly TokenFunction[], signal: AbortSignal): Promise<Screened> {
  const tried = functions.slice(0, MAX_FUNCTIONS)
  const anybody = stage.seed.otherRaw > 0n ? [OUTSIDER, OTHER.buyer] : [OUTSIDER]
  const callers = [...anybody, ...stage.callers]
  const few = await attemptsFor(tried, (fn) =>
    callers.flatMap((caller) => firstVariants(fn, contextOf(stage, caller)).map((variant) => ({ fn, caller, variant }))),
  )
  const obeys: { fn: TokenFunction; caller: Address }[] = []
  const obeyed = new Set<Address>()
  const untried: TokenFunction[] = functions.slice(MAX_FUNCTIONS)
  for (const [fn, results] of byFunction(await runAttempts(stage, few, signal))) {
    const byCaller = Map.groupBy(results, ({ attempt: { caller } }) => caller)
    const accepting = (caller: Address): boolean => byCaller.get(caller)?.some(({ accepted }) => accepted) === true
    const reverts = new Set(byCaller.get(OUTSIDER)?.map(({ word }) => word))
    const knows = (caller: Address): boolean => byCaller.get(caller)?.some(({ word }) => word !== null && !reverts.has(word)) === true
    const open = anybody.find(accepting)
    if (open === undefined) for (const caller of stage.callers.filter(accepting)) obeyed.add(caller)
    const caller = open ?? stage.callers.find(accepting) ?? stage.callers.find(knows)
    if (caller !== undefined) obeys.push({ fn, caller })
    else if (results.some(({ word }) => word === null)) untried.push(fn)
  }
  const many = await attemptsFor(obeys, ({ fn, caller }) => allVariants(fn, contextOf(stage, caller)).map((variant) => ({ fn, caller, variant })))
  const full = await runAttempts(stage, many, signal)
  const accepted = full.flatMap(({ attempt, accepted: ok }): Accepted[] => (ok ? [{ ...attempt, open: anybody.includes(attempt.caller) }] : []))
  const accepting = new Set(accepted.map(({ fn }) => fn))
  for (const { caller, open } of accepted) if (!open) obeyed.add(caller)
  for (const [fn, results] of byFunction(full)) {
    const open = results.every(({ attempt: { caller } }) => anybody.includes(caller))
    // A function that knows its caller but accepts no value was tried only where its arguments can be guessed.
    if (!accepting.has(fn) && (results.some(({ word }) => word === null) || (!open && isOpaque(fn)))) untried.push(fn)
  }
  return { accepted, closed: tried.filter((fn) => !accepting.has(fn)), obeyed, untried }
}

const byFunction = (results: readonly AttemptResult[]): Map<TokenFunction, AttemptResult[]> => Map.groupBy(results, ({ attempt: { fn } }) => fn)
