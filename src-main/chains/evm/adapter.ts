import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import type { Holding } from '../../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AdapterOptions, BlockRef, Capabilities, ChainAdapter, Page } from '../adapter.ts'
import { tokenAbi } from './abi.ts'
import { readAccountKinds } from './account-kinds.ts'
import { openBlocks } from './blocks.ts'
import { openEndpoint } from './endpoint.ts'
import { readFirstFunding } from './funding.ts'
import { newRangeMemory } from './log-ranges.ts'
import { openMulticall } from './multicall.ts'
import type { Node } from './node.ts'
import { toTransfer, TRANSFER_TOPIC } from './normalise.ts'
import { poolsByBehaviour } from './pools/by-behaviour.ts'
import { poolsByFactory } from './pools/by-factory.ts'
import { factoriesOf } from './pools/registry.ts'
import { probeNode } from './probe.ts'
import { readLogs } from './read-logs.ts'
import { openRpc } from './rpc.ts'
import { readToken } from './token.ts'
import { readTrades } from './trades.ts'

/** Reads eth, base and bsc from JSON-RPC endpoints. */
export function createEvmAdapter(options: AdapterOptions): ChainAdapter {
  const { network } = options
  const node = openNode(options)
  const factories = factoriesOf(network, options.extraFactories ?? [])
  let probed: Promise<Capabilities> | null = null
  /** What an endpoint can do does not change from job to job: asked once. */
  const probe = (signal: AbortSignal): Promise<Capabilities> => {
    if (probed === null) {
      probed = probeNode(node, signal)
      probed.catch(() => {
        probed = null
      })
    }
    return probed
  }
  return {
    network,
    holderSource: 'replayed',
    probe,
    head: (signal) => node.blocks.head(signal),
    token: (address, at, signal) => readToken(node, network, address, at, signal),
    transfers: (token, from, to, signal) => readTransfers(node, network, token, from, to, signal),
    pools: (token, from, to, signal) => poolsByFactory(node, network, factories, token, from, to, signal),
    poolsAmong: (token, candidates, at, signal) => poolsByBehaviour(node, network, factories, token, candidates, at, signal),
    trades: (pools, from, to, signal) => readTrades(node, network, pools, from, to, signal),
    balances: (token, wallets, at, signal) => readBalances(node, token, wallets, at, signal),
    accountKinds: (addresses, at, signal) => readAccountKinds(node, addresses, at, signal),
    listHolders: () => Promise.reject(new Error('holders of an EVM token are replayed from its transfers')),
    firstFunding: (wallet, at, signal) => readFirstFunding(node, network, wallet, at, signal),
    follow: () => {
      throw new AppError('source_unavailable', { say: `This version does not follow ${NETWORKS[network].name}.` })
    },
    close: () => Promise.resolve(),
  }
}

function openNode({ network, endpoints }: AdapterOptions): Node {
  const { name, chainId } = NETWORKS[network]
  if (chainId === null) throw new Error(`${name} is no EVM network`)
  const rpc = openRpc({ endpoints: endpoints.map((url) => openEndpoint(url, Math.random)), chainId, networkName: name })
  return { rpc, blocks: openBlocks(rpc), multicall: openMulticall(rpc), ranges: newRangeMemory() }
}

async function* readTransfers(
  node: Node,
  network: NetworkId,
  token: Address,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Transfer>> {
  const filters = [{ addresses: [token], topics: [TRANSFER_TOPIC] }]
  for await (const page of readLogs({ rpc: node.rpc, filters, from, to, memory: node.ranges, signal })) {
    const times = await node.blocks.times(page.logs, signal)
    const rows = page.logs.flatMap((log) => toTransfer(network, log, times.get(log.blockNumber) ?? null) ?? [])
    yield { from: page.from, to: page.to, rows }
  }
}

/** A wallet whose balance the token does not tell is left out: unknown is not zero. */
async function readBalances(node: Node, token: Address, wallets: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Holding[]> {
  const calls = wallets.map((wallet) => ({ to: token, abi: tokenAbi, name: 'balanceOf', args: [wallet] }))
  const answers = await node.multicall.read(calls, at.number, signal)
  return wallets.flatMap((address, i) => {
    const raw = answers[i]
    return typeof raw === 'bigint' ? [{ address, raw, verified: true }] : []
  })
}
