import { encodeFunctionData, parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import type { Owners } from '../contract/owners.ts'
import type { SimulatedCall } from '../simulation/sandbox.ts'
import { attemptsFor, callOf, contextOf, type Attempt } from './trials/attempts.ts'
import { firstVariants } from './trials/call-values.ts'
import type { TokenFunction } from './trials/functions.ts'
import { runTrials, type Stage } from './trials/stage.ts'
import { READER, type CallResult, type Program } from './trials/trial-runner.ts'

/** A function that restored an owner after ownership was renounced, and its caller. */
export interface Regained {
  readonly name: string
  readonly by: Address
}

const giveUpAbi = parseAbi(['function renounceOwnership()', 'function lock(uint256)', 'function unlock()'])
const VARIANTS = 4
/** Seconds. Longer than the delays of timelocks, which are days. */
const MONTH = 30 * 86_400
const TRIALS_PER_CALL = 200

/**
 * Tests whether ownership can be regained. In simulation the owner renounces it after lock and unlock, whose state some contracts keep. Hours
 * later, and a month later, the owner and former owners call every function of the code, the second time only
 * those that refused them.
 */
export async function findRegain(stage: Stage, functions: readonly TokenFunction[], owners: Owners): Promise<Regained | null> {
  const { token } = stage
  const { owner, former } = owners
  const given =
    owner === null
      ? []
      : [['lock', 0n] as const, ['unlock'] as const, ['renounceOwnership'] as const].map(([name, ...args]) => ({
          from: owner,
          to: token,
          data: encodeFunctionData({ abi: giveUpAbi, functionName: name, args: args as never }),
        }))
  const reportsOwner = { from: READER, to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'owner' }) }
  const callers = [...new Set([...(owner === null ? [] : [owner]), ...former])].filter((caller) => stage.codes.has(caller))
  const afterGivingUp = { ...stage, seed: { ...stage.seed, calls: [...stage.seed.calls, ...given] } }
  for (const by of callers) {
    const attempts = await attemptsFor(
      functions.filter(({ reads }) => !reads),
      (fn) =>
        firstVariants(fn, contextOf(stage, by))
          .slice(0, VARIANTS)
          .map((variant) => ({ fn, caller: by, variant })),
    )
    const soon = await regainedBy({ stage: afterGivingUp, reportsOwner, by, attempts })
    const later = soon.refused.filter(({ fn }, i, all) => all.findIndex((one) => one.fn === fn) === i)
    const found = soon.found ?? (await regainedBy({ stage: { ...afterGivingUp, wait: MONTH }, reportsOwner, by, attempts: later })).found
    if (found !== undefined) return { name: found.fn.name, by }
  }
  return null
}

interface RegainArgs {
  readonly stage: Stage
  readonly reportsOwner: SimulatedCall
  readonly by: Address
  readonly attempts: readonly Attempt[]
}

/** The attempt after which an owner is reported again, and the attempts that were refused. */
async function regainedBy({ stage, reportsOwner, by, attempts }: RegainArgs): Promise<{ found: Attempt | undefined; refused: Attempt[] }> {
  const trials = attempts.map((attempt): Program => [reportsOwner, callOf(stage, attempt), reportsOwner])
  const results = await runTrials(stage, { origin: by, trials, probes: [], perCall: TRIALS_PER_CALL })
  const callsOf = (i: number): readonly CallResult[] => results[i]?.calls ?? []
  const found = attempts.find((_, i) => {
    const [before, call, after] = callsOf(i)
    return before?.ok === true && before.word === 0n && call?.ok === true && after?.ok === true && after.word !== 0n
  })
  return { found, refused: attempts.filter((_, i) => callsOf(i)[1]?.ok === false) }
}
