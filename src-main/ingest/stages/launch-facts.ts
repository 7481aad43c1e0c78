import type { Trade } from '../../../src-shared/domain/events.ts'
import type { Page } from '../../chains/adapter.ts'
import type { StageContext } from './stage.ts'

/** What is told of a launch besides its trades: tips to block builders in the same transactions, and which blocks were produced. */

/** What label lists call the accounts that take tips. */
const TIP_CATEGORY = 'mev_tip'
/** Blocks before the first trade in which its pool may have been made, and after it, that launch rules count in. */
const BEFORE = 150
const AFTER = 40

/** Keeps the tips among the payments of a page of trades; where payments were not read, nothing counts as looked for. */
export async function saveTipsOf({ store, token }: StageContext, { from, to, payments }: Page<Trade>, covers: boolean): Promise<void> {
  if (payments === undefined) return
  const addresses = [...new Set(payments.map((payment) => payment.to))]
  const labels = addresses.length === 0 ? [] : await store.read.labels({ network: token.network, addresses })
  const accounts = new Set(labels.filter(({ category }) => category === TIP_CATEGORY).map(({ address }) => address))
  const rows = payments.filter((payment) => accounts.has(payment.to))
  await store.write.saveTips({ token, rows, covers: covers ? { from, to } : null })
}

/** Which slots around the first trade hold a block, where not every number does. */
export async function readProducedBlocks({ store, adapter, token, head, signal }: StageContext): Promise<void> {
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (first === undefined || (await store.read.producedBlocks(token)) !== null) return
  const { block } = first.position
  const blocks = await adapter.producedBlocks(Math.max(0, block - BEFORE), Math.min(head.number, block + AFTER), signal)
  if (blocks !== null && blocks.length > 0) await store.write.saveProducedBlocks({ token, blocks })
}
