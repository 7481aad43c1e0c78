import type { AddressLabel } from '../../../src-shared/domain/labels.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { Page } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import type { FaultKind } from '../../chains/rpc/node-fault.ts'
import { wantedRange, type StageContext } from './stage.ts'

/** Further facts about a launch: tips to block builders in the same transactions, and which blocks were produced. */

/** The category that label lists give to accounts that receive tips. */
const TIP_CATEGORY = 'mev_tip'
const BUILDERS = 'paid in the blocks of a launch'
/** Blocks before the first trade in which its pool may have been created, and blocks after it that the launch rules count. */
const BLOCKS_BEFORE = 150
const BLOCKS_AFTER = 40

/** Stores the tips among the payments of a page of trades. Where the page has no payments, its range is not marked as read. */
export async function saveTips({ store, token }: StageContext, { from, to, payments }: Page<Trade>, covers: boolean): Promise<void> {
  if (payments === undefined) return
  const addresses = [...new Set(payments.map((payment) => payment.to))]
  const labels = addresses.length === 0 ? [] : await store.read.labels({ network: token.network, addresses })
  const accounts = new Set(labels.filter(({ category }) => category === TIP_CATEGORY).map(({ address }) => address))
  const rows = payments.filter((payment) => accounts.has(payment.to))
  await store.write.saveTips({ token, rows, covers: covers ? { from, to } : null })
}

/** As `bundler.launch_window_blocks`: buys this many blocks after the first one are still one activity. */
const TIPPED_BLOCKS = 20
const MOST_LAUNCH_TRADES = 5_000

/**
 * Reads what was paid to block builders in the blocks of the first trades, where that is not part of the pages of trades. Builders are stored as
 * services, because whoever wants a bundle pays them.
 */
async function readBuilderPayments(context: StageContext): Promise<void> {
  const { store, adapter, token, signal } = context
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (adapter.builderPayments === undefined || first === undefined) return
  const { from } = await wantedRange(context)
  const opened = await store.read.tradingSwitch(token)
  const start = Math.max(first.position.block, opened === null || opened === 'none' ? 0 : opened.block)
  const [trades, tips] = await Promise.all([store.read.covered({ token, what: 'trades' }), store.read.covered({ token, what: 'tips' })])
  const read = trades.find((range) => range.from <= from && range.to >= start)
  if (read === undefined || tips.some((range) => range.from <= from && range.to >= start)) return
  const last = Math.min(read.to, start + TIPPED_BLOCKS)
  const launch = await store.read.tokenTrades({ token, limit: MOST_LAUNCH_TRADES })
  const blocks = [...new Set(launch.map(({ position }) => position.block))].filter((block) => block <= last)
  const paid = await adapter.builderPayments(blocks, signal)
  if (paid === null) return
  const { network } = token
  const rows = paid.builders.map((address): AddressLabel => ({
    address,
    name: 'Block builder',
    tags: ['wallet'],
    category: TIP_CATEGORY,
    linkPolicy: 'hub',
    source: BUILDERS,
  }))
  if (rows.length > 0) await store.write.saveLabels({ network, source: BUILDERS, rows })
  await store.write.saveTips({ token, rows: paid.rows, covers: { from, to: last } })
}

/** What the launch rules need beside the trades. */
export async function readLaunchFacts(context: StageContext): Promise<void> {
  await readProducedBlocks(context)
  await readTradingSwitch(context)
  await readBuilderPayments(context)
}

/** Faults of an endpoint that keeps no old state, or makes no calls in the name of a pool. Without its answer it stays unknown whether there is a switch. */
const CANNOT_TELL: ReadonlySet<unknown> = new Set<FaultKind>(['no_state', 'unsupported', 'refused', 'too_large'])

/** Reads since when anybody could buy, where the owner switched trading on. Earlier trades must not be missing. */
async function readTradingSwitch(context: StageContext): Promise<void> {
  const { store, adapter, token, head, signal } = context
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (adapter.tradingSwitch === undefined || first === undefined || (await store.read.tradingSwitch(token)) !== null) return
  const { from } = await wantedRange(context)
  const covered = await store.read.covered({ token, what: 'trades' })
  const pool = (await store.read.pools(token)).find(({ address }) => address === first.pool)
  if (pool === undefined || !covered.some((range) => range.from <= from && range.to >= first.position.block)) return
  const query = { token: token.address, pool, firstSwap: first.position.block, since: from }
  try {
    await store.write.saveTradingSwitch({ token, found: await adapter.tradingSwitch(query, head, signal) })
  } catch (error) {
    if (!(error instanceof AppError) || !CANNOT_TELL.has(error.facts['kind'])) throw error
  }
}

/** Reads which slots around the first trade have a block, on chains where some have none. Earlier trades must not be missing. */
async function readProducedBlocks(context: StageContext): Promise<void> {
  const { store, adapter, token, head, signal } = context
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (first === undefined || (await store.read.producedBlocks(token)) !== null) return
  const { block } = first.position
  const { from } = await wantedRange(context)
  const covered = await store.read.covered({ token, what: 'trades' })
  if (!covered.some((range) => range.from <= from && range.to >= block)) return
  const blocks = await adapter.producedBlocks(Math.max(0, block - BLOCKS_BEFORE), Math.min(head.number, block + BLOCKS_AFTER), signal)
  if (blocks !== null && blocks.length > 0) await store.write.saveProducedBlocks({ token, blocks })
}
