import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../../src-shared/domain/events.ts'
import { shortPercent } from '../../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { UNKNOWN_OWNERS, type OwnerShares, type PoolLiquidity } from '../../../security/facts.ts'
import { knownLiquidity } from '../../../security/known-liquidity.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { readAccountKinds } from '../../reading/accounts/account-kinds.ts'
import { readContracts, type Scan } from '../scan.ts'
import { countDeposits, countStakes, gaugeOf } from '../positions/gauges.ts'
import { mayTradeByHook } from '../positions/managed-markets.ts'
import { poolManagerOf, readManagedPositions } from '../positions/managed-positions.ts'
import { deepestFirst, depthOf, otherToken, type Depth, type Markets, type OpenMarket } from './open-markets.ts'
import { locksOfPair, ownersOf } from './pair-locks.ts'
import { locksOfPositions } from '../positions/position-locks.ts'
import { readPositions, type Position } from '../positions/positions.ts'

/** Owners of the liquidity of a token's pools (docs/scan.md#liquidity-and-locks). */

const POOL_CONCURRENCY = 4

/** A pool's liquidity, with the depth by which pools are sorted. */
type Reading = Depth & OwnerShares & { readonly pool: Address }

interface Query {
  readonly token: Address
  readonly markets: Markets
  readonly pools: readonly Pool[]
}

interface Liquidity {
  /** Deepest pool first; null if it may be in pools that could not be read. */
  readonly pools: readonly PoolLiquidity[] | null
  readonly notes: readonly string[]
}

/** @param late aborts at the time limit; pools that were not read by then get a note */
export async function readLiquidity(scan: Scan, { token, markets, pools }: Query, late: AbortSignal): Promise<Liquidity> {
  const notes: string[] = []
  const noteUnknown = (pool: Address, why: string): void => {
    notes.push(`The owners of the liquidity of ${pool} are unknown: ${why}`)
  }

  /** Adds a note if the largest owner is a contract, such as a farm: only its code knows who may withdraw. */
  async function noteContract(pool: Address, owned: OwnerShares): Promise<OwnerShares> {
    const { largestFreeOwner: owner, largestFreePct: part } = owned
    if (owner !== null && part !== null && (await readAccountKinds(scan.node, [owner], scan.at, scan.signal)).get(owner) === 'contract')
      notes.push(`${shortPercent(part)} of the liquidity of ${pool} is held by the contract ${owner}, whose code decides who may withdraw it.`)
    return owned
  }

  /** A failure of the endpoint, or the time limit, leaves only this pool unknown. */
  async function readOr<T>(pool: Address, otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!late.aborted && (scan.signal.aborted || !(error instanceof AppError))) throw error
      noteUnknown(pool, late.aborted ? 'its history could not be read in time.' : (error as AppError).message)
      return otherwise
    }
  }

  const ownedBy = async (pool: Address, born: number, positions: readonly Position[]): Promise<OwnerShares> =>
    noteContract(pool, await locksOfPositions(scan, positions, born))

  async function ownedPair(pool: Address, born: number): Promise<OwnerShares> {
    const owners = await ownersOf(scan, pool, born)
    if (owners === null) return UNKNOWN_OWNERS
    const gauge = await gaugeOf(scan, pool)
    const balances = gauge === null ? owners.balances : await countDeposits(scan, gauge, owners.balances, born)
    return noteContract(pool, await locksOfPair(scan, pool, { ...owners, balances }))
  }

  const readOpen = async ({ concentrated, ...market }: OpenMarket): Promise<Reading> => {
    const { pool } = market
    const born = pools.find(({ address }) => address === pool)?.createdBlock ?? 0
    const owned = await readOr(pool, UNKNOWN_OWNERS, async () => {
      if (!concentrated) return ownedPair(pool, born)
      const result = await readPositions(scan, pool, born)
      if (!result.ok) {
        noteUnknown(pool, result.why)
        return UNKNOWN_OWNERS
      }
      const gauge = await gaugeOf(scan, pool)
      return ownedBy(pool, born, gauge === null ? result.positions : await countStakes(scan, gauge, result.positions, born))
    })
    return { ...market, ...owned }
  }

  const readManaged = (pool: Pool): Promise<Reading[]> =>
    readOr<Reading[]>(pool.address, [], async () => {
      const manager = poolManagerOf(pool)
      if (manager === undefined) return []
      const result = await readManagedPositions(scan, manager, pool)
      if (!result.ok) {
        noteUnknown(pool.address, result.why)
        return []
      }
      if (result.positions.length === 0 && (await mayTradeByHook(scan, pool))) {
        noteUnknown(pool.address, 'the pool itself has none, but its hook can trade with tokens of its own.')
        return []
      }
      const quote = otherToken(pool, token)
      const [decimals] = quote === NATIVE ? [] : await readContracts(scan, [{ to: quote, abi: tokenAbi, name: 'decimals' }])
      const depth = depthOf(scan.network, quote, result.held[pool.token0 === quote ? 0 : 1], decimals)
      return [{ pool: pool.address, ...depth, ...(await ownedBy(pool.address, pool.createdBlock ?? 0, result.positions)) }]
    })

  const [open, managed] = await Promise.all([
    mapLimited(markets.open, POOL_CONCURRENCY, readOpen),
    mapLimited(markets.managed, POOL_CONCURRENCY, readManaged),
  ])
  const read = [...open, ...managed.flat()].sort(deepestFirst)
  const unread = markets.closed + managed.filter((pools) => pools.length === 0).length
  return { pools: knownLiquidity(read, unread)?.map(forReport) ?? null, notes }
}

const forReport = ({ pool, quote, quoteRaw, stable, units, ...owned }: Reading): PoolLiquidity => ({
  ...{ pool, quote, quoteRaw, quoteUsd: stable ? units : null },
  ...{ lockedPct: owned.lockedPct, locks: owned.locks, largestFreePct: owned.largestFreePct, largestFreeOwner: owned.largestFreeOwner },
})
