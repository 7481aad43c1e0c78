import { settleAll } from '../../lib/settle-all.ts'
import type { BlockRange } from '../../store/interface.ts'
import { readLaunchFacts } from './launch-facts.ts'
import { readFirstFunders, type FundingProgress } from './funding/first-funders.ts'
import { stageRead } from './first-read.ts'
import { readFirstTrades, readPastOfNewPools } from './read-trades.ts'
import { skippedWithoutState } from './funding/funding.ts'
import { done, readableRanges, storedToken, type Stage, type StageContext } from './stage.ts'

/** Blocks after the first trade: twice the number in which buyers can be snipers or bundlers (docs/detection.md#snipers). */
const LAUNCH_BLOCKS = 40
/** Blocks searched for the first trade, starting at the first pool, and the growth of this window. */
const FIRST_WINDOW = 64
const WINDOW_GROWTH = 4
/** Holders whose first funders are in the first answer. */
const LARGEST_HOLDERS = 20

/**
 * Reads what the first answer needs besides holders and pools: the whole launch, and the first funders of the largest holders. Both are read
 * concurrently, because a search for a block makes one call after another.
 */
export const readLaunchStage: Stage = async (context) => {
  const { store, token, engine, progress } = context
  const remarks = new Set<string>()
  const counter = { read: 0, total: 0 }
  const launch = async (): Promise<string | null> => {
    const note = await readLaunch({ ...context, progress: () => undefined }, remarks)
    if (note === null) await stageRead(store, token, 'trades')
    engine.factsChanged(token)
    return note
  }
  const [note, skipped] = await settleAll([launch(), readLargestFunders(context, counter)])
  progress(counter.read, counter.total)
  return done([note, skipped?.message ?? null, ...remarks].filter((one) => one !== null))
}

export async function readLargestFunders(context: StageContext, counter: FundingProgress): ReturnType<typeof skippedWithoutState<null>> {
  const largest = await context.store.read.holders({ token: context.token, limit: LARGEST_HOLDERS })
  return skippedWithoutState(async () => {
    const wallets = largest.map(({ address }) => address)
    await readFirstFunders(context, wallets, counter)
    return null
  })
}

/**
 * Returns a sentence if the launch cannot be read on its own.
 *
 * @param reach the last block in which the launch is searched for
 */
export async function readLaunch(context: StageContext, remarks: Set<string>, reach = context.head.number): Promise<string | null> {
  const { store, token, head, options } = context
  const { createdBlock } = await storedToken(context)
  const pools = await store.read.pools(token)
  if (pools.length === 0) return null
  const created = Math.min(...pools.map(({ createdBlock: block }) => block ?? -1))
  if (createdBlock === null || created < 0) return 'It is unknown when the token or its pools were created, so its launch is read with all trades.'
  if ((options.sinceBlock ?? 0) > createdBlock) return 'The launch is before the first requested block.'
  const readable = await readableRanges(context, 'trades')
  if (!readable.some(({ from, to }) => from <= createdBlock && to >= createdBlock)) return 'The endpoint does not return the events of the launch.'
  for (const remark of await readPastOfNewPools(context, pools)) remarks.add(remark)
  let window = FIRST_WINDOW
  for (;;) {
    const read = await firstUnread(context, createdBlock)
    const end = await wantedEnd(context, { created, read, window })
    const range = { from: read, to: Math.min(reach, end) }
    if (range.from > range.to && end > range.to && reach < head.number) return 'The first trades come later.'
    if (range.from > range.to) break
    for (const remark of await readFirstTrades(context, pools, range)) remarks.add(remark)
    if ((await firstUnread(context, createdBlock)) <= range.to) return 'The endpoint does not list the first trades.'
    window *= WINDOW_GROWTH
  }
  await readLaunchFacts(context)
  return null
}

/** The first block since a token's creation whose trades were not read. */
async function firstUnread({ store, token }: StageContext, createdBlock: number): Promise<number> {
  const ranges: readonly BlockRange[] = await store.read.covered({ token, what: 'trades' })
  return (ranges.find(({ from, to }) => from <= createdBlock && to >= createdBlock)?.to ?? createdBlock - 1) + 1
}

/** The last block of the launch if its first trade was read, else of a window that may contain it. */
async function wantedEnd(
  { store, token }: StageContext,
  { created, read, window }: { readonly created: number; readonly read: number; readonly window: number },
): Promise<number> {
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  const isRead = first !== undefined && first.position.block < read
  return isRead ? first.position.block + LAUNCH_BLOCKS : Math.max(created, read) + window - 1
}
