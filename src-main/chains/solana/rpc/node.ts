import { z } from 'zod'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { AdapterOptions } from '../../adapter.ts'
import { request } from '../../rpc/request.ts'
import { ENDPOINT_LIMITS, openEndpoint, type Endpoint } from '../../rpc/endpoint.ts'
import { openFailover, type Failover } from '../../rpc/failover.ts'
import { classify } from './faults.ts'

/** What is read is confirmed: two thirds of the stake have voted for it. Finality is checked by the follower. */
export const COMMITMENT = 'confirmed'

export interface SolanaNode {
  readonly rpc: Failover
  /** Whether a source was met that is no public network of Solana's. */
  isDevelopment(): boolean
  /** Whether the endpoints keep every block since the first: what is oldest there is oldest. Asked once. */
  keepsAll(signal: AbortSignal): Promise<boolean>
}

/** Genesis hashes of the public networks. */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const OTHERS: Readonly<Record<string, string>> = {
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvUyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}

/** All accounts of a large token come in one answer. */
const LIMITS = { ...ENDPOINT_LIMITS, perSecond: 100, answerBytes: 256 * 1024 * 1024 }

/**
 * @param streamed whether a Yellowstone stream is set beside the JSON-RPC endpoints
 * @throws AppError `source_unavailable` on the first call to an endpoint of devnet or testnet, and where there is none
 */
export function openSolanaNode({ network, endpoints }: AdapterOptions, streamed: boolean): SolanaNode {
  const { name } = NETWORKS[network]
  let development = false

  async function check(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const genesis = await endpoint.call('getGenesisHash', [], signal)
    const other = typeof genesis === 'string' ? OTHERS[genesis] : 'no genesis hash'
    if (other !== undefined) {
      throw new AppError('source_unavailable', {
        say: `${endpoint.host} serves ${other}, but ${name} is mainnet; set an endpoint of that network.`,
      })
    }
    if (genesis !== MAINNET) development = true
  }

  const rpc =
    endpoints.length === 0 && streamed
      ? lacking(`A Yellowstone stream tells of ${name} only what happens from now on; set a JSON-RPC endpoint beside it.`)
      : openFailover({
          endpoints: endpoints.map((url) => openEndpoint({ url, random: Math.random, classify, limits: LIMITS })),
          networkName: name,
          check,
        })
  let keeps: Promise<boolean> | null = null
  return {
    rpc,
    isDevelopment: () => development,
    keepsAll(signal) {
      if (keeps === null) {
        keeps = request(rpc, z.int().nonnegative(), 'getFirstAvailableBlock', [], signal).then((first) => first === 0)
        keeps.catch(() => {
          keeps = null
        })
      }
      return keeps
    },
  }
}

const lacking = (say: string): Failover => ({ hosts: '', call: () => Promise.reject(new AppError('source_unavailable', { say })) })
