import type { HolderSource } from '../../../chains/adapter.ts'
import { settleAll } from '../../../lib/settle-all.ts'
import { AppError, isServiceFault } from '../../../lib/app-error.ts'
import type { BlockRange } from '../../../store/interface.ts'
import { seenHoldersRead, stageRead } from '../first-read.ts'
import { readLaunch, readLargestFunders } from '../launch.ts'
import { findUnreturned } from '../missing-transfers.ts'
import { readPoolsOf } from '../pools.ts'
import { done, storedToken, type Stage, type StageContext, type StageResult } from '../stage.ts'
import { readListedPreview } from './listed-preview.ts'
import { sampleTransfers } from './sample-transfers.ts'
import { readBuyerBalances, readSeenHolders, readSeenPools } from './seen-holders.ts'

/** Minimum number of blocks after the first pool that are searched for the launch, and queries spent on further blocks. */
const LAUNCH_BLOCKS = 104
const LAUNCH_QUERIES = 10

/**
 * A first answer from a few hundred calls if the holders of a token take many (docs/chains.md#preview). Later stages replace it with the complete
 * data and request nothing twice.
 */
export const readPreviewStage: Stage = async (context) => {
  if ((await storedToken(context)).firstRead === null) return done()
  try {
    return await READERS[context.adapter.holderSource](context)
  } catch (error) {
    context.signal.throwIfAborted()
    // A fault that prevents the preview either stops the following stages too, with its reason, or does not matter to them.
    if (!(error instanceof AppError) || isServiceFault(error)) throw error
    return { state: 'skipped', message: `There is no preview: ${error.message}` }
  }
}

/** The holders among the transfers of some blocks, the pools among these, the launch, and the first funders of the largest. */
async function readReplayedPreview(context: StageContext): Promise<StageResult> {
  const { store, token } = context
  const { beginning, isWhole, width, remarks } = await sampleTransfers(context)
  if (isWhole) return done(remarks)
  // Without transfers, for example if the endpoint offers no logs, no holder is known. This must not look like a token without holders.
  if ((await store.read.transferOwners({ token, limit: 1 })).length === 0) return done(remarks)
  const unreturned = await findUnreturned(context)
  if (unreturned !== null) await store.write.forgetCoverage({ token, what: ['transfers'], range: { from: 0, to: unreturned.before - 1 } })
  const quiet = { ...context, progress: () => undefined }
  await readSeenHolders(quiet)
  await settleAll([readTrading(quiet, unreturned === null ? beginning : null, width), readLargestFunders(quiet, { read: 0, total: 0 })])
  return done([...remarks, 'Until all transfers are read, holders are those in a sample of them.'])
}

const READERS: Readonly<Record<HolderSource, Stage>> = { replayed: readReplayedPreview, listed: readListedPreview }

/** Stores the pools, which complete the first answer, and the launch if the transfers since the creation are stored. */
async function readTrading(context: StageContext, beginning: BlockRange | null, width: number): Promise<void> {
  const { store, token, engine } = context
  await readSeenPools(context)
  await seenHoldersRead(store, token)
  engine.factsChanged(token)
  if (beginning === null || !(await readLaunchIn(context, beginning, width))) return
  await readBuyerBalances(context)
  await stageRead(store, token, 'trades')
  engine.factsChanged(token)
}

/** Returns whether the launch is stored completely, with the pools that any listed factory created before it. */
async function readLaunchIn(context: StageContext, { from, to }: BlockRange, width: number): Promise<boolean> {
  const pools = await context.store.read.pools(context.token)
  const first = Math.min(...pools.map(({ createdBlock }) => createdBlock ?? -1))
  if (first < from || first + LAUNCH_BLOCKS > to) return false
  for (const reach of [first + LAUNCH_BLOCKS, Math.min(to, from + LAUNCH_QUERIES * width)]) {
    await readPoolsOf(context, { from, to: reach })
    if ((await readLaunch(context, new Set(), reach)) === null) return true
  }
  return false
}
