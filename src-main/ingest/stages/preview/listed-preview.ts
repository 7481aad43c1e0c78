import { settleAll } from '../../../lib/settle-all.ts'
import { readAccountsStage } from '../accounts.ts'
import { seenHoldersRead, stageRead } from '../first-read.ts'
import { readLargestFunders, readLaunch } from '../launch.ts'
import { readPoolsOf } from '../pools.ts'
import { done, storedToken, tokenInfo, type StageContext, type StageResult } from '../stage.ts'

/** Holders whose kind and native balance are read. On Sui, this takes two calls each. */
const DETAILED_HOLDERS = 40

/**
 * A first answer if listing all holders takes many calls: the largest holders in the first part of the list, pools, the launch, and the first funders
 * of the largest. The holders stage continues the list from there.
 */
export async function readListedPreview(context: StageContext): Promise<StageResult> {
  const { store, adapter, token, head, signal, engine } = context
  const seen = (await adapter.sampleHolders?.(token.address, head, signal)) ?? null
  if (seen === null || seen.length === 0) return done()
  await store.write.saveBalances({ token, rows: seen, replaceAll: true })
  await store.write.saveToken({ ...tokenInfo(await storedToken(context)), holderCount: null, forgets: ['holderCount'] })
  const quiet = { ...context, progress: () => undefined }
  const { depth } = context.options
  await readAccountsStage({ ...quiet, options: { ...context.options, depth: Math.min(depth, DETAILED_HOLDERS) } })
  await readPoolsOf(quiet)
  await seenHoldersRead(store, token)
  engine.factsChanged(token)
  const launch = async (): Promise<void> => {
    if ((await readLaunch(quiet, new Set())) === null) await stageRead(store, token, 'trades')
    engine.factsChanged(token)
  }
  await settleAll([launch(), readLargestFunders(quiet, { read: 0, total: 0 })])
  return done(['Until all holders are listed, they are the largest among the first of the list.'])
}
