import { decodeFunctionData, encodeFunctionResult, parseAbi, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../../../src-shared/domain/address.ts'
import type { Sandbox, SimulatedBlock, SimulatedResult } from '../../simulation/sandbox.ts'
import { runTrials, type Stage } from './stage.ts'

/** Trials of a token whose functions burn so much gas that few fit into one simulated call. */

const abi = parseAbi(['function run(bytes[] trials, bytes probes) returns (bytes[] seen)'])
const who = trustedAddress('0x5ca1ab1e0000000000000000000000000000beef')
const PASSED: Hex = `0x01${'0'.repeat(64)}`

/** A node on which a call with more trials than fit runs out of gas. */
function stageOf(fit: number): { stage: Stage; sizes: number[] } {
  const sizes: number[] = []
  const resultOf = ({ data }: SimulatedBlock['calls'][number]): SimulatedResult => {
    const [trials] = decodeFunctionData({ abi, data }).args
    sizes.push(trials.length)
    if (trials.length > fit) return { ok: false, data: '0x', logs: [] }
    return { ok: true, data: encodeFunctionResult({ abi, result: trials.map(() => PASSED) }), logs: [] }
  }
  const sandbox: Sandbox = { signal: new AbortController().signal, run: (blocks) => Promise.resolve(blocks.map(({ calls }) => calls.map(resultOf))) }
  const stage = { sandbox, token: who, seed: { calls: [] }, codes: new Map(), stop: () => false } as unknown as Stage
  return { stage, sizes }
}

const trialsOf = (count: number) => Array.from({ length: count }, () => [{ from: who, to: who, data: '0x12345678' as const }])
const run = (stage: Stage, count: number) => runTrials(stage, { origin: who, trials: trialsOf(count), probes: [], perCall: 220 })

describe('trials that burn gas', () => {
  it.each([
    ['each burns the gas of one call', 12, 900],
    ['each burns the gas of several calls', 3, 200],
  ])('all are run if %s', async (_name, fit, count) => {
    const { stage } = stageOf(fit)
    const results = await run(stage, count)
    expect(results.filter((result) => result === null)).toHaveLength(0)
  })

  it('are run once if they fit', async () => {
    const { stage, sizes } = stageOf(220)
    await run(stage, 300)
    expect(sizes).toEqual([220, 80])
  })

  it('have no result if not even a few fit', async () => {
    const { stage } = stageOf(2)
    expect(await run(stage, 4)).toEqual([null, null, null, { calls: [{ ok: true, word: 0n }], probes: [] }])
  })
})
