import { z } from 'zod'
import type { Pool } from '../../../src-shared/domain/events.ts'
import { difference, size } from '../../store/values/intervals.ts'
import type { BlockRange } from '../../store/interface.ts'
import { readProducedBlocks, saveTipsOf } from './launch-facts.ts'
import { done, wantedRange, type Stage, type StageContext } from './stage.ts'
import { endOfReading } from './read-missing.ts'

/**
 * Swaps of the token's pools. The covered ranges hold for the pools known when they were read; a pool found later (an
 * exchange nobody listed) has its own past read once, after which it belongs to the list that the ranges hold for.
 */
export const readTradesStage: Stage = async (context) => {
  const { store, token } = context
  const pools = await store.read.pools(token)
  if (pools.length === 0) return done('No pool of this token was found, so it has no trades.')
  const wanted = await wantedRange(context)
  const covered = await store.read.covered({ token, what: 'trades' })
  const heldFor = await poolsCovered(context)
  const late = covered.length === 0 ? [] : pools.filter((pool) => !heldFor.has(pool.address))
  const past = late.length === 0 ? [] : intersection(birthRange(late, wanted), covered)
  const missing = difference([wanted], covered)
  const counter = { read: 0, total: size(past) + size(missing), notes: new Set<string>() }
  context.progress(0, counter.total)
  for (const range of past) await readRange(context, late, range, false, counter)
  await setPoolsCovered(context, pools)
  for (const range of missing) await readRange(context, pools, range, true, counter)
  await readProducedBlocks(context)
  return endOfReading(context, 'trades', counter.notes)
}

const intersection = (range: BlockRange, others: readonly BlockRange[]): BlockRange[] => difference([range], difference([range], others))

async function readRange(
  context: StageContext,
  pools: readonly Pool[],
  range: BlockRange,
  covers: boolean,
  counter: { read: number; readonly total: number; readonly notes: Set<string> },
): Promise<void> {
  const { store, adapter, token, signal } = context
  const born = birthRange(pools, range)
  const empty = { from: range.from, to: Math.min(range.to, born.from - 1) }
  if (covers && empty.from <= empty.to) {
    await store.write.saveTrades({ network: token.network, rows: [], token, covers: empty })
    await store.write.saveTips({ token, rows: [], covers: empty })
  }
  const before = counter.read
  for await (const page of adapter.trades(pools, Math.max(range.from, born.from), range.to, signal)) {
    const rows = await context.price(page.rows)
    const fresh = await store.write.saveTrades({
      network: token.network,
      rows,
      token,
      covers: covers ? { from: page.from, to: page.to } : null,
    })
    await saveTipsOf(context, page, covers)
    if (fresh.length > 0) context.tradesStored(fresh.flatMap((place) => rows[place] ?? []))
    for (const note of page.notes ?? []) counter.notes.add(note)
    counter.read = before + page.to - range.from + 1
    context.progress(counter.read, counter.total)
  }
  counter.read = before + size([range])
}

/** No pool trades before it exists; a pool of unknown age may have traded from the start. */
function birthRange(pools: readonly Pool[], wanted: BlockRange): BlockRange {
  const births = pools.map((pool) => pool.createdBlock ?? wanted.from)
  return { from: Math.max(wanted.from, Math.min(...births)), to: wanted.to }
}

const addressList = z.array(z.string())
const settingName = ({ token }: StageContext): string => `trades-cover-pools:${token.network}:${token.address}`

async function poolsCovered(context: StageContext): Promise<ReadonlySet<string>> {
  const text = await context.store.read.setting(settingName(context))
  return new Set(text === null ? [] : addressList.parse(JSON.parse(text)))
}

async function setPoolsCovered(context: StageContext, pools: readonly Pool[]): Promise<void> {
  await context.store.write.saveSetting({ name: settingName(context), value: JSON.stringify(pools.map((pool) => pool.address)) })
}
