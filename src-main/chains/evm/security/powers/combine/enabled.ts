import { attemptsFor, callOf, contextOf, runAttempts, type Attempt } from '../trials/attempts.ts'
import { firstVariants } from '../trials/call-values.ts'
import type { Power } from '../trials/choose-trials.ts'
import { compareObservations, highestTax, hintsOf, resolveKinds } from '../observe/effects.ts'
import { createFinding, type Finding, type CombinationResult } from '../observe/finding.ts'
import type { TokenFunction } from '../trials/functions.ts'
import { observe, type Observed } from '../observe/observe.ts'
import type { SingleCallChanges } from './pairs.ts'
import type { Accepted } from '../trials/screen.ts'
import { VICTIM } from '../trials/seed.ts'
import { compareReadings, runProbes } from '../observe/probe.ts'
import type { Stage } from '../trials/stage.ts'
import type { Program } from '../trials/trial-runner.ts'

const PER_FUNCTION = 6
const PER_POWER = 16
const MAX_SENSED = 60
const PER_PAIR = 3
const MAX_OBSERVED = 8

interface Enabled extends Attempt {
  readonly first: Accepted
}

/**
 * Finds functions that accept nothing until their caller has called another one, for example when an owner names a minter or grants itself a role.
 * `opened` are all functions that then accepted a call, with or without an effect.
 */
export async function findEnabled(
  stage: Stage,
  args: { own: readonly Power[]; alone: SingleCallChanges; closed: readonly TokenFunction[]; base: Observed; prelude: Program },
): Promise<CombinationResult & { readonly opened: ReadonlySet<TokenFunction> }> {
  const { own, alone, closed, base, prelude } = args
  const attempts = await attemptsFor(own.flatMap(keyCalls), (first) =>
    closed.flatMap((fn) =>
      firstVariants(fn, contextOf(stage, first.caller))
        .slice(0, PER_FUNCTION)
        .map((variant): Enabled => ({ fn, caller: first.caller, variant, first })),
    ),
  )
  const before = ({ first }: Enabled): Program => [...prelude, callOf(stage, first)]
  const accepted = (await runAttempts(stage, attempts, before)).flatMap(({ attempt, accepted: ok }) => (ok ? [attempt] : [])).slice(0, MAX_SENSED)
  const opened = new Set(accepted.map(({ fn }) => fn))
  if (accepted.length === 0) return { found: [], unobserved: [], opened }
  const calls = accepted.map((attempt): Program => [...before(attempt), callOf(stage, attempt)])
  const [without = null, ...after] = await runProbes(stage, VICTIM.buyer, [prelude, ...calls])
  const noticed = accepted.flatMap((attempt, i) => {
    const seen = after[i] ?? null
    const all = without === null || seen === null ? [] : compareReadings(without, seen, false)
    const changes = all.filter((change) => !alone(attempt.first).includes(change))
    return changes.length === 0 ? [] : [{ attempt, program: calls[i] ?? [], changes: changes.join() }]
  })
  const found: Finding[] = []
  const byNames = Map.groupBy(noticed, ({ attempt }) => `${attempt.first.fn.name} and then ${attempt.fn.name}`)
  for (const own of [...byNames.values()].slice(0, MAX_OBSERVED)) {
    const trials = [...Map.groupBy(own, ({ changes }) => changes).values()].flatMap(([one]) => one ?? []).slice(0, PER_PAIR)
    const effects = await Promise.all(
      trials.map(async ({ attempt, program }) => compareObservations(base, await observe(stage, [program]), hintsOf(attempt, false))),
    )
    const settled = { kinds: resolveKinds(effects), taxPct: highestTax(effects) }
    const [{ attempt }] = own as [(typeof own)[number]]
    if (settled.kinds.size > 0) found.push(createFinding([attempt.first.fn.name, attempt.fn.name], attempt.first, settled))
  }
  return { found, unobserved: [...byNames.keys()].slice(MAX_OBSERVED), opened }
}

/** The calls of a power that name its caller, because they may grant it a privilege; otherwise the first call. */
function keyCalls({ calls }: Power): Accepted[] {
  const named = calls.filter(({ caller, variant }) => variant.pattern.startsWith(caller))
  const patterns = Map.groupBy(named.length === 0 ? calls.slice(0, 1) : named, ({ variant }) => variant.pattern)
  return [...patterns.values()].flatMap(([first]) => first ?? []).slice(0, PER_POWER)
}
