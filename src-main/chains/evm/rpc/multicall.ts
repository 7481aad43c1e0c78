import { setImmediate as nextTurn } from 'node:timers/promises'
import { BaseError, type Abi } from 'viem'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { readOnce } from '../../../lib/read-once.ts'
import { request } from '../../rpc/request.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { hexBytes } from '../transaction/raw.ts'
import type { Rpc } from './rpc.ts'

export interface ContractCall {
  readonly to: Address
  readonly abi: Abi
  readonly name: string
  readonly args?: readonly unknown[]
}

/** Many read calls in few requests, at one block. */
export interface Multicall {
  /** Answers in the order of the calls; null if the call reverted or its answer does not decode. @throws NodeFault */
  read(calls: readonly ContractCall[], block: number, signal: AbortSignal): Promise<unknown[]>
}

/** Same address on every network: https://www.multicall3.com/deployments. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** A deployless call carries the contract's code; 100 calls stay well below the 49,152 bytes of https://eips.ethereum.org/EIPS/eip-3860. */
const CALLS_DEPLOYLESS = 100
const CALLS_DEPLOYED = 400
const CONCURRENCY = 8

export function openMulticall(rpc: Rpc): Multicall {
  const isDeployed = readOnce(async (signal) => (await request(rpc, hexBytes, 'eth_getCode', [MULTICALL3, 'latest'], signal)).length > 2)

  /** Encoding 400 calls takes about 5 ms, so concurrent requests are encoded in different turns of the event loop. */
  let turn: Promise<unknown> = Promise.resolve()

  async function chunk(calls: readonly ContractCall[], block: number, signal: AbortSignal, deployed: boolean): Promise<unknown[]> {
    turn = turn.then(() => nextTurn())
    await turn
    const client = rpc.client(signal)
    const contracts = calls.map((call) => ({ address: call.to as `0x${string}`, abi: call.abi, functionName: call.name, args: call.args ?? [] }))
    const where = deployed ? ({ multicallAddress: MULTICALL3 } as const) : ({ deployless: true } as const)
    const answers = await client.multicall({ contracts, allowFailure: true, batchSize: 0, blockNumber: BigInt(block), ...where })
    signal.throwIfAborted()
    const fault = requestFaultIn(answers)
    if (fault === null) return answers.map((answer) => (answer.status === 'success' ? answer.result : null))
    const mayBeOneContract = fault instanceof NodeFault && (fault.kind === 'reverted' || fault.kind === 'too_large' || fault.kind === 'refused')
    if (!mayBeOneContract) throw fault
    if (calls.length === 1) return [null]
    const half = Math.ceil(calls.length / 2)
    return [...(await chunk(calls.slice(0, half), block, signal, deployed)), ...(await chunk(calls.slice(half), block, signal, deployed))]
  }

  return {
    async read(calls, block, signal) {
      if (calls.length === 0) return []
      const deployed = await isDeployed(signal)
      const size = deployed ? CALLS_DEPLOYED : CALLS_DEPLOYLESS
      return (await mapLimited(partsOf(calls, size), CONCURRENCY, (part) => chunk(part, block, signal, deployed))).flat()
    },
  }
}

/** viem reports a failed request as a failure of every call in it. This finds the node's fault, which differs from a failed contract call. */
function requestFaultIn(answers: readonly { status: string; error?: unknown }[]): AppError | null {
  const error = answers.find((answer) => answer.status === 'failure' && findFault(answer.error) !== null)?.error
  return findFault(error)
}

function findFault(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof AppError) : null
  return found instanceof AppError ? found : null
}
