import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { countOf, grouped } from '../../../../src-shared/domain/shown.ts'
import type { ListChecks } from '../../../chains/cross-checks.ts'
import { answeredOrNull } from '../../../chains/rpc/answered.ts'
import type { BlockRange } from '../../../store/interface.ts'
import type { StageContext } from '../stage.ts'

/** Pools checked, and the newest and oldest trades of each that are listed again from another signature. */
const CHECKED_POOLS = 3
const TRADES_PER_STRETCH = 40

export interface WrongStretch {
  readonly blocks: BlockRange
  /** What differs, and at which endpoint. */
  readonly claim: string
}

/**
 * Finds stretches for which an endpoint, listed from another starting point, returns trades other than the stored ones (docs/chains.md#cross-checks).
 */
export async function findWrongTrades(context: StageContext, checks: ListChecks): Promise<WrongStretch[]> {
  const { store, token } = context
  if (checks.tradesBetween === undefined) return []
  const wrong: WrongStretch[] = []
  for (const { address } of (await store.read.pools(token)).slice(0, CHECKED_POOLS)) {
    for (const sort of ['desc', 'asc'] as const) {
      const { trades } = await store.read.trades({ network: token.network, by: 'pool', address, sort, limit: TRADES_PER_STRETCH, after: null })
      const inOrder = sort === 'asc' ? trades : trades.toReversed()
      const found = await compareStretch(context, checks.tradesBetween, address, inOrder)
      if (found !== null) wrong.push(found)
    }
  }
  return wrong
}

async function compareStretch(
  { signal }: StageContext,
  tradesBetween: NonNullable<ListChecks['tradesBetween']>,
  pool: Address,
  stored: readonly Trade[],
): Promise<WrongStretch | null> {
  const [earlier] = stored
  const later = stored.at(-1)
  if (earlier === undefined || later === undefined || earlier.tx === later.tx) return null
  const known = new Set(stored.map(({ tx }) => tx))
  const answers = await answeredOrNull(tradesBetween(pool, { earlier, later, known }, signal), signal)
  const missing = (answers ?? []).map(({ host, rows }) => ({ host, count: new Set(rows.map(({ tx }) => tx)).size })).filter(({ count }) => count > 0)
  const [first] = missing
  if (first === undefined) return null
  const blocks = { from: earlier.position.block, to: later.position.block }
  const between = `between blocks ${grouped(blocks.from)} and ${grouped(blocks.to)}`
  return {
    blocks,
    claim: `${first.host} lists ${countOf(first.count, 'transaction')} with trades ${between} that ${first.count === 1 ? 'was' : 'were'} left out`,
  }
}
