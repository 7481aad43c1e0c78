import { formatTokenKey } from '../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../src-shared/domain/events.ts'
import type { Page } from '../../chains/adapter.ts'
import type { BlockRange, NewTrades } from '../../store/interface.ts'
import { difference, intersection, size } from '../../store/values/intervals.ts'
import { pickTrades } from '../stored-trades.ts'
import { Comparison } from './comparison.ts'
import { saveTips } from './launch-facts.ts'
import { readList, saveList } from './list-setting.ts'
import { endBlockStage, forgetRevoked } from './read-missing.ts'
import { done, readableRanges, wantedRange, type StageContext, type StageResult } from './stage.ts'

/** Trades read before transfers and funders if pages begin at the head: a few minutes at 10 calls a second. */
export const NEWEST_TRADES = 2_000

/**
 * Covered ranges apply to the pools known when the ranges were read. The past of a pool that is found later is read once. After that, the ranges
 * apply to the pool too.
 *
 * @param most trades to read; slightly exceeded, because pages are read completely
 */
export async function readTrades(context: StageContext, most: number): Promise<StageResult> {
  const { store, token } = context
  const pools = await store.read.pools(token)
  if (pools.length === 0) return done(['This token has no trades because no pool of it was found.'])
  const readable = await readableRanges(context, 'trades')
  const covered = await store.read.covered({ token, what: 'trades' })
  const { newPools, past } = await findPastOfNewPools(context, pools)
  const missing = difference(readable, covered)
  const counter = createCounter(size(past) + size(missing), most)
  context.progress(0, counter.total)
  for (const range of past) await readRange(context, newPools, range, false, counter)
  await saveCoveredPools(context, pools)
  const inOrder = context.adapter.tradesFrom === 'birth' ? missing : missing.toReversed()
  for (const range of inOrder) if (counter.trades < counter.most) await readRange(context, pools, range, true, counter)
  await readRevoked(context, pools, readable, counter)
  return counter.comparison.reportIn(await endBlockStage(context, 'trades', counter.notes, counter.remarks))
}

/** The pools that were found after others were read, and the ranges that were read without them. */
async function findPastOfNewPools(
  context: StageContext,
  pools: readonly Pool[],
): Promise<{ readonly newPools: readonly Pool[]; readonly past: readonly BlockRange[] }> {
  const covered = await context.store.read.covered({ token: context.token, what: 'trades' })
  const coveredPools = await readCoveredPools(context)
  const newPools = covered.length === 0 ? [] : pools.filter((pool) => !coveredPools.has(pool.address))
  return { newPools, past: newPools.length === 0 ? [] : intersection([sinceCreation(newPools, await wantedRange(context))], covered) }
}

/** Reads the swaps of new pools in the blocks that were read without them. Returns remarks. */
export async function readPastOfNewPools(context: StageContext, pools: readonly Pool[]): Promise<readonly string[]> {
  const { newPools, past } = await findPastOfNewPools(context, pools)
  const counter = createCounter(size(past), Infinity)
  for (const range of past) await readRange(context, newPools, range, false, counter)
  await saveCoveredPools(context, pools)
  return [...counter.remarks]
}

/** Reads the swaps of a range that precedes all others. Returns remarks. */
export async function readFirstTrades(context: StageContext, pools: readonly Pool[], range: BlockRange): Promise<readonly string[]> {
  await saveCoveredPools(context, pools)
  const counter = createCounter(size([range]), Infinity)
  await readRange(context, pools, range, true, counter)
  await readRevoked(context, pools, [range], counter)
  return [...counter.remarks]
}

/** Reads the ranges that an archive covered until it turned out to be wrong. */
async function readRevoked(context: StageContext, pools: readonly Pool[], wanted: readonly BlockRange[], counter: Counter): Promise<void> {
  const { store, token } = context
  while (counter.isRevoked) {
    counter.isRevoked = false
    const revoked = difference(wanted, await store.read.covered({ token, what: 'trades' }))
    for (const range of revoked) await readRange(context, pools, range, true, counter)
  }
}

interface Counter {
  /** Blocks read. */
  read: number
  readonly total: number
  trades: number
  readonly most: number
  readonly notes: Set<string>
  readonly remarks: Set<string>
  /** Whether blocks covered by an archive became unread because the archive was wrong. */
  isRevoked: boolean
  readonly comparison: Comparison
}

const createCounter = (total: number, most: number): Counter => ({
  read: 0,
  total,
  trades: 0,
  most,
  notes: new Set(),
  remarks: new Set(),
  isRevoked: false,
  comparison: new Comparison(),
})

/** @param covers whether the range then counts as read for all pools */
async function readRange(context: StageContext, pools: readonly Pool[], range: BlockRange, covers: boolean, counter: Counter): Promise<void> {
  const { store, adapter, token, signal } = context
  const { from } = sinceCreation(pools, range)
  const empty = { from: range.from, to: Math.min(range.to, from - 1) }
  if (covers && empty.from <= empty.to) {
    await store.write.saveTrades({ network: token.network, rows: [], token, covers: empty })
    await store.write.saveTips({ token, rows: [], covers: empty })
  }
  counter.read += size([empty])
  // Rows of a wrong archive are found again only by their coverage, so without coverage the node is read.
  const source = covers ? undefined : 'node'
  for await (const page of adapter.trades(pools, Math.max(range.from, from), range.to, signal, source)) {
    const rows = await context.price(page.rows)
    const isCovered = covers && page.from <= page.to
    const added = isCovered ? await replaceTrades(context, pools, { ...page, rows }, counter) : await saveTrades(context, rows)
    // In the same turn as the write, so that trades of all writers are emitted in the order of their rows.
    if (added.ids.length > 0) context.onTradesStored(pickTrades(rows, added), added.ids)
    await saveTips(context, page, isCovered)
    for (const note of page.notes ?? []) counter.notes.add(note)
    for (const remark of page.remarks ?? []) counter.remarks.add(remark)
    counter.isRevoked = (await forgetRevoked(context, 'trades', page)) || counter.isRevoked
    counter.read += size([page])
    counter.trades += rows.length
    context.progress(counter.read, counter.total)
    if (counter.trades >= counter.most) return
  }
}

const saveTrades = ({ store, token }: StageContext, rows: readonly Trade[]): Promise<NewTrades> =>
  store.write.saveTrades({ network: token.network, rows, token, covers: null })

async function replaceTrades(
  { store, adapter, token }: StageContext,
  pools: readonly Pool[],
  { from, to, rows, source }: Page<Trade>,
  counter: Counter,
): Promise<NewTrades> {
  const whole = adapter.holderSource === 'replayed'
  const { newRows, ...changes } = await store.write.replaceTrades({
    token,
    rows,
    covers: { from, to, source },
    whole,
    pools: pools.map((pool) => pool.address),
  })
  counter.comparison.add(changes)
  return newRows
}

/** The part of a range in which one of the pools exists. A pool of unknown age may have traded from the start. */
function sinceCreation(pools: readonly Pool[], range: BlockRange): BlockRange {
  const created = pools.map((pool) => pool.createdBlock ?? range.from)
  return { from: Math.max(range.from, Math.min(...created)), to: range.to }
}

const settingName = ({ token }: StageContext): string => `trades-cover-pools:${formatTokenKey(token)}`

const readCoveredPools = async (context: StageContext): Promise<ReadonlySet<string>> => new Set(await readList(context.store, settingName(context)))

async function saveCoveredPools(context: StageContext, pools: readonly Pool[]): Promise<void> {
  const addresses = pools.map((pool) => pool.address)
  await saveList(context.store, settingName(context), addresses)
}
