import { z } from 'zod'
import type { Capabilities } from '../../adapter.ts'
import { request } from '../../rpc/request.ts'
import { toHexNumber } from '../encoding/hex.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { suggestedRange } from '../rpc/limits/quirks.ts'
import type { Node } from '../rpc/node.ts'
import { hexBig } from '../transaction/raw.ts'

/** Exceeds the usual limits of 5, 10, 1,000, 2,000 and 10,000 blocks. */
const PROBE_RANGE = 10_001
/** No contract emits logs from this address, so a wide query is cheap. */
const QUIET_ADDRESS = '0x000000000000000000000000000000000000dead'

/** Probes the endpoints with six calls. Null: unknown. */
export async function probeNode(node: Node, signal: AbortSignal): Promise<Capabilities> {
  const { number: head } = await node.blocks.head(signal)
  const isSupported = async (work: () => Promise<unknown>): Promise<boolean | null> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error
      return error.kind === 'unreachable' || error.kind === 'busy' ? null : false
    }
  }
  const probeTraces = async (): Promise<boolean | null> =>
    (await isSupported(() => node.rpc.call('trace_block', [toHexNumber(head)], signal))) ||
    (await isSupported(() => node.rpc.call('debug_traceBlockByNumber', [toHexNumber(head), { tracer: 'callTracer' }], signal)))
  const [archive, traces, simulate, logsMaxRange] = await Promise.all([
    isSupported(() => request(node.rpc, hexBig, 'eth_getBalance', [QUIET_ADDRESS, toHexNumber(Math.min(1, head))], signal)),
    probeTraces(),
    isSupported(() => node.rpc.call('eth_simulateV1', [{ blockStateCalls: [{}] }, 'latest'], signal)),
    logsRange(node, head, signal),
  ])
  return { head, archive, traces, simulate, logsMaxRange }
}

async function logsRange(node: Node, head: number, signal: AbortSignal): Promise<number | null> {
  const query = { address: QUIET_ADDRESS, fromBlock: toHexNumber(Math.max(0, head - PROBE_RANGE + 1)), toBlock: toHexNumber(head) }
  try {
    await request(node.rpc, z.array(z.unknown()), 'eth_getLogs', [query], signal)
    return null
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    if (error.kind === 'unsupported') return 0
    return suggestedRange(error.text)
  }
}
