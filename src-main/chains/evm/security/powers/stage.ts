import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { runMarket, type Market } from '../liquidity/market.ts'
import type { CodeAt, Sandbox, SimulatedBlock } from '../simulation/sandbox.ts'
import { laterBy, SECONDS_A_BLOCK } from '../simulation/trade.ts'
import type { Seed } from './seed.ts'
import { callBytes, runCall, runnerCode, runResults, type Program, type TrialResult } from './trial-runner.ts'

/** What trials of a token's functions need. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly token: Address
  readonly market: Market | null
  readonly seed: Seed
  /** Addresses that the trials call from, most likely owner first. */
  readonly callers: readonly Address[]
  /** Code of each puppet's address, `0x` for none. */
  readonly codes: ReadonlyMap<Address, string>
  readonly supply: bigint
  /** Words in the token's code that may name roles. */
  readonly words: readonly Hex[]
  /** Time of the block that the simulation builds on, unix seconds. */
  readonly time: number
  readonly stop: () => boolean
}

/** Receives from the receiver of the first holder's transfer. It holds nothing before. */
export const LAST_RECEIVER = trustedAddress('0x5ca1ab1e00000000000000000000000000a11ce3')

/** Contracts of which a token may be told to ask something: one reverts, one answers zeros, one answers 99 in every word. */
export const ROGUES = {
  reverts: trustedAddress('0x5ca1ab1e00000000000000000000000000bad001'),
  zeros: trustedAddress('0x5ca1ab1e00000000000000000000000000bad002'),
  nineties: trustedAddress('0x5ca1ab1e00000000000000000000000000bad003'),
} as const
/** PUSH1 0 DUP1 REVERT; PUSH1 128 PUSH1 0 RETURN; four MSTOREs of 99, then the same RETURN. */
export const ROGUE_CODE: CodeAt = [
  { address: ROGUES.reverts, code: '0x600080fd' },
  { address: ROGUES.zeros, code: '0x60806000f3' },
  { address: ROGUES.nineties, code: '0x606360005260636020526063604052606360605260806000f3' },
]

/** Trials and data per simulated call and calls per request, within geth's 50,000,000 gas a request: https://geth.ethereum.org/docs/fundamentals/command-line-options. */
const BYTES_PER_CALL = 120_000
const CALLS_PER_REQUEST = 3
const REQUESTS_AT_ONCE = 4

/**
 * Runs each program on the same state, which each leaves as it was, in few requests. Null for what could not be run. Between simulated calls
 * the event loop runs, because encoding and decoding one takes milliseconds.
 */
export async function runTrials(
  stage: Stage,
  args: { origin: Address; trials: readonly Program[]; probes: readonly Program[]; perCall: number },
  signal: AbortSignal,
): Promise<(TrialResult | null)[]> {
  const { origin, trials, probes, perCall } = args
  const groups = grouped(trials, perCall)
  const requests: Program[][][] = []
  for (let i = 0; i < groups.length; i += CALLS_PER_REQUEST) requests.push(groups.slice(i, i + CALLS_PER_REQUEST))
  const results: (TrialResult | null)[] = []
  for (let i = 0; i < requests.length; i += REQUESTS_AT_ONCE) {
    const answers = await Promise.all(
      requests.slice(i, i + REQUESTS_AT_ONCE).map(async (request) => {
        if (stage.stop()) return request.flatMap((group) => group.map(() => null))
        const seeded: SimulatedBlock = { blocks: 1, seconds: SECONDS_A_BLOCK, calls: stage.seed.calls }
        const puppets: CodeAt = [...runnerCode([...stage.codes.keys()], stage.codes), ...ROGUE_CODE]
        const blocks: SimulatedBlock[] = []
        for (const [n, group] of request.entries()) {
          const when = laterBy(n)
          blocks.push({ ...when, calls: [runCall(origin, group, probes)], ...(n === 0 ? { overrides: puppets } : {}) })
          await nextTurn()
        }
        const [, ...seen] = await runMarket(stage.sandbox, [seeded, ...blocks], [], signal)
        const read: (TrialResult | null)[] = []
        for (const [n, group] of request.entries()) {
          const result = seen[n]?.[0]
          read.push(...(result?.ok ? runResults(result.data, group, probes) : group.map(() => null)))
          await nextTurn()
        }
        return read
      }),
    )
    results.push(...answers.flat())
  }
  return results
}

function grouped(trials: readonly Program[], perCall: number): Program[][] {
  const groups: Program[][] = []
  let bytes = 0
  for (const trial of trials) {
    const size = trial.reduce((sum, call) => sum + callBytes(call), 0)
    const group = groups.at(-1)
    if (group === undefined || group.length >= perCall || bytes + size > BYTES_PER_CALL) {
      groups.push([trial])
      bytes = size
    } else {
      group.push(trial)
      bytes += size
    }
  }
  return groups
}
