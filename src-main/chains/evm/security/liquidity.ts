import { parseAbi } from 'viem'
import { z } from 'zod'
import quotes from '../../../../resources/dex/evm-quote-tokens.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { percentOf, toUnits } from '../../../../src-shared/domain/amount.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { BlockRef } from '../../adapter.ts'
import type { LiquidityLock, PoolLiquidity } from '../../security.ts'
import { AppError } from '../../../lib/app-error.ts'
import { tokenAbi } from '../abi.ts'
import { ask, inParallel } from '../../ask.ts'
import { toHexNumber } from '../hex.ts'
import type { Node } from '../node.ts'
import { TRANSFER_TOPIC } from '../normalise.ts'
import { rawLog } from '../raw.ts'
import { BURNS, lockerAt, seconds } from './lockers.ts'
import type { Market } from './market.ts'
import { locksOfPositions } from './position-locks.ts'
import { readPositions } from './positions.ts'

/** Pools that hold value, deepest first, and whose liquidity it is (engine.md §8.4). */

const poolAbi = parseAbi([
  'function getReserves() view returns (uint256, uint256, uint256)',
  'function slot0() view returns (uint160, int24)',
  'function totalSupply() view returns (uint256)',
])
const uncxAbi = parseAbi([
  'function getNumLocksForToken(address) view returns (uint256)',
  'function tokenLocks(address, uint256) view returns (uint256 lockDate, uint256 amount, uint256 initialAmount, uint256 unlockDate, uint256 lockId, address owner)',
])
const pinkAbi = parseAbi([
  'struct Lock { uint256 id; address token; address owner; uint256 amount; uint256 lockDate; uint256 tgeDate; uint256 tgeBps; uint256 cycle; uint256 cycleBps; uint256 unlockedAmount; string description; }',
  'function getLocksForToken(address, uint256, uint256) view returns (Lock[])',
])
const MOST_POOLS = 12
const MOST_LOCKS = 20
const POOLS_AT_ONCE = 4
/** A v2 pair burns its first 1,000 raw units for everyone: no lock. */
const MINIMUM_LIQUIDITY = 1_000n

export interface OpenMarket extends Market {
  readonly listed: boolean
  readonly stable: boolean
  readonly units: number
}

/** Markets of a token; pools that answer neither reserves nor a price (a v4 manager, a curve) are counted in `closed`. */
export async function readMarkets(
  node: Node,
  network: NetworkId,
  token: Address,
  pools: readonly Pool[],
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ markets: OpenMarket[]; closed: number }> {
  const rows = pools.slice(0, MOST_POOLS).map((pool) => ({ pool: pool.address, quote: pool.token0 === token ? pool.token1 : pool.token0 }))
  const answers = await node.multicall.read(
    rows.flatMap(({ pool, quote }) => [
      { to: pool, abi: poolAbi, name: 'getReserves' },
      { to: pool, abi: poolAbi, name: 'slot0' },
      { to: quote, abi: tokenAbi, name: 'balanceOf', args: [pool] },
      { to: quote, abi: tokenAbi, name: 'decimals' },
    ]),
    at.number,
    signal,
  )
  const markets = rows.flatMap(({ pool, quote }, i): OpenMarket[] => {
    const [reserves, slot0, held, decimals] = answers.slice(i * 4, i * 4 + 4)
    if ((reserves === null && slot0 === null) || typeof held !== 'bigint') return []
    const known = quotes.find((row) => row.network === network && row.address === quote)
    const places = typeof decimals === 'bigint' && decimals <= 77n ? Number(decimals) : 18
    return [
      {
        pool,
        quote,
        quoteRaw: held,
        concentrated: reserves === null,
        listed: known !== undefined,
        stable: known?.type === 'stable',
        units: toUnits(held, places),
      },
    ]
  })
  // Amounts of different coins do not compare without a price: pools of coins that everybody takes come first.
  markets.sort((a, b) => Number(b.listed) - Number(a.listed) || b.units - a.units || (a.pool < b.pool ? -1 : 1))
  return { markets, closed: rows.length - markets.length }
}

export async function readLiquidity(
  node: Node,
  network: NetworkId,
  markets: readonly OpenMarket[],
  pools: readonly Pool[],
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ readonly pools: readonly PoolLiquidity[]; readonly notes: readonly string[] }> {
  const notes: string[] = []
  const read = await inParallel(markets, POOLS_AT_ONCE, async (market): Promise<PoolLiquidity> => {
    const { pool, quote, quoteRaw, stable, units } = market
    const born = pools.find(({ address }) => address === pool)?.createdBlock ?? 0
    const base = { pool, quote, quoteRaw, quoteUsd: stable ? units : null }
    const unread = { ...base, lockedPct: null, locks: [], largestFreePct: null, largestFreeOwner: null }
    if (market.concentrated) {
      const told = await readPositions(node, network, pool, born, at, signal)
      if (told.ok) return { ...base, ...(await locksOfPositions(node, network, told.positions, born, at, signal)) }
      notes.push(`Who owns the liquidity of ${pool} is not known: ${told.why}`)
      return unread
    }
    const owners = await ownersOf(node, pool, born, at, signal)
    return owners === null ? unread : { ...base, ...(await locksOf(node, network, pool, owners, at, signal)) }
  })
  return { pools: read, notes }
}

interface LpOwners {
  readonly supply: bigint
  readonly balances: ReadonlyMap<Address, bigint>
}

/** Owners of a pair's liquidity tokens, replayed from their transfers; null where the endpoint does not answer such a query. */
async function ownersOf(node: Node, pair: Address, from: number, at: BlockRef, signal: AbortSignal): Promise<LpOwners | null> {
  const query = { address: pair, topics: [TRANSFER_TOPIC], fromBlock: toHexNumber(from), toBlock: toHexNumber(at.number) }
  try {
    const [logs, [supply]] = await Promise.all([
      ask(node.rpc, z.array(rawLog), 'eth_getLogs', [query], signal),
      node.multicall.read([{ to: pair, abi: poolAbi, name: 'totalSupply' }], at.number, signal),
    ])
    if (typeof supply !== 'bigint' || supply <= MINIMUM_LIQUIDITY) return null
    const balances = new Map<Address, bigint>()
    const add = (topic: string | undefined, raw: bigint): void => {
      if (topic === undefined) return
      const owner = trustedAddress(`0x${topic.slice(26)}`)
      balances.set(owner, (balances.get(owner) ?? 0n) + raw)
    }
    for (const { topics, data } of logs) {
      const raw = BigInt(data === '0x' ? '0x0' : data.slice(0, 66))
      add(topics[1], -raw)
      add(topics[2], raw)
    }
    // What was minted came from the zero address; what was burned is gone from the supply, but for the first units of all.
    for (const zero of BURNS) if (/^0x0+$/.test(zero)) balances.delete(trustedAddress(zero))
    return { supply: supply - MINIMUM_LIQUIDITY, balances }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return null
  }
}

async function locksOf(
  node: Node,
  network: NetworkId,
  pair: Address,
  { supply, balances }: LpOwners,
  at: BlockRef,
  signal: AbortSignal,
): Promise<Pick<PoolLiquidity, 'lockedPct' | 'locks' | 'largestFreePct' | 'largestFreeOwner'>> {
  const locks: LiquidityLock[] = []
  let free: { owner: Address; raw: bigint } | null = null
  for (const [owner, raw] of balances) {
    if (raw <= 0n) continue
    const locker = lockerAt(network, owner)
    if (BURNS.has(owner)) locks.push({ percentage: percentOf(raw, supply), type: 'burn', unlockAt: null })
    else if (locker !== undefined) {
      const told = await datesOf(node, { ...locker, address: owner }, pair, at, signal)
      // A lock that has ended holds nobody back.
      const held = told === null ? [{ raw, unlockAt: null }] : told.filter(({ unlockAt }) => unlockAt > at.time)
      for (const part of held)
        locks.push({ percentage: percentOf(part.raw < raw ? part.raw : raw, supply), type: locker.locker, unlockAt: part.unlockAt })
    } else if (free === null || raw > free.raw) free = { owner, raw }
  }
  locks.sort((a, b) => b.percentage - a.percentage)
  const locked = locks.reduce((sum, { percentage }) => sum + percentage, 0)
  return {
    lockedPct: Math.min(100, locked),
    locks: locks.slice(0, MOST_LOCKS),
    largestFreePct: free === null ? 0 : percentOf(free.raw, supply),
    largestFreeOwner: free?.owner ?? null,
  }
}

/** Unlock dates where the locker's layout is known; null where it is not. */
async function datesOf(
  node: Node,
  locker: { readonly address: Address; readonly layout: string | null },
  pair: Address,
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ raw: bigint; unlockAt: number }[] | null> {
  if (locker.layout === 'uncx_v2') {
    const [count] = await node.multicall.read([{ to: locker.address, abi: uncxAbi, name: 'getNumLocksForToken', args: [pair] }], at.number, signal)
    if (typeof count !== 'bigint') return null
    const places = [...Array(Math.min(MOST_LOCKS, Number(count))).keys()]
    const rows = await node.multicall.read(
      places.map((i) => ({ to: locker.address, abi: uncxAbi, name: 'tokenLocks', args: [pair, BigInt(i)] })),
      at.number,
      signal,
    )
    return rows.flatMap((row) => (Array.isArray(row) ? [{ raw: row[1] as bigint, unlockAt: seconds(row[3]) }] : []))
  }
  if (locker.layout === 'pinklock') {
    const args = [pair, 0n, BigInt(MOST_LOCKS)]
    const [rows] = await node.multicall.read([{ to: locker.address, abi: pinkAbi, name: 'getLocksForToken', args }], at.number, signal)
    if (!Array.isArray(rows)) return null
    return (rows as { amount: bigint; unlockedAmount: bigint; tgeDate: bigint }[]).map(({ amount, unlockedAmount, tgeDate }) => ({
      raw: amount - unlockedAmount,
      unlockAt: seconds(tgeDate),
    }))
  }
  return null
}
