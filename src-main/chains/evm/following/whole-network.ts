import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import type { NetworkBlock, NetworkUpdate, WholeNetwork } from '../../adapter.ts'
import { blockAt } from '../../blocks/block-at.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import type { DecodedSwaps } from '../decode/network/decode-swaps.ts'
import { CURVE_TOPICS } from '../decode/swaps/curves.ts'
import { SWAP_EVENTS } from '../decode/swaps/events.ts'
import { ORDER_TOPICS } from '../decode/swaps/orders/order-events.ts'
import { REPORTED_EVENTS } from '../decode/swaps/reported-swaps.ts'
import { readLogs } from '../reading/logs/read-logs.ts'
import { genuinePairs } from '../reading/pools/genuine-pairs.ts'
import { openPools, type Pools } from '../reading/pools/resolve.ts'
import { readInputs, receiptsWith } from '../reading/trades/swap-receipts.ts'
import { swapThread } from '../rpc/logs/log-thread.ts'
import type { Node } from '../rpc/node.ts'
import { newRangeState } from '../rpc/limits/ranges.ts'
import type { RawLog } from '../transaction/log.ts'
import type { LinkedHeader } from '../transaction/raw.ts'
import type { FactoryIndex } from '../venues/registry.ts'
import { followBlocks, readHeaders, type BlockRange, type BlockReader } from './follow-blocks.ts'
import type { Heads } from './heads.ts'

export interface NetworkReading {
  readonly node: Node
  readonly network: NetworkId
  readonly factories: FactoryIndex
  heads(): Heads
}

/** Blocks per update: few, so that the first trades of a gap do not wait for its last block. */
const BLOCKS_AT_ONCE = 8
const BLOCK_CONCURRENCY = 4
const FILTERS = [{ addresses: null, topics: [[...Object.keys(SWAP_EVENTS), ...Object.keys(REPORTED_EVENTS), ...CURVE_TOPICS, ...ORDER_TOPICS]] }]

/** All swaps of a network: one log query for each range of blocks, and the receipts of the transactions that swapped. */
export function openWholeNetwork(reading: NetworkReading): WholeNetwork {
  const { node } = reading
  const ranges = newRangeState()

  async function readBlocks({ from, last, headers }: BlockRange, pools: Pools, signal: AbortSignal): Promise<NetworkBlock[]> {
    const logs: RawLog[] = []
    for await (const page of readLogs({ node, filters: FILTERS, from, to: last.number, ranges, signal })) logs.push(...page.logs)
    const byNumber = new Map(headers.map((header) => [header.number, header]))
    const times = await node.blocks.times(logs, signal)
    return mapLimited(new Set([...Map.groupBy(logs, (log) => log.blockNumber).keys(), last.number]), BLOCK_CONCURRENCY, async (number) => {
      const own = logs.filter((log) => log.blockNumber === number)
      const header = byNumber.get(number)
      const foreign = header === undefined ? undefined : own.find((log) => log.blockHash !== header.hash)
      if (foreign !== undefined)
        throw contradiction(node.rpc.hosts, `block ${number} has hash ${header?.hash ?? ''} in its header and ${foreign.blockHash} in a log`)
      const time = header?.timestamp ?? times.get(number) ?? null
      return { number, hash: header?.hash ?? own[0]?.blockHash ?? last.hash, time, trades: await tradesIn(reading, pools, number, own, time, signal) }
    })
  }

  return {
    async *follow(from, cache, signal): AsyncGenerator<NetworkUpdate> {
      const pools = openPools(node, reading.network, reading.factories, cache)
      const reader: BlockReader<NetworkBlock[], NetworkUpdate> = {
        most: { old: BLOCKS_AT_ONCE, recent: BLOCKS_AT_ONCE },
        read: (range) => readBlocks(range, pools, signal),
        keep: (_, blocks) => blocks.map((block) => ({ kind: 'block', block })),
        rollBack: () => undefined,
      }
      yield* followBlocks<NetworkBlock[], NetworkUpdate>({ node, heads: reading.heads, from, signal }, reader)
    },
    async blockAt(time, signal) {
      const newest = await node.blocks.head(signal)
      const { after, from } = node.blocks.around(time, newest)
      return blockAt(time, after, from, NETWORKS[reading.network].blockSeconds, (block) => node.blocks.header(block, signal))
    },
    async *read(from, to, cache, signal): AsyncGenerator<NetworkBlock> {
      const pools = openPools(node, reading.network, reading.factories, cache)
      for (let first = from; first <= to; first += BLOCKS_AT_ONCE) {
        const end = Math.min(to, first + BLOCKS_AT_ONCE - 1)
        const headers: LinkedHeader[] = await readHeaders(node, end, end, signal)
        const [last] = headers
        if (last !== undefined) yield* await readBlocks({ from: first, last, headers }, pools, signal)
      }
    },
  }
}

async function tradesIn(
  reading: NetworkReading,
  pools: Pools,
  block: number,
  swaps: readonly RawLog[],
  time: number | null,
  signal: AbortSignal,
): Promise<Trade[]> {
  const { node, network } = reading
  if (swaps.length === 0) return []
  const [receipts, resolved] = await Promise.all([receiptsWith(node, block, swaps, signal), pools.of(swaps, { number: block }, signal)])
  const inputs = await readInputs(node, block, receipts, signal)
  const transactions = receipts
    .toSorted((a, b) => a.transactionIndex - b.transactionIndex)
    .map(({ transactionHash: tx, from: signer, to, logs }) => ({ network, tx, signer, to: to ?? null, input: inputs.get(tx) ?? null, time, logs }))
  const swapsOf = (genuine: ReadonlySet<Address>): Promise<DecodedSwaps> =>
    swapThread.ask({ network, transactions, pools: [...resolved.values()], genuinePairs: genuine })
  const first = await swapsOf(new Set())
  const genuine = await genuinePairs(node, first.doubted, signal)
  const { trades } = genuine.size === 0 ? first : await swapsOf(genuine)
  return withDecimals(node, trades, block, signal)
}

async function withDecimals(node: Node, trades: readonly Trade[], block: number, signal: AbortSignal): Promise<Trade[]> {
  const decimals = await node.decimals.of(
    [...new Set<Address>(trades.flatMap(({ tokenIn, tokenOut }) => [tokenIn.token, tokenOut.token]))],
    block,
    signal,
  )
  const sided = (leg: Trade['tokenIn']): Trade['tokenIn'] => ({ ...leg, decimals: decimals.get(leg.token) ?? null })
  return trades.map((trade) => ({ ...trade, tokenIn: sided(trade.tokenIn), tokenOut: sided(trade.tokenOut) }))
}
