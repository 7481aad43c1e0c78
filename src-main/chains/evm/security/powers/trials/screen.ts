import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { OUTSIDER } from '../../liquidity/market.ts'
import { attemptsFor, contextOf, runAttempts, type Attempt, type AttemptResult } from './attempts.ts'
import { allVariants, firstVariants, isOpaque, type Variant } from './call-values.ts'
import type { TokenFunction } from './functions.ts'
import { OTHER } from './seed.ts'
import type { Stage } from './stage.ts'

/** A call that a function accepted. */
export interface Accepted extends Attempt {
  /** The caller is unprivileged: a made-up address or holder. Any account can make the call. */
  readonly open: boolean
  /** Any account can call the function, and it may do more for this caller. */
  readonly shared: boolean
}

export interface Screened {
  readonly accepted: readonly Accepted[]
  /** Functions that accepted no call. They may accept one after another call. */
  readonly rejecting: readonly TokenFunction[]
  /** Of these, functions with the known address that they refuse for another reason than made-up ones. They may accept its calls at another time. */
  readonly recognizing: ReadonlyMap<TokenFunction, Address>
  /** Addresses from which a function that rejects unprivileged callers accepted a call. */
  readonly privilegedCallers: ReadonlySet<Address>
  /** Functions for which it is unknown whether they accept a known address. */
  readonly untried: readonly TokenFunction[]
}

const MAX_FUNCTIONS = 150
const FEW = 12
const FEW_OF_READING = 2
/** Number of known addresses from which a function without access control is tried. */
const CALLERS_OF_SHARED = 3

/**
 * Finds which callers each function accepts. A few calls of each kind are tried from every known address, from a made-up address and from a
 * made-up holder. If one succeeds, or reverts with other data than for the made-up address, all values are tried from that address. A function
 * that accepts unprivileged callers may still do more for its owner, so it is tried from both.
 */
export async function screen(stage: Stage, functions: readonly TokenFunction[]): Promise<Screened> {
  const tried = functions.slice(0, MAX_FUNCTIONS)
  const unprivileged = stage.seed.otherRaw > 0n ? [OUTSIDER, OTHER.buyer] : [OUTSIDER]
  const callers = [...unprivileged, ...stage.callers]
  const few = await attemptsFor(tried, (fn) =>
    callers.flatMap((caller) => fewVariants(stage, fn, caller).map((variant): Attempt => ({ fn, caller, variant }))),
  )
  const promising: { fn: TokenFunction; caller: Address }[] = []
  const privilegedCallers = new Set<Address>()
  const shared = new Set<TokenFunction>()
  const recognized = new Map<TokenFunction, Address>()
  const untried: TokenFunction[] = functions.slice(MAX_FUNCTIONS)
  for (const [fn, results] of byFunction(await runAttempts(stage, few))) {
    const byCaller = Map.groupBy(results, ({ attempt: { caller } }) => caller)
    const accepting = (caller: Address): boolean => byCaller.get(caller)?.some(({ accepted }) => accepted) === true
    const open = unprivileged.find(accepting)
    if (open !== undefined) {
      shared.add(fn)
      const known = stage.callers.slice(0, fn.reads ? 1 : CALLERS_OF_SHARED)
      promising.push(...(fn.reads ? known : [open, ...known]).map((caller) => ({ fn, caller })))
      continue
    }
    const reverts = new Set(byCaller.get(OUTSIDER)?.map(({ word }) => word))
    const knows = (caller: Address): boolean => byCaller.get(caller)?.some(({ word }) => word !== null && !reverts.has(word)) === true
    for (const caller of stage.callers.filter(accepting)) privilegedCallers.add(caller)
    const caller = stage.callers.find(accepting) ?? stage.callers.find((one) => one !== stage.proxyAdmin && knows(one))
    // An error that states its caller differs for every caller.
    const others = byCaller.get(OTHER.buyer) ?? []
    if (caller !== undefined && others.length > 0 && others.every(({ word }) => word !== null && reverts.has(word))) recognized.set(fn, caller)
    if (caller !== undefined) promising.push({ fn, caller })
    else if (results.some(({ word }) => word === null)) untried.push(fn)
  }
  const many = await attemptsFor(promising, ({ fn, caller }) => {
    const variants = fn.reads && shared.has(fn) ? fewVariants(stage, fn, caller) : allVariants(fn, contextOf(stage, caller))
    return variants.map((variant): Attempt => ({ fn, caller, variant }))
  })
  const full = await runAttempts(stage, many)
  const accepted = full.flatMap(({ attempt, accepted: ok }): Accepted[] => {
    const open = unprivileged.includes(attempt.caller)
    return ok ? [{ ...attempt, open, shared: !open && shared.has(attempt.fn) }] : []
  })
  const accepting = new Set(accepted.map(({ fn }) => fn))
  for (const { caller, open, shared: byAll } of accepted) if (!open && !byAll) privilegedCallers.add(caller)
  for (const [fn, results] of byFunction(full)) {
    // A function that accepts its caller but no arguments counts as tried only if its arguments can be guessed.
    if (!accepting.has(fn) && (results.some(({ word }) => word === null) || (!shared.has(fn) && isOpaque(fn)))) untried.push(fn)
  }
  const rejecting = tried.filter((fn) => !accepting.has(fn) && !shared.has(fn))
  const recognizing = new Map([...recognized].filter(([fn]) => rejecting.includes(fn)))
  return { accepted, rejecting, recognizing, privilegedCallers, untried }
}

const fewVariants = (stage: Stage, fn: TokenFunction, caller: Address): Variant[] =>
  firstVariants(fn, contextOf(stage, caller)).slice(0, fn.reads ? FEW_OF_READING : FEW)

const byFunction = (results: readonly AttemptResult[]): Map<TokenFunction, AttemptResult[]> => Map.groupBy(results, ({ attempt: { fn } }) => fn)
