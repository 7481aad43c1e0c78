import { inOneRound, findHighestEffects } from './combined-effects.ts'
import { callOf } from '../trials/attempts.ts'
import { firstAndLast, type Power } from '../trials/choose-trials.ts'
import { createFinding, type Finding, type CombinationResult } from '../observe/finding.ts'
import type { Observed } from '../observe/observe.ts'
import { VICTIM } from '../trials/seed.ts'
import { compareReadings, runProbes } from '../observe/probe.ts'
import type { Accepted } from '../trials/screen.ts'
import type { Stage } from '../trials/stage.ts'
import type { Program } from '../trials/trial-runner.ts'

/** Pairs that fit into two requests within geth's gas limit. */
const MAX_PAIRS = 120
const MAX_OBSERVED = 12

/** Changes that a call causes alone, which are not effects of a pair. */
export type SingleCallChanges = (call: Accepted) => readonly string[]

/** Finds pairs of calls that have an effect together: a switch and a list, or a stop and an exception from it. */
export async function findPairs(
  stage: Stage,
  args: { own: readonly Power[]; findings: readonly Finding[]; alone: SingleCallChanges; base: Observed; prelude: Program },
): Promise<CombinationResult> {
  const { findings, alone, own, base, prelude } = args
  const stops = findings.flatMap(({ stop }) => stop ?? [])
  const wallets = own.flatMap((power) => firstAndLast(power).filter(({ variant }) => variant.namesWallet))
  const pairs = [
    ...stops.flatMap((first) => wallets.map((second) => ({ first, second, afterStop: true }))),
    ...own.flatMap((a) =>
      firstAndLast(a).flatMap((first) => own.flatMap((b) => (b === a ? [] : firstAndLast(b).map((second) => ({ first, second, afterStop: false }))))),
    ),
  ].slice(0, MAX_PAIRS)
  if (pairs.length === 0) return { found: [], unobserved: [] }
  const programs = pairs.map(({ first, second }) => [...prelude, callOf(stage, first), callOf(stage, second)])
  const [before = null, ...after] = await runProbes(stage, VICTIM.buyer, [prelude, ...programs])
  const found: Finding[] = []
  const unobserved: string[] = []
  let observed = 0
  for (const [i, { first, second, afterStop }] of pairs.entries()) {
    const seen = after[i] ?? null
    if (before === null || seen === null) continue
    const changes = compareReadings(before, seen, false)
    // After a call that stops all holders, a second call may exempt the victim.
    const isNoticed = afterStop
      ? !changes.includes('move stopped') && !changes.includes('sell stopped')
      : changes.some((change) => !alone(first).includes(change) && !alone(second).includes(change))
    const names = [first.fn.name, second.fn.name]
    if (!isNoticed || found.some((one) => one.names.some((name) => names.includes(name)))) continue
    if (observed >= MAX_OBSERVED) {
      unobserved.push(names.join(' and then '))
      continue
    }
    observed += 1
    const settled = await findHighestEffects(stage, { calls: [first, second], powers: own, rounds: inOneRound(stage, prelude), base })
    if (settled.kinds.size > 0) found.push(createFinding(names, first, settled))
  }
  return { found, unobserved }
}
