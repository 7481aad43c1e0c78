import { compareBig } from '../../../../../../src-shared/domain/compare.ts'
import { mapLimited } from '../../../../../lib/map-limited.ts'
import type { SimulatedCall } from '../../simulation/sandbox.ts'
import { callOf, contextOf, runAttempts } from '../trials/attempts.ts'
import { allVariants, numbersOf } from '../trials/call-values.ts'
import type { Power } from '../trials/choose-trials.ts'
import type { Accepted } from '../trials/screen.ts'
import { OTHER } from '../trials/seed.ts'
import type { Stage } from '../trials/stage.ts'
import type { Program } from '../trials/trial-runner.ts'
import { compareObservations, highestTax, hintsOf, resolveKinds, type Effects } from './effects.ts'
import { createFinding, type Finding } from './finding.ts'
import { observe, type Observed } from './observe.ts'
import type { ProbeReading } from './probe.ts'

/** A call whose effect was probed. */
export interface ProbedCall {
  readonly call: Accepted
  readonly calls: readonly SimulatedCall[]
  readonly after: ProbeReading | null
  /** Null if the call failed or nothing is known. */
  readonly changes: readonly string[] | null
  /** The token refuses holders with code, so a probe cannot show that a holder is stopped. */
  readonly unseen: boolean
}

export interface NoticedPower {
  readonly power: Power
  readonly own: readonly ProbedCall[]
  /** The calls to observe with ordinary accounts. */
  readonly picked: readonly ProbedCall[]
}

/** Limit on the observed trials of one power. Together with the limit over all powers it bounds the requests. */
const PER_POWER = 4
/** Of these, trials that a probe could not show. */
const UNSEEN_PER_POWER = 2
const MORE_STOPS = 2

const isStopped = ({ changes }: ProbedCall): boolean => changes?.some((change) => change.endsWith('stopped')) === true
export const isChanged = ({ changes }: ProbedCall): boolean => changes !== null && changes.length > 0

/** One trial per kind of change: the one that leaves the holder least. */
export function pickTrials(own: readonly ProbedCall[]): ProbedCall[] {
  const left = ({ after }: ProbedCall): bigint => (after === null ? 0n : after.move.got + after.sell.got)
  const shown = byChange(own).flatMap((alike) => alike.toSorted((a, b) => compareBig(left(a), left(b)))[0] ?? [])
  const unseen = own.filter((one) => one.unseen && !shown.includes(one)).slice(0, UNSEEN_PER_POWER)
  return [...shown, ...unseen].slice(0, PER_POWER)
}

const byChange = (own: readonly ProbedCall[]): ProbedCall[][] => [
  ...Map.groupBy(own.filter(isChanged), ({ changes }) => changes?.join() ?? '').values(),
]

/** Observes the picked calls of a power with ordinary accounts. Null if they see no effect. */
export async function observePower(
  stage: Stage,
  { power, own, picked, base, prelude }: NoticedPower & { readonly base: Observed; readonly prelude: Program },
): Promise<Finding | null> {
  const effectsOf = async ({ call, calls }: Pick<ProbedCall, 'call' | 'calls'>): Promise<Effects> =>
    compareObservations(base, await observe(stage, [calls]), hintsOf(call, call.caller === OTHER.buyer))
  const alone = (call: Accepted): Promise<Effects> => effectsOf({ call, calls: [...prelude, callOf(stage, call)] })
  const tried = [...picked]
  const effects = await Promise.all(picked.map(effectsOf))
  const hasNone = (): boolean => effects.every(({ kinds }) => kinds.size === 0)
  if (hasNone()) {
    const more = lastStops(own, picked)
    tried.push(...more)
    effects.push(...(await Promise.all(more.map(effectsOf))))
  }
  const [first] = power.calls
  if (first === undefined || hasNone()) return null
  const stop = tried.find((_, i) => effects[i]?.kinds.has('stop') === true)?.call ?? null
  if (resolveKinds(effects).has('tax')) for (const call of await closerToCap(stage, power)) effects.push(await alone(call))
  if (resolveKinds(effects).has('stop')) effects.push(...(await limitsAbove({ power, own }, alone)))
  const kinds = resolveKinds(effects)
  return createFinding([power.name], first, { kinds, taxPct: highestTax(effects) }, kinds.has('stop') ? stop : null)
}

/** Calls with the smallest numbers that stopped a holder in a probe. Contracts may have to swap what they hold, which fails for the smallest only. */
const lastStops = (own: readonly ProbedCall[], picked: readonly ProbedCall[]): ProbedCall[] =>
  byChange(own.filter(isStopped))
    .flatMap((alike) => alike.toSorted(bySize)[0] ?? [])
    .filter((one) => !picked.includes(one))
    .slice(0, MORE_STOPS)

const bySize = ({ call: a }: ProbedCall, { call: b }: ProbedCall): number => compareBig(a.variant.number ?? 0n, b.variant.number ?? 0n)

/**
 * Effects of numbers above one that stops everyone and below one that does not, searched by halves up to the first that stops only large amounts. A
 * limit below what the token itself has to swap stops everyone.
 */
async function limitsAbove({ power, own }: Omit<NoticedPower, 'picked'>, effectsOf: (call: Accepted) => Promise<Effects>): Promise<Effects[]> {
  const passing = new Set(own.flatMap((one) => (one.changes === null || isStopped(one) ? [] : [one.call.variant.pattern])))
  const stop = own.find((one) => isStopped(one) && passing.has(one.call.variant.pattern))?.call
  const alike = power.calls.filter(({ variant }) => variant.pattern === stop?.variant.pattern)
  const seen: Effects[] = []
  let [high, low] = [0, stop === undefined ? 0 : alike.indexOf(stop)]
  while (low - high > 1 && seen.length < STEPS_TO_LIMIT) {
    const middle = Math.floor((high + low) / 2)
    const call = alike[middle]
    if (call === undefined) break
    const effects = await effectsOf(call)
    seen.push(effects)
    if (effects.kinds.has('limit')) break
    if (effects.kinds.size === 0) high = middle
    else low = middle
  }
  return seen
}

const STEPS_TO_LIMIT = 4
const STEPS_TO_CAP = 24n

/** The largest number that a power accepts, between the largest accepted number so far and the next larger tried one. */
async function closerToCap(stage: Stage, { calls }: Power): Promise<Accepted[]> {
  const found = await mapLimited([...Map.groupBy(calls, ({ variant }) => variant.pattern).values()].slice(0, 3), 1, async (alike) => {
    const most = alike[0]
    const number = most?.variant.number
    if (most === undefined || number === undefined || number === null) return []
    const context = contextOf(stage, most.caller)
    const above = numbersOf(context).findLast((one) => one > number)
    if (above === undefined || above > 10_000n) return []
    const step = (above - number) / STEPS_TO_CAP + 1n
    const between = Array.from({ length: Number((above - number - 1n) / step) }, (_, i) => number + step * BigInt(i + 1)).reverse()
    const variants = allVariants(most.fn, context, between).filter(({ pattern }) => pattern === most.variant.pattern)
    const results = await runAttempts(
      stage,
      variants.map((variant) => ({ ...most, variant })),
    )
    return results.flatMap(({ attempt, accepted }) => (accepted ? [attempt] : [])).slice(0, 1)
  })
  return found.flat()
}
