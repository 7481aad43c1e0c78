import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { AppError } from '../../../lib/app-error.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { listedQuotes } from '../../listed-quotes.ts'
import type { BlockRef } from '../../adapter.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { UNKNOWN_OWNERS, type OwnerShares, type PoolLiquidity } from '../../security/facts.ts'
import type { SuiNode } from '../rpc/node.ts'
import { readContentsAt, readListedRange } from '../rpc/objects.ts'
import { readReserve } from '../venues/pool-objects.ts'
import { readOwners } from './position-owners.ts'
import { findPositionTable, readPositions, type Positions } from './positions.ts'

/** Owners of the liquidity of a coin's pools (docs/scan.md#liquidity-and-locks). */

/** Owners that are not found in this time stay unknown. */
export const OWNERS_TIMEOUT_MS = 6_000
const POOL_CONCURRENCY = 3
/** Pools whose reserves are read, and those of them whose owners are. */
const MAX_POOLS = 200
const MAX_OWNED_POOLS = 12

interface Liquidity {
  /** Largest reserve of the other coin first, of listed quote coins before others; pools that could not be read are left out. */
  readonly pools: readonly PoolLiquidity[]
  /** Pools that were left out. */
  readonly unread: number
  /** What remains unknown about their owners. */
  readonly notes: readonly string[]
}

type Depth = Pick<PoolLiquidity, 'pool' | 'quote' | 'quoteRaw' | 'quoteUsd'>
interface ReadPool extends Depth {
  readonly known: Pool
  readonly json: unknown
}

export async function readLiquidity(node: SuiNode, coin: Address, pools: readonly Pool[], at: BlockRef, signal: AbortSignal): Promise<Liquidity> {
  if (pools.length === 0) return { pools: [], unread: 0, notes: [] }
  const timeout = AbortSignal.timeout(OWNERS_TIMEOUT_MS)
  const limited = AbortSignal.any([signal, timeout])
  const notes: string[] = []
  const unlisted = new Map<string, number>()

  async function readOwned(known: Pool, json: unknown): Promise<OwnerShares> {
    const unknown = (why: string): OwnerShares => {
      notes.push(`The owners of the liquidity of ${known.address} are unknown: ${why}`)
      return UNKNOWN_OWNERS
    }
    const table = findPositionTable(known)
    if (table === null) {
      unlisted.set(known.dex, (unlisted.get(known.dex) ?? 0) + 1)
      return UNKNOWN_OWNERS
    }
    try {
      const read = await readCurrentPositions(node, known, json, limited)
      if (!read.ok) return unknown(read.why)
      const owners = await readOwners(node, known.address, read.positions, table.burns, limited)
      if (owners.owned === null) return unknown(owners.note)
      if (owners.note !== null) notes.push(`The owners of the liquidity of ${known.address} are partly unknown: ${owners.note}`)
      return owners.owned
    } catch (error) {
      signal.throwIfAborted()
      if (timeout.aborted) return unknown('its positions could not be read in time.')
      if (!(error instanceof AppError)) throw error
      return unknown(error.message)
    }
  }

  const found = await readPools(node, coin, pools, at, signal)
  const read = await mapLimited(found.entries(), POOL_CONCURRENCY, async ([i, { known, json, ...depth }]) => ({
    ...depth,
    ...(i < MAX_OWNED_POOLS ? await readOwned(known, json) : UNKNOWN_OWNERS),
  }))
  for (const [dex, count] of unlisted)
    notes.push(
      `The owners of the liquidity of ${count === 1 ? 'a pool' : `${count} pools`} of ${dex} are unknown: its pools keep no known list of positions.`,
    )
  const unread = pools.length - found.length
  if (unread > 0) notes.push(`The reserves of ${unread} of ${pools.length} pools are unknown, because this version does not read pools of that kind.`)
  if (found.length > MAX_OWNED_POOLS) notes.push(`Of ${found.length} pools, only the owners of the ${MAX_OWNED_POOLS} deepest were read.`)
  return { pools: read, unread, notes }
}

/** A pool that changed since the checkpoint is read once more in its newest state. */
async function readCurrentPositions(node: SuiNode, pool: Pool, json: unknown, signal: AbortSignal): Promise<Positions> {
  const read = await readPositions(node, json, signal)
  if (read.ok || !read.changed) return read
  const { last } = await readListedRange(node, signal)
  const [object] = last === null ? [] : await readContentsAt(node, last, [pool.address], signal)
  return object === undefined ? read : readPositions(node, object.json, signal)
}

async function readPools(node: SuiNode, coin: Address, pools: readonly Pool[], at: BlockRef, signal: AbortSignal): Promise<ReadPool[]> {
  const { keys } = await readListedRange(node, signal)
  const found: ReadPool[] = []
  for (const part of partsOf(pools.slice(0, MAX_POOLS), keys)) {
    const ids = part.map(({ address }) => address)
    for (const { id, type, json } of await readContentsAt(node, at.number, ids, signal)) {
      const known = part.find(({ address }) => address === id)
      const quote = known === undefined || known.token0 !== coin ? (known?.token0 ?? null) : known.token1
      const quoteRaw = quote === null ? null : readReserve(type, json, quote)
      if (known !== undefined && quote !== null && quoteRaw !== null)
        found.push({ pool: known.address, quote, quoteRaw, quoteUsd: null, known, json })
    }
  }
  return found.sort(deepestFirst)
}

/** Anyone can open any number of pools with coins of their own, so pools with listed quote coins come first. */
function deepestFirst(a: ReadPool, b: ReadPool): number {
  const listed = Number(listedQuotes('sui').has(b.quote)) - Number(listedQuotes('sui').has(a.quote))
  return listed || (a.quoteRaw === b.quoteRaw ? 0 : a.quoteRaw < b.quoteRaw ? 1 : -1)
}
