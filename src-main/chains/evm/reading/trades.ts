import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { Page } from '../../adapter.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { request } from '../../rpc/request.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import type { Node } from '../rpc/node.ts'
import { TRANSFER_TOPIC } from '../transaction/transfer-log.ts'
import { addressTopic } from '../encoding/words.ts'
import { launchpadsOf } from '../venues/launchpads.ts'
import { isManager, venueOfContract, type FactoryIndex } from '../venues/registry.ts'
import { quoteTokens } from '../venues/quote-tokens.ts'
import type { RawLog } from '../transaction/log.ts'
import { rawReceipt, rawTransaction, type RawReceipt } from '../transaction/raw.ts'
import { readLogs, type LogFilter } from './logs/read-logs.ts'
import { hasId, MANAGER_SWAP_TOPICS, POOL_SWAP_TOPICS, readWithdrawal } from '../decode/swaps/events.ts'
import type { LegLookups } from '../decode/swaps/leg.ts'
import { decodeLegs } from '../decode/swaps/legs.ts'

const RECEIPT_CONCURRENCY = 8

/**
 * Swaps of the given pools in a block range, each once, in chain order. Reads the swap events of the pools, those of
 * the manager for pools with an id, and for curves, whose events index no token, the token's transfers to and from the launchpad.
 */
export async function* readTrades(
  node: Node,
  network: NetworkId,
  factories: FactoryIndex,
  pools: readonly Pool[],
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Trade>> {
  const launchpads = launchpadsOf(network)
  const filters = swapFilters(pools, factories, launchpads)
  if (filters.length === 0) {
    yield { from, to, rows: [] }
    return
  }
  const poolsByKey = new Map(pools.filter((pool) => !launchpads.has(pool.address)).map((pool) => [pool.address, pool]))
  const curveTokens = new Set(pools.filter((pool) => launchpads.has(pool.address)).map((pool) => `${pool.address}:${pool.token0}`))
  const decimals = await node.decimals.of([...pools.flatMap((pool) => [pool.token0, pool.token1]), ...quoteTokens(network)], to, signal)
  const lookups: LegLookups = {
    pool: (key) => poolsByKey.get(key) ?? null,
    venue: () => null,
    listed: (contract) => venueOfContract(factories, contract),
    vault: (manager) => factories.get(manager)?.vault ?? manager,
    launchpad: (contract) => launchpads.get(contract) ?? null,
    decimals: (token) => decimals.get(token) ?? null,
  }
  const wanted = (trade: Trade): boolean => {
    if (trade.pool === null) return false
    return poolsByKey.has(trade.pool) || [trade.tokenIn.token, trade.tokenOut.token].some((token) => curveTokens.has(`${trade.pool}:${token}`))
  }
  for await (const page of readLogs({ rpc: node.rpc, filters, from, to, memory: node.ranges, signal })) {
    const times = await node.blocks.times(page.logs, signal)
    const swapsByTransaction = Map.groupBy(page.logs, (log) => log.transactionHash)
    const perTransaction = await mapLimited([...swapsByTransaction], RECEIPT_CONCURRENCY, async ([hash, swaps]) => {
      const receipt = await receiptWith(node, hash, swaps, signal)
      const transaction = {
        network,
        tx: hash,
        signer: receipt.from,
        to: receipt.to ?? null,
        input: await inputIfNeeded(node, receipt, signal),
        time: times.get(receipt.blockNumber) ?? null,
        logs: receipt.logs,
      }
      return decodeLegs(transaction, lookups)
        .filter((one) => one.kind === 'trade')
        .filter(wanted)
    })
    yield { from: page.from, to: page.to, rows: perTransaction.flat() }
  }
}

/** One filter for each kind of emitter. */
function swapFilters(pools: readonly Pool[], factories: FactoryIndex, launchpads: ReadonlyMap<Address, unknown>): LogFilter[] {
  const curves = pools.filter((pool) => launchpads.has(pool.address))
  const ids = pools.filter(hasId).map((pool) => pool.address)
  const addresses = pools.filter((pool) => !hasId(pool) && !launchpads.has(pool.address)).map((pool) => pool.address)
  const managers = [...factories.values()].filter(isManager).map((factory) => factory.address)
  return [
    ...(addresses.length === 0 ? [] : [{ addresses, topics: [POOL_SWAP_TOPICS] }]),
    ...(ids.length === 0 || managers.length === 0 ? [] : [{ addresses: managers, topics: [MANAGER_SWAP_TOPICS, ids] }]),
    ...curves.flatMap(({ token0, address }) => [
      { addresses: [token0], topics: [TRANSFER_TOPIC, addressTopic(address)] },
      { addresses: [token0], topics: [TRANSFER_TOPIC, null, addressTopic(address)] },
    ]),
  ]
}

/** The receipt of a swap's transaction. @throws AppError `source_unavailable` when it does not contain the given logs */
async function receiptWith(node: Node, hash: string, swaps: readonly RawLog[], signal: AbortSignal): Promise<RawReceipt> {
  const receipt = await request(node.rpc, rawReceipt, 'eth_getTransactionReceipt', [hash], signal)
  for (const swap of swaps) {
    const same = receipt.logs.find((log) => log.logIndex === swap.logIndex)
    if (same === undefined || same.address !== swap.address || same.data !== swap.data || receipt.blockHash !== swap.blockHash) {
      throw contradiction(node.rpc.hosts, `eth_getLogs names log ${swap.logIndex} of ${hash} in block ${swap.blockNumber}, its receipt does not`)
    }
  }
  return receipt
}

/** The call data, which names the receiver of unwrapped coins; null where nothing was unwrapped. */
async function inputIfNeeded(node: Node, receipt: RawReceipt, signal: AbortSignal): Promise<`0x${string}` | null> {
  if (!receipt.logs.some((log) => readWithdrawal(log) !== null)) return null
  const { input } = await request(node.rpc, rawTransaction, 'eth_getTransactionByHash', [receipt.transactionHash], signal)
  return input ?? null
}
