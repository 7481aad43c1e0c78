import { keccak256, toHex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../../src-shared/domain/events.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import type { RawLog } from '../../transaction/log.ts'
import { addressInTopic, addressOfWord, signedWord, word } from '../../encoding/words.ts'
import { spacingOfId } from '../../venues/pool-id.ts'
import { readContracts, type Scan } from '../scan.ts'
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
export async function readManagedMarkets(scan: Scan, token: Address, pools: readonly Pool[]): Promise<OpenMarket[]> {
  const read = await Promise.all(pools.slice(0, MAX_POOLS).map((pool) => readOne(scan, token, pool)))
  return read.filter((market) => market !== null)
}

async function readOne(scan: Scan, token: Address, pool: Pool): Promise<OpenMarket | null> {
  const manager = poolManagerOf(pool)
  if (manager === undefined) return null
  const quote = otherToken(pool, token)
  const [priceSlot, openSlot, decimals] = await readContracts(scan, [
    ...slotsOf(pool.address).map((slot) => ({ to: trustedAddress(manager.pools), abi: managerAbi, name: 'extsload', args: [slot] })),
    ...(quote === NATIVE ? [] : [{ to: quote, abi: tokenAbi, name: 'decimals' }]),
  ])
  if (typeof priceSlot !== 'string' || typeof openSlot !== 'string') return null
  const { rootPrice } = readPriceSlot(BigInt(priceSlot))
  const liquidity = BigInt(openSlot)
  if (rootPrice === 0n || liquidity === 0n) return null
  const key = plainKey(pool, readFee(BigInt(priceSlot))) ?? (await readReportedKey(scan, trustedAddress(manager.pools), pool))
  if (key === null) return null
  const quoteRaw = pool.token0 === quote ? (liquidity * ROOT_ONE) / rootPrice : (liquidity * rootPrice) / ROOT_ONE
  return { pool: trustedAddress(manager.pools), concentrated: false, key, ...depthOf(scan.network, quote, quoteRaw, decimals) }
}

const currency = (token: Address): Address => (token === NATIVE ? COIN : token)

/** The key of a pool without hooks follows from its fee and is proved by its id. */
function plainKey({ address, token0, token1 }: Pool, fee: number): PoolKey | null {
  const tickSpacing = spacingOfId(address, token0, token1, fee)
  return tickSpacing === null ? null : { currency0: currency(token0), currency1: currency(token1), fee, tickSpacing, hooks: COIN }
}

/** The key from the pool's Initialize event; null if the event is not found in time. */
async function readReportedKey(scan: Scan, manager: Address, { address, createdBlock }: Pool): Promise<PoolKey | null> {
  const soon = AbortSignal.timeout(TIME_LIMITS.poolKey)
  const filter = { addresses: [manager], topics: [INITIALIZED, address] }
  try {
    const [opened] = await pastLogs({ ...scan, signal: AbortSignal.any([scan.signal, soon]) }, filter, createdBlock ?? 0, createdBlock ?? undefined)
    return opened === undefined ? null : keyIn(opened)
  } catch (error) {
    if (soon.aborted && !scan.signal.aborted) return null
    throw error
  }
}

/** BEFORE_SWAP_RETURNS_DELTA_FLAG among the lowest bits of a hook's address: https://github.com/Uniswap/v4-core/blob/main/src/libraries/Hooks.sol. */
const TRADES_ITSELF = 8n

/** Whether a pool without liquidity may have a market, because its hook can trade with tokens of its own instead. Also true if the key is unknown. */
export async function mayTradeByHook(scan: Scan, pool: Pool): Promise<boolean> {
  const manager = poolManagerOf(pool)
  const key = manager === undefined ? null : await readReportedKey(scan, trustedAddress(manager.pools), pool)
  return key === null || (BigInt(key.hooks) & TRADES_ITSELF) !== 0n
}

function keyIn({ topics: [, , currency0, currency1], data }: RawLog): PoolKey | null {
  const [fee, tickSpacing, hooks] = [word(data, 0), signedWord(data, 1), word(data, 2)]
  if (currency0 === undefined || currency1 === undefined || fee === null || tickSpacing === null || hooks === null) return null
  return {
    currency0: addressInTopic(currency0),
    currency1: addressInTopic(currency1),
    fee: Number(fee),
    tickSpacing: Number(tickSpacing),
    hooks: addressOfWord(hooks),
  }
}
