import { observeCalls, findHighestEffects, type Rounds } from './combined-effects.ts'
import { attemptsFor, callOf, contextOf, runAttempts } from '../trials/attempts.ts'
import { firstVariants } from '../trials/call-values.ts'
import { firstAndLast, type Power } from '../trials/choose-trials.ts'
import type { Effects } from '../observe/effects.ts'
import { findEnabled } from './enabled.ts'
import { createFinding, type Finding, type CombinationResult } from '../observe/finding.ts'
import type { TokenFunction } from '../trials/functions.ts'
import { observe, type Observed } from '../observe/observe.ts'
import { findPairs, type SingleCallChanges } from './pairs.ts'
import type { Accepted } from '../trials/screen.ts'
import type { Stage } from '../trials/stage.ts'
import type { Program } from '../trials/trial-runner.ts'

const MAX_CALLS = 40
const MAX_FOUND = 3
const CANARIES = 2

interface TogetherArgs {
  /** Powers whose calls alone had no effect. */
  readonly quiet: readonly Power[]
  readonly findings: readonly Finding[]
  readonly alone: SingleCallChanges
  /** Functions that accepted no call. */
  readonly closed: readonly TokenFunction[]
  readonly base: Observed
  readonly prelude: Program
}

/** Finds calls that have an effect only after others: pairs first, then all calls in both orders, immediately and with a month between. */
export async function findCombinations(
  stage: Stage,
  args: TogetherArgs,
): Promise<CombinationResult & { readonly opened: ReadonlySet<TokenFunction> }> {
  const { quiet, findings, alone, closed, base, prelude } = args
  const known = new Set(findings.flatMap(({ names }) => names))
  const own = quiet.filter(({ name, calls }) => !known.has(name) && calls[0]?.open === false && !calls[0].shared)
  const handing = await findPrivilegeTransfers(stage, { own, prelude })
  const [pairs, enabled] = await Promise.all([
    // A new owner may be allowed to trade when others are not. That is not a trading rule.
    findPairs(stage, { own: own.filter((power) => !handing.has(power)), findings, alone, base, prelude }),
    findEnabled(stage, { own, alone, closed, base, prelude }),
  ])
  const found = [...pairs.found, ...enabled.found]
  const paired = new Set(found.flatMap(({ names }) => names))
  const single = own.filter(({ name }) => !paired.has(name))
  let rest = [...single, ...closedPowers(stage, single, closed)]
  for (let i = 0; i < MAX_FOUND && single.length > 0; i++) {
    const among = await findAmong(stage, { all: rest, handing, base, prelude })
    if (among === null) break
    found.push(among)
    rest = rest.filter(({ name }) => !among.names.includes(name))
  }
  return { found, unobserved: [...pairs.unobserved, ...enabled.unobserved], opened: enabled.opened }
}

/** Functions that accept no call yet, as powers of a privileged caller: they may accept one later or after another call. */
function closedPowers(stage: Stage, own: readonly Power[], closed: readonly TokenFunction[]): Power[] {
  const caller = own[0]?.calls[0]?.caller
  if (caller === undefined) return []
  return closed.map((fn) => ({
    name: fn.name,
    calls: firstVariants(fn, contextOf(stage, caller))
      .slice(0, 1)
      .map((variant): Accepted => ({ fn, caller, variant, open: false, shared: false })),
  }))
}

/** Powers after which their caller has no privilege left, such as renouncing ownership. */
export async function findPrivilegeTransfers(
  stage: Stage,
  { own, prelude }: { readonly own: readonly Power[]; readonly prelude: Program },
): Promise<ReadonlySet<Power>> {
  const attempts = await attemptsFor(own, (power) =>
    firstAndLast(power).flatMap((first) =>
      own
        .filter((other) => other !== power && other.calls[0]?.caller === first.caller)
        .slice(0, CANARIES)
        .flatMap(({ calls: [canary] }) => (canary === undefined ? [] : [{ ...canary, power, first }])),
    ),
  )
  const results = await runAttempts(stage, attempts, ({ first }) => [...prelude, callOf(stage, first)])
  const byPower = Map.groupBy(results, ({ attempt: { power } }) => power)
  const losesPrivilege = (power: Power): boolean => {
    const byCall = Map.groupBy(byPower.get(power) ?? [], ({ attempt: { first } }) => first)
    return [...byCall.values()].some((canaries) => canaries.every(({ accepted }) => !accepted))
  }
  return new Set(own.filter(losesPrivilege))
}

/** Makes all calls as plain accounts; if they have an effect, finds the fewest that still have it. */
async function findAmong(
  stage: Stage,
  { all, handing, base, prelude }: { all: readonly Power[]; handing: ReadonlySet<Power>; base: Observed; prelude: Program },
): Promise<Finding | null> {
  const callsOf = (end: number, areHanding: boolean): Accepted[] =>
    all.flatMap((power) => (handing.has(power) === areHanding ? (firstAndLast(power).at(end) ?? []) : [])).slice(0, MAX_CALLS)
  const orders = [0, -1].flatMap((end) => {
    const list = callsOf(end, false)
    const leaving = callsOf(end, true)
    return [
      [...list, ...leaving],
      [...list.toReversed(), ...leaving],
    ]
  })
  const last = new Set([...handing].flatMap(({ calls }) => calls))
  for (const rounds of [1, 2]) {
    const waited = rounds === 1 ? base : await observe(stage, [prelude, []])
    const inRounds: Rounds = (calls) => {
      const round = (own: readonly Accepted[]): Program => [...prelude, ...own.map((call) => callOf(stage, call))]
      return rounds === 1 ? [round(calls)] : [round(calls.filter((call) => !last.has(call))), round(calls)]
    }
    const tryOut = (calls: readonly Accepted[]): Promise<Effects> => observeCalls(stage, { calls, rounds: inRounds, base: waited })
    const effects = await Promise.all(orders.map(tryOut))
    const order = orders[effects.findIndex(({ kinds }) => kinds.size > 0)]
    if (order === undefined) continue
    const calls = await reduce(order, async (some) => (await tryOut(some)).kinds.size > 0)
    const [first] = calls
    const settled = await findHighestEffects(stage, { calls, powers: all, rounds: inRounds, base: waited })
    if (first !== undefined && settled.kinds.size > 0) return createFinding([...new Set(calls.map(({ fn }) => fn.name))], first, settled)
  }
  return null
}

/** Reduces the items, in their order, to the fewest for which the test still holds. Leaves out halves first, then single items. */
async function reduce<T>(items: readonly T[], holds: (items: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = items
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length && left.length > 1;) {
      const without = [...left.slice(0, from), ...left.slice(from + size)]
      if (without.length > 0 && (await holds(without))) left = without
      else from += size
    }
  }
  return left
}
