import { toHex } from 'viem'
import { z } from 'zod'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { RawLog } from '../../transaction/log.ts'
import { evmAddress, hash, hexBytes } from '../../transaction/raw.ts'
import type { Scan } from '../scan.ts'

/**
 * Blocks simulated on top of a real one by `eth_simulateV1`, with overridden code and balances:
 * https://ethereum.github.io/execution-apis/api-documentation.
 */

export interface SimulatedCall {
  readonly from: Address
  readonly to: Address
  readonly data: `0x${string}`
  /** Default: `CALL_GAS`. */
  readonly gas?: bigint
}

export interface SimulatedBlock {
  /** Distance from the real block, in blocks and in seconds. */
  readonly blocks: number
  readonly seconds: number
  readonly calls: readonly SimulatedCall[]
  /** Applied before the block's calls. */
  readonly overrides?: CodeAt
}

export interface SimulatedResult {
  readonly ok: boolean
  readonly data: `0x${string}`
  readonly logs: readonly Pick<RawLog, 'address' | 'topics' | 'data'>[]
}

/** Overrides of code and, optionally, balances. */
export type CodeAt = readonly { readonly address: Address; readonly code: string; readonly balance?: bigint }[]

export interface Sandbox {
  /** Ends every simulation. */
  readonly signal: AbortSignal
  /** The results of each call by block; state carries over from block to block. */
  run(blocks: readonly SimulatedBlock[]): Promise<SimulatedResult[][]>
}

const simulatedCall = z.object({
  status: z.string().regex(/^0x[01]$/),
  returnData: hexBytes,
  logs: z
    .array(z.object({ address: evmAddress, topics: z.array(hash), data: hexBytes }))
    .max(2_000)
    .default([]),
})
const simulated = z.array(z.object({ calls: z.array(simulatedCall).max(600) })).max(512)

const CALL_GAS = 3_000_000n
const FAILED: SimulatedResult = { ok: false, data: '0x', logs: [] }

/** @param overrides of the first block of every simulation */
export function openSandbox({ node, at, signal }: Scan, overrides: CodeAt): Sandbox {
  return {
    signal,
    async run(blocks) {
      const blockStateCalls = blocks.map(({ blocks: ahead, seconds, calls, overrides: own = [] }, i) => ({
        blockOverrides: { number: toHexNumber(at.number + ahead), time: toHexNumber(at.time + seconds) },
        stateOverrides: stateOverrides([...(i === 0 ? overrides : []), ...own]),
        calls: calls.map((call) => ({ ...call, gas: toHex(call.gas ?? CALL_GAS) })),
      }))
      const options = { blockStateCalls, traceTransfers: false, validation: false }
      const answer = await request(node.rpc, simulated, 'eth_simulateV1', [options, toHexNumber(at.number)], signal)
      // Nodes fill gaps between the requested blocks with empty ones.
      const requestedBlocks = answer.filter(({ calls }) => calls.length > 0)
      let next = 0
      return blocks.map(({ calls }) => {
        const results = calls.length === 0 ? [] : (requestedBlocks[next++]?.calls ?? [])
        return calls.map((_, i): SimulatedResult => {
          const result = results[i]
          return result === undefined ? FAILED : { ok: result.status === '0x1', data: result.returnData, logs: result.logs }
        })
      })
    },
  }
}

const stateOverrides = (all: CodeAt): Record<string, { code: string; balance?: string }> =>
  Object.fromEntries(all.map(({ address, code, balance }) => [address, { code, ...(balance === undefined ? {} : { balance: toHex(balance) }) }]))
