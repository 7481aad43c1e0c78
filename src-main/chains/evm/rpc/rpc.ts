import { createPublicClient, custom, type PublicClient } from 'viem'
import { AppError } from '../../../lib/app-error.ts'
import type { Endpoint } from '../../rpc/endpoint.ts'
import { openFailover } from '../../rpc/failover.ts'
import { isDevelopmentChain } from './limits/quirks.ts'
import { awaitNewBlocks, type NewBlocks } from './new-blocks.ts'
import { hexNumber } from '../transaction/raw.ts'

/** One call over all endpoints of a network: the preferred endpoint first, the others when it fails. */
export interface Rpc extends NewBlocks {
  /** A viem client over the same endpoints, bound to an abort signal. */
  client(signal: AbortSignal): PublicClient
}

export function openRpc(args: { endpoints: readonly Endpoint[]; chainId: number; networkName: string }): Rpc {
  const failover = openFailover({
    ...args,
    isMissing: (method, answer) => method === 'eth_getBlockByNumber' && answer === null,
    async check(endpoint, signal) {
      const id = hexNumber.safeParse(await endpoint.call('eth_chainId', [], signal))
      if (id.success && (id.data === args.chainId || isDevelopmentChain(id.data))) return
      const served = id.success ? `chain ${id.data}` : 'no chain id'
      throw new AppError('source_unavailable', {
        message: `${endpoint.host} serves ${served}, but ${args.networkName} is chain ${args.chainId}; set an endpoint of that network.`,
      })
    },
  })
  const calls = awaitNewBlocks(failover)
  return {
    ...calls,
    client(signal) {
      const request = ({ method, params }: { method: string; params?: readonly unknown[] }) => calls.call(method, params ?? [], signal)
      return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 })
    },
  }
}
