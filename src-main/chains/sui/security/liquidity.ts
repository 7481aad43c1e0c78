import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { BlockRef } from '../../adapter.ts'
import { inParallel } from '../../ask.ts'
import type { PoolLiquidity } from '../../security.ts'
import { readReserve } from '../reading/holders.ts'
import { normaliseType } from '../encoding/move-type.ts'
import type { SuiNode } from '../rpc/node.ts'
import { AVAILABLE_RANGE, OBJECT_CONTENTS } from '../rpc/graphql-queries.ts'
import { readOwners, type Owned } from './position-owners.ts'
import { findPositionTable, readPositions, type Positions } from './positions.ts'

/** Whose the liquidity of a coin's pools is (engine.md §8.4). */

/** Owners that are not found by then stay unknown. */
export const OWNERS_TIMEOUT_MS = 6_000
const POOL_CONCURRENCY = 3
const UNKNOWN_OWNERS: Owned = { lockedPct: null, locks: [], largestFreePct: null, largestFreeOwner: null }

interface Liquidity {
  /** Largest reserve of the other coin first; pools that could not be read are left out. */
  readonly pools: readonly PoolLiquidity[]
  /** What is not known of their owners. */
  readonly notes: readonly string[]
}

type Depth = Pick<PoolLiquidity, 'pool' | 'quote' | 'quoteRaw' | 'quoteUsd'>
interface ReadPool extends Depth {
  readonly known: Pool
  readonly json: unknown
}

export async function readLiquidity(node: SuiNode, coin: Address, pools: readonly Pool[], at: BlockRef, signal: AbortSignal): Promise<Liquidity> {
  if (pools.length === 0) return { pools: [], notes: [] }
  const late = AbortSignal.timeout(OWNERS_TIMEOUT_MS)
  const patient = AbortSignal.any([signal, late])
  const notes: string[] = []
  const unlisted = new Map<string, number>()

  async function ownedOf(known: Pool, json: unknown): Promise<Owned> {
    const untold = (why: string): Owned => {
      notes.push(`Who owns the liquidity of ${known.address} is not known: ${why}`)
      return UNKNOWN_OWNERS
    }
    const table = findPositionTable(known)
    if (table === null) {
      unlisted.set(known.dex, (unlisted.get(known.dex) ?? 0) + 1)
      return UNKNOWN_OWNERS
    }
    try {
      const told = await readCurrentPositions(node, known, json, patient)
      if (!told.ok) return untold(told.why)
      const owners = await readOwners(node, known.address, told.positions, table.burns, patient)
      if (owners.owned === null) return untold(owners.note)
      if (owners.note !== null) notes.push(`The owners of the liquidity of ${known.address} are known in part: ${owners.note}`)
      return owners.owned
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted) return untold('its positions could not be read in time.')
      if (!(error instanceof AppError)) throw error
      return untold(error.say)
    }
  }

  const found = await readPools(node, coin, pools, at, signal)
  const read = await inParallel(found, POOL_CONCURRENCY, async ({ known, json, ...depth }) => ({
    ...depth,
    ...(await ownedOf(known, json)),
  }))
  for (const [dex, count] of unlisted)
    notes.push(
      `Who owns the liquidity of ${count === 1 ? 'a pool' : `${count} pools`} of ${dex} is not known: no list of a pool's positions is known there.`,
    )
  return { pools: read, notes }
}

/** A pool that changed since the checkpoint is read once more as it is now. */
async function readCurrentPositions(node: SuiNode, pool: Pool, json: unknown, signal: AbortSignal): Promise<Positions> {
  const told = await readPositions(node, json, signal)
  if (told.ok || !told.changed) return told
  const { graphql } = node
  const { serviceConfig } = await graphql.ask(AVAILABLE_RANGE.name, AVAILABLE_RANGE.text, { field: 'objects' }, AVAILABLE_RANGE.answer, signal)
  const newest = serviceConfig.availableRange.last?.sequenceNumber
  const [object] = newest === undefined ? [] : await readPoolContents(node, newest, [pool], signal)
  return object === undefined ? told : readPositions(node, object.json, signal)
}

async function readPoolContents(
  { graphql }: SuiNode,
  at: number,
  pools: readonly Pool[],
  signal: AbortSignal,
): Promise<{ readonly known: Pool; readonly type: string; readonly json: unknown }[]> {
  const keys = pools.map(({ address }) => ({ address }))
  const { checkpoint } = await graphql.ask(OBJECT_CONTENTS.name, OBJECT_CONTENTS.text, { at, keys }, OBJECT_CONTENTS.answer, signal)
  return (checkpoint?.query?.multiGetObjects ?? []).flatMap((object) => {
    const contents = object?.asMoveObject?.contents
    const known = pools.find(({ address }) => address === object?.address)
    if (contents === null || contents === undefined || known === undefined) return []
    return [{ known, type: normaliseType(contents.type.repr), json: contents.json }]
  })
}

async function readPools(node: SuiNode, coin: Address, pools: readonly Pool[], at: BlockRef, signal: AbortSignal): Promise<ReadPool[]> {
  const read = (await readPoolContents(node, at.number, pools, signal)).flatMap(({ known, type, json }): ReadPool[] => {
    const quote = known.token0 === coin ? known.token1 : known.token0
    const quoteRaw = quote === null ? null : readReserve(type, json, quote)
    if (quote === null || quoteRaw === null) return []
    return [{ pool: known.address, quote, quoteRaw, quoteUsd: null, known, json }]
  })
  return read.sort((a, b) => (a.quoteRaw === b.quoteRaw ? 0 : a.quoteRaw < b.quoteRaw ? 1 : -1))
}
