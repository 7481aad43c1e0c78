import { createPublicClient, custom, type PublicClient } from 'viem'
import { AppError } from '../../lib/app-error.ts'
import type { Endpoint } from './endpoint.ts'
import { NodeFault } from './node-fault.ts'
import { isDevelopmentChain } from './quirks.ts'
import { hexNumber } from './raw.ts'

/** All endpoints of one network behind one call: the preferred one first, the others where it fails. */
export interface Rpc {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>
  /** A viem client over the same endpoints, bound to a cancel signal. */
  client(signal: AbortSignal): PublicClient
}

/** Faults of one endpoint that another may not have. */
const ELSEWHERE: ReadonlySet<NodeFault['kind']> = new Set(['unreachable', 'busy', 'unsupported', 'no_state', 'refused'])

export function openRpc(args: { endpoints: readonly Endpoint[]; chainId: number; networkName: string }): Rpc {
  const checked = new Map<Endpoint, Promise<void>>()
  const hosts = args.endpoints.map((endpoint) => endpoint.host).join(', ')

  /** An endpoint of another chain would give true answers to other questions: it is asked who it is before anything else. */
  async function checkChain(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const known = checked.get(endpoint)
    if (known !== undefined) return known
    const check = endpoint.call('eth_chainId', [], signal).then((answer) => {
      const id = hexNumber.safeParse(answer)
      if (id.success && (id.data === args.chainId || isDevelopmentChain(id.data))) return
      const served = id.success ? `chain ${id.data}` : 'no chain id'
      throw new AppError('source_unavailable', {
        say: `${endpoint.host} serves ${served}, but ${args.networkName} is chain ${args.chainId}; set an endpoint of that network.`,
      })
    })
    checked.set(endpoint, check)
    check.catch(() => checked.delete(endpoint))
    return check
  }

  async function call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    let last: unknown = new AppError('source_unavailable', { say: `No endpoint is set for ${args.networkName}.` })
    for (const endpoint of args.endpoints) {
      try {
        await checkChain(endpoint, signal)
        return await endpoint.call(method, params, signal)
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof NodeFault && !ELSEWHERE.has(error.kind)) throw error
        if (!(error instanceof AppError)) throw error
        last = error
      }
    }
    throw last
  }

  return {
    hosts,
    call,
    client: (signal) =>
      createPublicClient({
        transport: custom(
          { request: ({ method, params }: { method: string; params?: readonly unknown[] }) => call(method, params ?? [], signal) },
          { retryCount: 0 },
        ),
        cacheTime: 0,
      }),
  }
}
