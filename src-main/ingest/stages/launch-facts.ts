import type { Trade } from '../../../src-shared/domain/events.ts'
import type { Page } from '../../chains/adapter.ts'
import { wantedRange, type StageContext } from './stage.ts'

/** Further facts about a launch: tips to block builders in the same transactions, and which blocks were produced. */

/** The category that label lists give to accounts that receive tips. */
const TIP_CATEGORY = 'mev_tip'
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

/** Reads which slots around the first trade have a block, on chains where some have none. Earlier trades must not be missing. */
export async function readProducedBlocks(context: StageContext): Promise<void> {
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
