import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../../lib/map-limited.ts'
import { partsOf } from '../../../../../lib/parts-of.ts'
import { NodeFault } from '../../../../rpc/node-fault.ts'
import type { Market } from '../../liquidity/market.ts'
import type { CodeAt, Sandbox, SimulatedBlock } from '../../simulation/sandbox.ts'
import { laterBy, NEXT } from '../../simulation/trade.ts'
import type { Seed } from './seed.ts'
import { callBytes, runCall, runnerCode, runResults, type Program, type TrialResult } from './trial-runner.ts'

/** The simulated state and the inputs that all trials of a token's functions share. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly token: Address
  readonly market: Market | null
  readonly seed: Seed
  /** Addresses that the trials call from, most likely owner first. */
  readonly callers: readonly Address[]
  /** Admin of a proxy. A transparent proxy refuses its admin every function of its logic, which says nothing about that function. */
  readonly proxyAdmin: Address | null
  /** Original code of each account that gets a forwarder, `0x` for none. */
  readonly codes: ReadonlyMap<Address, string>
  readonly supply: bigint
  /** Words in the token's code that may name roles. */
  readonly words: readonly Hex[]
  /** Time of the block that the simulation builds on, unix seconds. */
  readonly time: number
  readonly stop: () => boolean
  /** Seconds by which the trials are later than usual. */
  readonly wait?: number
}

/** Recipient of the second transfer in a chain of two. It holds nothing before. */
export const LAST_RECEIVER = trustedAddress('0x5ca1ab1e00000000000000000000000000a11ce3')

/** Contracts to pass as arguments, in case the token calls them: one reverts, one returns zeros, one returns 99 in every word. */
export const HOSTILE_CONTRACTS = {
  reverts: trustedAddress('0x5ca1ab1e00000000000000000000000000bad001'),
  zeros: trustedAddress('0x5ca1ab1e00000000000000000000000000bad002'),
  nineties: trustedAddress('0x5ca1ab1e00000000000000000000000000bad003'),
} as const
/** PUSH1 0 DUP1 REVERT; PUSH1 128 PUSH1 0 RETURN; four MSTOREs of 99, then the same RETURN. */
export const HOSTILE_CODE: CodeAt = [
  { address: HOSTILE_CONTRACTS.reverts, code: '0x600080fd' },
  { address: HOSTILE_CONTRACTS.zeros, code: '0x60806000f3' },
  { address: HOSTILE_CONTRACTS.nineties, code: '0x606360005260636020526063604052606360605260806000f3' },
]

/**
 * Bytes of call data per simulated call, and simulated calls per request, within geth's 50,000,000 gas per request:
 * https://geth.ethereum.org/docs/fundamentals/command-line-options.
 */
const BYTES_PER_CALL = 120_000
const CALLS_PER_REQUEST = 3
const REQUESTS_AT_ONCE = 4
/**
 * Further attempts. In the first, each trial may burn the 1,000,000 gas of one call; in the second, that of each of its calls and of the uses of the
 * token after it, such as sells that pay out dividends. Both stay below the 15,000,000 of one simulated call.
 */
const REPEATS = [
  { perCall: 12, most: 960 },
  { perCall: 3, most: 240 },
] as const

interface Run {
  /** Becomes `tx.origin` of all trials. */
  readonly origin: Address
  readonly trials: readonly Program[]
  /** Run after each trial that succeeded. */
  readonly probes: readonly Program[]
  readonly perCall: number
}

/** Runs each program on the same state, in few requests. A result is null if the program could not be run. */
export async function runTrials(stage: Stage, run: Run): Promise<(TrialResult | null)[]> {
  const results = await runGroups(stage, run)
  // A function that burns all of its gas can use up the gas of other trials in the same call.
  for (const { perCall, most } of REPEATS) {
    const missing = results.flatMap((result, i) => (result === null ? [i] : [])).slice(0, most)
    if (missing.length === 0 || stage.stop()) break
    const again = await runGroups(stage, { ...run, trials: missing.map((i) => run.trials[i] ?? []), perCall })
    for (const [n, i] of missing.entries()) results[i] = again[n] ?? null
  }
  return results
}

async function runGroups(stage: Stage, run: Run): Promise<(TrialResult | null)[]> {
  const requests = partsOf(grouped(run.trials, run.perCall), CALLS_PER_REQUEST)
  const results = await mapLimited(requests, REQUESTS_AT_ONCE, async (request) => {
    try {
      return await runRequest(stage, run, request)
    } catch (error) {
      if (stage.sandbox.signal.aborted || !(error instanceof NodeFault) || error.kind === 'unreachable' || error.kind === 'busy') throw error
      // Some nodes allow less gas per request.
      const single = request.map((group) => runRequest(stage, run, [group]).catch(() => group.map(() => null)))
      return (await Promise.all(single)).flat()
    }
  })
  return results.flat()
}

/** Runs one request. Yields to the event loop between simulated calls, because encoding and decoding one takes milliseconds. */
async function runRequest(stage: Stage, { origin, probes }: Run, request: readonly Program[][]): Promise<(TrialResult | null)[]> {
  if (stage.stop()) return request.flatMap((group) => group.map(() => null))
  const seeded: SimulatedBlock = { ...NEXT, calls: stage.seed.calls }
  const forwarders: CodeAt = [...runnerCode([...stage.codes.keys()], stage.codes), ...HOSTILE_CODE]
  const blocks: SimulatedBlock[] = []
  for (const [n, group] of request.entries()) {
    const { blocks: ahead, seconds } = laterBy(n)
    blocks.push({
      blocks: ahead,
      seconds: seconds + (stage.wait ?? 0),
      calls: [runCall(origin, group, probes)],
      ...(n === 0 ? { overrides: forwarders } : {}),
    })
    await nextTurn()
  }
  const [, ...seen] = await stage.sandbox.run([seeded, ...blocks])
  const read: (TrialResult | null)[] = []
  for (const [n, group] of request.entries()) {
    const result = seen[n]?.[0]
    read.push(...(result?.ok ? runResults(result.data, group, probes) : group.map(() => null)))
    await nextTurn()
  }
  return read
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
