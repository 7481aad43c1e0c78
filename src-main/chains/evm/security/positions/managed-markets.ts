import { keccak256, toHex, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef } from '../../../adapter.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawLog } from '../../transaction/log.ts'
import { addressInTopic, signedWord, word } from '../../encoding/words.ts'
import { spacingOfId } from '../../venues/pool-id.ts'
import { readFee, readPriceSlot, slotsOf } from './managed.ts'
import { managerAbi, poolManagerOf } from './managed-positions.ts'
import { COIN, type PoolKey } from '../liquidity/market.ts'
import { depthOf, otherToken, type OpenMarket } from '../liquidity/open-markets.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import { pastLogs } from '../liquidity/past-logs.ts'

/** Pools of a listed manager (Uniswap v4), with the key that a trade needs. */

const INITIALIZED = keccak256(toHex('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)'))
const MAX_POOLS = 3
const ROOT_ONE = 2n ** 96n

/** Pools with active liquidity and a known key. Their depth is that of a v2 pair with the same price and slippage. */
export async function readManagedMarkets(
  node: Node,
  network: NetworkId,
  token: Address,
  pools: readonly Pool[],
  at: BlockRef,
  signal: AbortSignal,
): Promise<OpenMarket[]> {
  const read = await Promise.all(pools.slice(0, MAX_POOLS).map((pool) => readOne(node, network, token, pool, at, signal)))
  return read.flatMap((market) => market ?? [])
}

async function readOne(node: Node, network: NetworkId, token: Address, pool: Pool, at: BlockRef, signal: AbortSignal): Promise<OpenMarket | null> {
  const manager = poolManagerOf(pool)
  if (manager === undefined) return null
  const quote = otherToken(pool, token)
  const [priceSlot, openSlot, decimals] = await node.multicall.read(
    [
      ...slotsOf(pool.address).map((slot) => ({ to: trustedAddress(manager.pools), abi: managerAbi, name: 'extsload', args: [slot] })),
      ...(quote === NATIVE ? [] : [{ to: quote, abi: tokenAbi, name: 'decimals' }]),
    ],
    at.number,
    signal,
  )
  if (typeof priceSlot !== 'string' || typeof openSlot !== 'string') return null
  const { rootPrice } = readPriceSlot(BigInt(priceSlot))
  const liquidity = BigInt(openSlot)
  if (rootPrice === 0n || liquidity === 0n) return null
  const key = plainKey(pool, readFee(BigInt(priceSlot))) ?? (await readReportedKey(node, trustedAddress(manager.pools), pool, at, signal))
  if (key === null) return null
  const quoteRaw = pool.token0 === quote ? (liquidity * ROOT_ONE) / rootPrice : (liquidity * rootPrice) / ROOT_ONE
  return { pool: trustedAddress(manager.pools), concentrated: false, key, ...depthOf(network, quote, quoteRaw, decimals) }
}

const currency = (token: Address): Address => (token === NATIVE ? COIN : token)

/** The key of a pool without hooks follows from its fee and is proved by its id. */
function plainKey({ address, token0, token1 }: Pool, fee: number): PoolKey | null {
  const tickSpacing = spacingOfId(address, token0, token1, fee)
  return tickSpacing === null ? null : { currency0: currency(token0), currency1: currency(token1), fee, tickSpacing, hooks: COIN }
}

/** The key from the pool's Initialize event; null if the event is not found in time. */
async function readReportedKey(
  node: Node,
  manager: Address,
  { address, createdBlock }: Pool,
  at: BlockRef,
  signal: AbortSignal,
): Promise<PoolKey | null> {
  const soon = AbortSignal.timeout(TIME_LIMITS.poolKey)
  const filter = { addresses: [manager], topics: [INITIALIZED, address] }
  try {
    const [opened] = await pastLogs(node, filter, createdBlock ?? 0, createdBlock ?? at.number, AbortSignal.any([signal, soon]))
    return opened === undefined ? null : keyIn(opened)
  } catch (error) {
    if (soon.aborted && !signal.aborted) return null
    throw error
  }
}

/** BEFORE_SWAP_RETURNS_DELTA_FLAG among the lowest bits of a hook's address: https://github.com/Uniswap/v4-core/blob/main/src/libraries/Hooks.sol. */
const TRADES_ITSELF = 8n

/** Whether a pool without liquidity may have a market, because its hook can trade with tokens of its own instead. Also true if the key is unknown. */
export async function mayTradeByHook(node: Node, pool: Pool, at: BlockRef, signal: AbortSignal): Promise<boolean> {
  const manager = poolManagerOf(pool)
  const key = manager === undefined ? null : await readReportedKey(node, trustedAddress(manager.pools), pool, at, signal)
  return key === null || (BigInt(key.hooks) & TRADES_ITSELF) !== 0n
}

function keyIn({ topics: [, , currency0, currency1], data }: RawLog): PoolKey | null {
  const [fee, tickSpacing, hooks] = [word(data, 0), signedWord(data, 1), word(data, 2)]
  if (currency0 === undefined || currency1 === undefined || fee === null || tickSpacing === null || hooks === null) return null
  return {
    currency0: trustedAddress(addressInTopic(currency0)),
    currency1: trustedAddress(addressInTopic(currency1)),
    fee: Number(fee),
    tickSpacing: Number(tickSpacing),
    hooks: trustedAddress(hexAddress(hooks)),
  }
}

const hexAddress = (value: bigint): Hex => `0x${value.toString(16).padStart(40, '0')}`
