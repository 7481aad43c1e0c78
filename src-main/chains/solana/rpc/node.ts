import { NETWORKS } from '../../../../src-shared/networks.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { AdapterOptions } from '../../adapter.ts'
import { openArchive, type Archive } from '../../archive/availability.ts'
import type { RpcClient } from '../../rpc/request.ts'
import { ENDPOINT_LIMITS, openEndpoint, type Endpoint } from '../../rpc/endpoint.ts'
import { openFailover, type Failover } from '../../rpc/failover.ts'
import { classify } from './faults.ts'

/** All reads use confirmed state, which two thirds of the stake voted for. The follower checks finality. */
export const COMMITMENT = 'confirmed'

export interface SolanaNode {
  readonly rpc: Failover
  readonly archive: Archive
  /** Whether an endpoint has a genesis block other than those of the public networks. */
  isDevelopment(): boolean
  /** Each endpoint as a separate node, in the order in which calls try them. */
  each(): readonly SolanaNode[]
  /** Each endpoint separately, for reading old transactions. Endpoints that have listed an account's first transaction come first. */
  archives(): readonly RpcClient[]
  /** Prefers an endpoint for old transactions, because it listed an account's first transaction. */
  preferArchive(endpoint: RpcClient): void
}

/** Genesis hashes of the public networks (https://docs.rs/solana-cluster-type). */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const OTHERS: Readonly<Record<string, string>> = {
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvUyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}

/** getProgramAccounts returns all accounts of a large token in one answer. */
const LIMITS = { ...ENDPOINT_LIMITS, answerBytes: 256 * 1024 * 1024 }

/**
 * @param streamed whether a Yellowstone stream is configured too
 * @throws AppError `source_unavailable` on the first call to an endpoint of devnet or testnet, or without any endpoint
 */
export function openSolanaNode({ network, endpoints, paces, archive }: AdapterOptions, streamed: boolean): SolanaNode {
  const { name } = NETWORKS[network]
  let development = false

  async function check(endpoint: Pick<Endpoint, 'host' | 'call'>, signal: AbortSignal): Promise<void> {
    const genesis = await endpoint.call('getGenesisHash', [], signal)
    const other = typeof genesis === 'string' ? OTHERS[genesis] : 'no genesis hash'
    if (other !== undefined) {
      throw new AppError('source_unavailable', {
        message: `${endpoint.host} serves ${other}, but ${name} is mainnet; set an endpoint of that network.`,
      })
    }
    if (genesis !== MAINNET) development = true
  }

  const rpc =
    endpoints.length === 0 && streamed
      ? withoutRpc(`A Yellowstone stream delivers only new blocks of ${name}; set a JSON-RPC endpoint as well.`)
      : fromNewestSlot(
          openFailover({
            endpoints: endpoints.map((url) => openEndpoint({ url, random: Math.random, classify, control: 'getGenesisHash', paces, limits: LIMITS })),
            networkName: name,
            check,
            // An endpoint that keeps only recent transactions answers null for an old one.
            isMissing: (method, answer) => method === 'getTransaction' && answer === null,
          }),
        )
  const preferred = new Set<RpcClient>()
  const node: SolanaNode = {
    rpc,
    archive: openArchive(archive),
    isDevelopment: () => development,
    each: () => rpc.each().map((endpoint) => ({ ...node, rpc: { ...rpc, ...endpoint, each: () => [endpoint] } })),
    archives() {
      const each = rpc.each()
      return each.length === 0 ? [rpc] : each.toSorted((a, b) => Number(preferred.has(b)) - Number(preferred.has(a)))
    },
    preferArchive(endpoint) {
      preferred.add(endpoint)
    },
  }
  return node
}

/** States of accounts, which a node takes from its own newest slot. */
const STATES: ReadonlySet<string> = new Set(['getAccountInfo', 'getMultipleAccounts', 'getProgramAccounts', 'getTokenAccountsByOwner'])

/**
 * Nodes behind one address may differ by some slots. A node that is behind the slot that was read last refuses to answer with its older states
 * (https://solana.com/docs/rpc#configuring-state-commitment, `minContextSlot`).
 */
function fromNewestSlot(failover: Failover): Failover {
  let newest: number | null = null
  return {
    ...failover,
    async call(method, params, signal, options) {
      const config = params.at(-1)
      const isConfirmed = typeof config === 'object' && config !== null && 'commitment' in config && config.commitment === COMMITMENT
      const since = isConfirmed && STATES.has(method) && newest !== null ? { minContextSlot: newest } : {}
      const answer = await failover.call(method, isConfirmed ? params.with(-1, { ...since, ...config }) : params, signal, options)
      if (method === 'getSlot' && isConfirmed && typeof answer === 'number') newest = answer
      return answer
    },
  }
}

function withoutRpc(message: string): Failover {
  return {
    hosts: '',
    call: () => Promise.reject(new AppError('source_unavailable', { message })),
    each: () => [],
    waiting: () => [],
    callsMade: () => 0,
  }
}
