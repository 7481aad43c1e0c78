import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Address } from '../../../../../../src-shared/domain/address.ts'
import type { SimulatedCall } from '../../simulation/sandbox.ts'
import type { ValueContext, Variant } from './call-values.ts'
import type { TokenFunction } from './functions.ts'
import { OTHER, VICTIM } from './seed.ts'
import { runTrials, type Stage } from './stage.ts'
import type { Program, TrialResult } from './trial-runner.ts'

/** Trial calls of a token's functions for which only success matters. */

export interface Attempt {
  readonly fn: TokenFunction
  readonly caller: Address
  readonly variant: Variant
}

export interface AttemptResult<T extends Attempt = Attempt> {
  readonly attempt: T
  readonly accepted: boolean
  /** First word that the call returned, or the hash of its revert data; null if it was not run. */
  readonly word: bigint | null
}

/** A simulated call has 15,000,000 gas, and an attempt that writes storage uses about 45,000 with its data. */
const ATTEMPTS_PER_CALL = 220
const PAIRS_PER_CALL = 120

export const contextOf = (stage: Stage, caller: Address): ValueContext => ({
  victim: VICTIM.buyer,
  other: OTHER.buyer,
  caller,
  token: stage.token,
  pool: stage.market?.pool ?? null,
  part: stage.seed.raw / 8n,
  supply: stage.supply,
  now: stage.time,
  words: stage.words,
})

export const callOf = (stage: Stage, { caller, variant }: Attempt): SimulatedCall => ({ from: caller, to: stage.token, data: variant.data })

/** One attempt for each choice of arguments. Yields to the event loop between functions, because encoding many choices takes milliseconds. */
export async function attemptsFor<Row, T extends Attempt>(rows: readonly Row[], choose: (row: Row) => readonly T[]): Promise<T[]> {
  const attempts: T[] = []
  for (const row of rows) {
    attempts.push(...choose(row))
    await nextTurn()
  }
  return attempts
}

/**
 * Runs each attempt on the same state.
 *
 * @param before calls that precede an attempt and must succeed too
 */
export async function runAttempts<T extends Attempt>(
  stage: Stage,
  attempts: readonly T[],
  before?: (attempt: T) => Program,
): Promise<AttemptResult<T>[]> {
  // One run per caller, because the caller is also the transaction's origin.
  const byCaller = Map.groupBy(attempts, ({ caller }) => caller)
  const results = await Promise.all(
    [...byCaller].map(async ([caller, own]) => {
      const trials = own.map((attempt) => [...(before?.(attempt) ?? []), callOf(stage, attempt)])
      const perCall = before === undefined ? ATTEMPTS_PER_CALL : PAIRS_PER_CALL
      const seen = await runTrials(stage, { origin: caller, trials, probes: [], perCall })
      return own.map((attempt, i) => resultOf(attempt, seen[i] ?? null))
    }),
  )
  return results.flat()
}

function resultOf<T extends Attempt>(attempt: T, result: TrialResult | null): AttemptResult<T> {
  return { attempt, accepted: result?.calls.every(({ ok }) => ok) === true, word: result?.calls.at(-1)?.word ?? null }
}
