import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { toUnits } from '../../../../../src-shared/domain/amount.ts'
import { NATIVE, type Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { poolManagerOf } from '../positions/managed-positions.ts'
import { quoteToken } from '../../venues/quote-tokens.ts'
import { readContracts, type Scan } from '../scan.ts'
import type { Market } from './market.ts'
import { priceCalls, readPrice } from './pool-price.ts'

/** Pools of a token that hold value, deepest first (docs/scan.md#liquidity-and-locks). */

/** Algebra's pools answer with two words, so this call fails there: they are concentrated. */
const pairAbi = parseAbi(['function getReserves() view returns (uint256, uint256, uint256)'])
const MAX_POOLS = 12
/** Calls for each pool. */
const CALLS = 5
const COIN_DECIMALS = 18
const ADDRESS = /^0x[0-9a-f]{40}$/

/** The amount of the other token in a pool. */
export interface Depth {
  readonly quote: Address
  readonly quoteRaw: bigint
  readonly listed: boolean
  readonly stable: boolean
  readonly units: number
}

export type OpenMarket = Market & Depth

/** Pools of a token by how they can be read. */
export interface Markets {
  /** Pools that are separate contracts, deepest first; trades in them can be simulated. */
  readonly open: readonly OpenMarket[]
  /** Pools of a listed manager, under ids. */
  readonly managed: readonly Pool[]
  /** Number of other pools, which report neither reserves nor a price (curves, other managers). */
  readonly closed: number
}

export async function readMarkets(scan: Scan, token: Address, pools: readonly Pool[]): Promise<Markets> {
  const near = pools.slice(0, MAX_POOLS)
  const managed = near.filter((pool) => poolManagerOf(pool) !== undefined)
  const rows = near
    .map((pool) => ({ pool: pool.address, quote: otherToken(pool, token) }))
    // Neither a pool under an id nor the native coin is a contract that can be called.
    .filter(({ pool, quote }) => ADDRESS.test(pool) && ADDRESS.test(quote))
  const answers = await readContracts(
    scan,
    rows.flatMap(({ pool, quote }) => [
      { to: pool, abi: pairAbi, name: 'getReserves' },
      ...priceCalls(pool),
      { to: quote, abi: tokenAbi, name: 'balanceOf', args: [pool] },
      { to: quote, abi: tokenAbi, name: 'decimals' },
    ]),
  )
  const open = rows.flatMap(({ pool, quote }, i): OpenMarket[] => {
    const [reserves, slot0, globalState, held, decimals] = answers.slice(i * CALLS, (i + 1) * CALLS)
    if ((reserves === null && readPrice([slot0, globalState]) === null) || typeof held !== 'bigint') return []
    return [{ pool, concentrated: reserves === null, key: null, ...depthOf(scan.network, quote, held, decimals) }]
  })
  return { open: open.sort(deepestFirst), managed, closed: near.length - managed.length - open.length }
}

export const otherToken = ({ token0, token1 }: Pool, token: Address): Address => (token0 === token ? token1 : token0)

/** @param decimals the answer to the token's decimals() */
export function depthOf(network: NetworkId, quote: Address, quoteRaw: bigint, decimals: unknown): Depth {
  const known = quoteToken(network, quote)
  const places = typeof decimals === 'bigint' && decimals <= 77n ? Number(decimals) : COIN_DECIMALS
  return { quote, quoteRaw, listed: known !== undefined || quote === NATIVE, stable: known?.type === 'stable', units: toUnits(quoteRaw, places) }
}

/** Amounts of different tokens cannot be compared without prices, so pools of listed quote tokens come first. */
export const deepestFirst = (a: Depth & { readonly pool: Address }, b: Depth & { readonly pool: Address }): number =>
  Number(b.listed) - Number(a.listed) || b.units - a.units || (a.pool < b.pool ? -1 : 1)
