import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { SimulatedCall } from '../simulation/sandbox.ts'
import { transferFromOf } from '../liquidity/market.ts'
import { callOf, contextOf, runAttempts } from './trials/attempts.ts'
import { allVariants, numbersOf } from './trials/call-values.ts'
import { chooseTrials, hasKeys, powersIn, type Power } from './trials/choose-trials.ts'
import { compareObservations, highestTax, hintsOf, resolveKinds, type Effects } from './observe/effects.ts'
import { createFinding, type Finding } from './observe/finding.ts'
import type { TokenFunction } from './trials/functions.ts'
import { observe, type Observed } from './observe/observe.ts'
import { screen, type Accepted } from './trials/screen.ts'
import { OTHER, VICTIM } from './trials/seed.ts'
import { compareReadings, runProbes, type ProbeReading } from './observe/probe.ts'
import type { Stage } from './trials/stage.ts'
import type { Program } from './trials/trial-runner.ts'
import type { SingleCallChanges } from './combine/pairs.ts'
import { findCombinations } from './combine/combinations.ts'

export interface Search {
  readonly findings: readonly Finding[]
  /** What holders can do before any call. */
  readonly base: Observed
  readonly privilegedCallers: ReadonlySet<Address>
  /** Functions that accepted a known caller and had no effect. */
  readonly withoutEffect: readonly { readonly name: string; readonly caller: Address; readonly open: boolean }[]
  /** Names of functions whose effect is unknown. */
  readonly untried: readonly string[]
}

/** Limit on the observed trials of one power. Together with the limit over all powers it bounds the requests. */
const OBSERVED_PER_POWER = 4
const OBSERVED = 48
const OBSERVED_AT_ONCE = 4

/** Finds what the functions of a token can do to its holders, whatever their names are (docs/scan.md#powers). */
export async function findPowers(stage: Stage, functions: readonly TokenFunction[]): Promise<Search> {
  const [screened, plain] = await Promise.all([screen(stage, functions), observe(stage, [[]])])
  const powers = powersIn(screened.accepted)
  const chosen = chooseTrials(powers)
  const opening = plain.victim.move.ok || plain.victim.sell.ok ? null : await findOpening(stage, chosen)
  const prelude = opening === null ? [] : [callOf(stage, opening)]
  const base = opening === null ? plain : await observe(stage, [prelude])
  const sensed = await probeAll(stage, { chosen, prelude, base })
  const unknown = powers.filter(({ calls }) => !sensed.some(({ call, changes }) => changes !== null && calls.includes(call)))
  let left = OBSERVED
  const noticed = powers.map((power) => {
    const own = sensed.filter(({ call }) => power.calls.includes(call))
    const trials = isSecondNumber(power, sensed) ? [] : pickTrials(own)
    const picked = trials.slice(0, Math.min(left, OBSERVED_PER_POWER))
    left -= picked.length
    if (picked.length === 0 && trials.length > 0) unknown.push(power)
    return { power, picked }
  })
  const observed = await mapLimited(noticed, OBSERVED_AT_ONCE, ({ power, picked }) => observePower(stage, { power, picked, base, prelude }))
  const findings = observed.filter((finding) => finding !== null)
  const quiet = powers.filter((power, i) => observed[i] === null && !unknown.includes(power))
  const alone = singleCallChanges(sensed)
  const together = await findCombinations(stage, { quiet, findings, alone, closed: screened.rejecting, base, prelude })
  const all = [...findings, ...together.found].sort(byName)
  return {
    findings: all,
    base,
    privilegedCallers: new Set([...screened.privilegedCallers, ...all.flatMap(({ open, caller }) => (open ? [] : [caller]))]),
    withoutEffect: quiet.flatMap(({ name, calls: [first] }) =>
      first === undefined || first.fn.reads ? [] : [{ name, caller: first.caller, open: first.open || first.shared }],
    ),
    untried: [...new Set([...[...screened.untried, ...unknown].map(({ name }) => name), ...together.unobserved])].sort(),
  }
}

/** Whether an apparent key is a plain number: the function does the same without it. */
function isSecondNumber({ calls }: Power, sensed: readonly ProbedCall[]): boolean {
  const [first] = calls
  if (first === undefined || first.variant.key === '' || hasKeys(first.fn)) return false
  const changesOf = (keyed: boolean): Set<string> =>
    new Set(
      sensed
        .filter(({ call }) => call.fn === first.fn && call.caller === first.caller && (call.variant.key === '') !== keyed)
        .map(({ changes }) => changes?.join() ?? ''),
    )
  return [...changesOf(true)].every((change) => changesOf(false).has(change))
}

/** Calls without access control come first, because they are not a privilege of an owner. */
const byName = (a: Finding, b: Finding): number => Number(b.open) - Number(a.open) || (a.names.join() < b.names.join() ? -1 : 1)

/** The changes that each call causes alone. */
function singleCallChanges(sensed: readonly ProbedCall[]): SingleCallChanges {
  const byCall = Map.groupBy(sensed, ({ call }) => call)
  return (call) => byCall.get(call)?.flatMap(({ changes }) => changes ?? []) ?? []
}

interface ProbedCall {
  readonly call: Accepted
  readonly calls: readonly SimulatedCall[]
  readonly after: ProbeReading | null
  /** Null if the call failed or nothing is known. */
  readonly changes: readonly string[] | null
}

/** Probes the effect of each call, and whether its caller can take the victim's tokens afterwards. */
async function probeAll(
  stage: Stage,
  { chosen, prelude, base }: { chosen: readonly Accepted[]; prelude: readonly SimulatedCall[]; base: Observed },
): Promise<ProbedCall[]> {
  const single = chosen.map((call) => ({ call, calls: [...prelude, callOf(stage, call)] }))
  const taking = chosen
    .filter(({ open, shared }) => !open && !shared)
    .map((call) => ({ call, calls: [...prelude, callOf(stage, call), transferFromOf(call.caller, stage.token, VICTIM.buyer, stage.seed.raw / 8n)] }))
  const first = await senseFrom(stage, { origin: VICTIM.buyer, trials: [...single, ...taking], prelude, base })
  // Some contracts check the transaction's origin, so failed calls run again with their caller as the origin.
  const failed = first.slice(0, single.length).filter(({ changes }) => changes === null)
  const again = await Promise.all(
    [...Map.groupBy(failed, ({ call }) => call.caller)].map(([caller, own]) => senseFrom(stage, { origin: caller, trials: own, prelude, base })),
  )
  return [...first, ...again.flat()].filter(({ changes }) => changes !== null)
}

async function senseFrom(
  stage: Stage,
  args: {
    origin: Address
    trials: readonly { call: Accepted; calls: readonly SimulatedCall[] }[]
    prelude: readonly SimulatedCall[]
    base: Observed | null
  },
): Promise<ProbedCall[]> {
  const { origin, trials, prelude, base } = args
  const [before = null, ...after] = await runProbes(stage, origin, [prelude, ...trials.map(({ calls }) => calls)])
  // Some tokens reject holders with code. Probes then cannot show that a holder is stopped, so each trial is observed with ordinary accounts.
  const blind = (['move', 'sell'] as const).some((use) => base?.victim[use].ok === true && before?.[use].ok === false)
  return trials.map(({ call, calls }, i) => {
    const sensed = after[i] ?? null
    if (before === null || sensed === null) return { call, calls, after: sensed, changes: null }
    const unseen = blind && !call.open && !call.shared ? [`unseen ${i}`] : []
    return { call, calls, after: sensed, changes: [...compareReadings(before, sensed, call.caller === OTHER.buyer), ...unseen] }
  })
}

/** One trial per kind of change: the one that leaves the holder least. */
function pickTrials(sensed: readonly ProbedCall[]): ProbedCall[] {
  const changed = sensed.filter(({ changes }) => changes !== null && changes.length > 0)
  const left = ({ after }: ProbedCall): bigint => (after === null ? 0n : after.move.got + after.sell.got)
  return [...Map.groupBy(changed, ({ changes }) => changes?.join() ?? '').values()].flatMap(
    (alike) => alike.toSorted((a, b) => (left(a) < left(b) ? -1 : left(a) > left(b) ? 1 : 0))[0] ?? [],
  )
}

/** A call after which buyers can trade who could not before. */
async function findOpening(stage: Stage, chosen: readonly Accepted[]): Promise<Accepted | null> {
  const own = chosen.filter(({ open, shared, variant }) => !open && !shared && !variant.namesWallet)
  const trials = own.map((call) => ({ call, calls: [callOf(stage, call)] }))
  const sensed = await senseFrom(stage, { origin: VICTIM.buyer, trials, prelude: [], base: null })
  return sensed.find(({ changes }) => changes?.includes('move freed') === true)?.call ?? null
}

async function observePower(
  stage: Stage,
  { power, picked, base, prelude }: { power: Power; picked: readonly ProbedCall[]; base: Observed; prelude: readonly SimulatedCall[] },
): Promise<Finding | null> {
  const effectsOf = async (call: Accepted, calls: Program): Promise<Effects> =>
    compareObservations(base, await observe(stage, [calls]), hintsOf(call, call.caller === OTHER.buyer))
  const effects = await Promise.all(picked.map(({ call, calls }) => effectsOf(call, calls)))
  const first = power.calls[0]
  if (first === undefined || effects.every(({ kinds }) => kinds.size === 0)) return null
  if (resolveKinds(effects).has('tax')) {
    for (const call of await closerToCap(stage, power)) effects.push(await effectsOf(call, [...prelude, callOf(stage, call)]))
  }
  const kinds = resolveKinds(effects)
  const stop = picked.find((_, i) => effects[i]?.kinds.has('stop') === true)?.call ?? null
  return createFinding([power.name], first, { kinds, taxPct: highestTax(effects) }, kinds.has('stop') ? stop : null)
}

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
