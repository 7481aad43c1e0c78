import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { Page } from '../../../adapter.ts'
import { countOf, grouped } from '../../../../../src-shared/domain/shown.ts'
import { mapAhead } from '../../../../lib/map-ahead.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Node } from '../../rpc/node.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { addressTopic } from '../../encoding/words.ts'
import { launchpadsOf } from '../../venues/launchpads.ts'
import { settlementsOf } from '../../venues/settlements.ts'
import { isManager, venueOfContract, type FactoryIndex } from '../../venues/registry.ts'
import { quoteDecimals, quoteTokens } from '../../venues/quote-tokens.ts'
import { BLOCK_CONCURRENCY, readInputs, receiptsWith } from './swap-receipts.ts'
import { cutPage } from '../logs/cut-page.ts'
import type { LogFilter } from '../logs/read-logs.ts'
import { checkTransactions, type SwapReceipt } from '../archive/checked-transactions.ts'
import { readSourced, type SourcedPage } from '../archive/read-archived.ts'
import { hasId, isEmptySwap, MANAGER_SWAP_TOPICS, POOL_SWAP_TOPICS, UNLISTED_DEXES } from '../../decode/swaps/events.ts'
import type { LegLookups } from '../../decode/swaps/leg.ts'
import { decodeLegs, isUnpaid } from '../../decode/swaps/legs.ts'
import { genuinePairs } from '../pools/genuine-pairs.ts'

/**
 * A page is stored once all its receipts are read, while the next page is being read. An interrupted read therefore loses the calls of two pages: a
 * few seconds at 10 calls a second.
 */
const SWAPS_PER_PAGE = 25
const UNPAID =
  'Swaps of unlisted exchanges are left out if they state more of a quote token than moved in their transaction, or a token of which none moved.'
const EMPTY =
  'Swaps in which a pool of a manager exchanged nothing are left out. Its hook may have traded in its place, and no event of the manager says how much.'

/**
 * Swaps of the given pools in a block range, each once, in chain order. Reads the swap events of the pools, and those of the manager for pools with
 * an id. Events of curves index no token, so the token's transfers to and from the launchpad are read instead. Exchanges of the token without a pool
 * are read in the same transactions.
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
  const [launchpads, settlements] = [launchpadsOf(network), settlementsOf(network)]
  const filters = swapFilters(pools, factories, launchpads)
  if (filters.length === 0) {
    yield { from, to, rows: [] }
    return
  }
  const poolsByKey = new Map(pools.filter((pool) => !launchpads.has(pool.address)).map((pool) => [pool.address, pool]))
  const curveTokens = new Set(pools.filter((pool) => launchpads.has(pool.address)).map((pool) => `${pool.address}:${pool.token0}`))
  const decimals = await node.decimals.of([...pools.flatMap((pool) => [pool.token0, pool.token1]), ...quoteTokens(network)], to, signal)
  const unlisted = pools.filter((pool) => UNLISTED_DEXES.has(pool.dex) && pool.dexVersion === '2')
  const genuine = await genuinePairs(
    node,
    unlisted.map(({ address }) => address),
    signal,
  )
  const lookups: LegLookups = {
    pool: (key) => poolsByKey.get(key) ?? null,
    venue: () => null,
    listed: (contract) => venueOfContract(factories, contract),
    isGenuinePair: (contract) => genuine.has(contract),
    vault: (manager) => factories.get(manager)?.vault ?? manager,
    launchpad: (contract) => launchpads.get(contract) ?? null,
    settlement: (contract) => settlements.get(contract) ?? null,
    decimals: (token) => decimals.get(token) ?? null,
  }
  const token = tokenOf(network, pools)
  const wanted = (trade: Trade): boolean => {
    if (trade.pool === null) return [trade.tokenIn.token, trade.tokenOut.token].some((one) => one === token)
    return poolsByKey.has(trade.pool) || [trade.tokenIn.token, trade.tokenOut.token].some((token) => curveTokens.has(`${trade.pool}:${token}`))
  }
  const leftOut = new Set<string>()
  const tradesIn = ({ hash, from: signer, to: called, input, time, logs }: Omit<SwapReceipt, 'block' | 'transactionIndex'>): Trade[] => {
    const decoded = decodeLegs({ network, tx: hash, signer, to: called, input, time, logs }, lookups)
    if (decoded.some(isUnpaid)) leftOut.add(UNPAID)
    if (logs.some((log) => isEmptySwap(log) && poolsByKey.has(log.topics[1] as Address))) leftOut.add(EMPTY)
    return decoded.filter((one) => one.kind === 'trade').filter(wanted)
  }
  const alsoFilters = movementFilters(network, pools, factories, launchpads)
  const pages = pagesOf(readSourced(node, { filters, alsoFilters, from, to, use: 'history', signal }))
  yield* mapAhead(pages, async (page): Promise<Page<Trade>> => {
    const { source, remarks = [], revokes } = page
    if (page.archived !== null) {
      const { transactions, repaired } = await checkTransactions(page.archived.transactions, (one) => tradesIn(one).length > 0, {
        receipts: async (block, hashes) => [...(await node.receipts.in(block, hashes, signal)).values()],
        inputs: (block, receipts) => readInputs(node, block, receipts, signal),
      })
      const text = `${source?.replace(':', ' ') ?? ''} had ${countOf(repaired, 'transaction')} of blocks ${grouped(page.from)} to ${grouped(page.to)} incomplete; the node’s are kept.`
      const rows = transactions.flatMap(tradesIn)
      return { from: page.from, to: page.to, rows, source, revokes, remarks: [...remarks, ...(repaired === 0 ? [] : [`The ${text}`]), ...leftOut] }
    }
    const times = await node.blocks.times(page.logs, signal)
    const perBlock = await mapLimited(
      Map.groupBy(page.logs, (log) => log.blockNumber),
      BLOCK_CONCURRENCY,
      async ([block, swaps]) => {
        const receipts = await receiptsWith(node, block, swaps, signal)
        const inputs = await readInputs(node, block, receipts, signal)
        const time = times.get(block) ?? null
        return receipts.flatMap(({ transactionHash: hash, from: signer, to: called, logs }) =>
          tradesIn({ hash, from: signer, to: called ?? null, input: inputs.get(hash) ?? null, time, logs }),
        )
      },
    )
    return { from: page.from, to: page.to, rows: perBlock.flat(), remarks: [...remarks, ...leftOut], revokes }
  })
}

/** The token that all pools trade; null if a single pool of two tokens leaves it open. */
function tokenOf(network: NetworkId, pools: readonly Pool[]): Address | null {
  const [first] = pools
  const shared = [first?.token0, first?.token1].filter(
    (token) =>
      token !== undefined && quoteDecimals(network, token) === null && pools.every(({ token0, token1 }) => token0 === token || token1 === token),
  )
  return shared.length === 1 ? (shared[0] ?? null) : null
}

/** Pages of an archive include their transactions and need no further calls. */
async function* pagesOf(pages: AsyncIterable<SourcedPage>): AsyncGenerator<SourcedPage> {
  for await (const page of pages) {
    if (page.archived !== null) yield page
    else for (const part of cutPage(page, SWAPS_PER_PAGE)) yield { ...page, ...part }
  }
}

/** Transfers of the tokens to and from their pools. A transaction with such a transfer and no swap either changed liquidity or lost its swap. */
function movementFilters(
  network: NetworkId,
  pools: readonly Pool[],
  factories: FactoryIndex,
  launchpads: ReadonlyMap<Address, unknown>,
): LogFilter[] {
  const quotes = new Set(quoteTokens(network))
  const own = pools.filter((pool) => !launchpads.has(pool.address))
  const addresses = [...new Set(own.flatMap(({ token0, token1 }) => [token0, token1]))].filter((token) => !quotes.has(token))
  const vaults = own.some(hasId) ? [...factories.values()].filter(isManager).map(({ address, vault }) => vault ?? address) : []
  const holders = [...new Set([...own.filter((pool) => !hasId(pool)).map(({ address }) => address), ...vaults])].map(addressTopic)
  if (addresses.length === 0 || holders.length === 0) return []
  return [
    { addresses, topics: [TRANSFER_TOPIC, holders] },
    { addresses, topics: [TRANSFER_TOPIC, null, holders] },
  ]
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
