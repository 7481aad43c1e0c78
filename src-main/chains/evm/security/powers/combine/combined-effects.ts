import { callOf } from '../trials/attempts.ts'
import { pickNumbers, type Power } from '../trials/choose-trials.ts'
import { compareObservations, highestTax, resolveKinds, type Effects } from '../observe/effects.ts'
import { observe, type Observed } from '../observe/observe.ts'
import type { Accepted } from '../trials/screen.ts'
import type { Stage } from '../trials/stage.ts'
import type { Program } from '../trials/trial-runner.ts'

const MAX_OBSERVED = 6
const NO_HINTS = { namesPool: false, namesOther: false, standard: false, byOther: false, numbered: false, namesWallet: false }

/** Arranges calls in rounds of one block each. */
export type Rounds = (calls: readonly Accepted[]) => readonly Program[]

export async function observeCalls(
  stage: Stage,
  { calls, rounds, base }: { calls: readonly Accepted[]; rounds: Rounds; base: Observed },
): Promise<Effects> {
  const observed = await observe(stage, rounds(calls))
  // Some calls may undo what others need, so not all calls have to pass.
  return compareObservations(base, { ...observed, passed: true }, NO_HINTS)
}

/** Finds the strongest effects of calls that act together. Their values are replaced one at a time, because the largest often stop everything. */
export async function findHighestEffects(
  stage: Stage,
  args: { calls: readonly Accepted[]; powers: readonly Power[]; rounds: Rounds; base: Observed },
): Promise<Pick<Effects, 'kinds' | 'taxPct'>> {
  const { calls, powers } = args
  const first = await observeCalls(stage, args)
  if (first.kinds.size === 0) return first
  const others = calls.flatMap((call, i) => {
    const power = powers.find((one) => one.calls.includes(call))
    const alike = power === undefined ? [] : pickNumbers(power.calls.filter(({ variant }) => variant.pattern === call.variant.pattern))
    return alike.filter((other) => other !== call).map((other) => calls.with(i, other))
  })
  const choices = others.slice(0, MAX_OBSERVED)
  const effects = [first, ...(await Promise.all(choices.map((choice) => observeCalls(stage, { ...args, calls: choice }))))]
  return { kinds: resolveKinds(effects), taxPct: highestTax(effects) }
}

/** All calls in one round, after the calls that open trading. */
export const inOneRound =
  (stage: Stage, prelude: Program): Rounds =>
  (calls) => [[...prelude, ...calls.map((call) => callOf(stage, call))]]
