import { readTrades } from '../read-trades.ts'
import type { StageContext } from '../stage.ts'
import { findWrongTrades, type WrongStretch } from './missing-trades.ts'

/**
 * Checks the stored trades if the chain lists trades, and reads wrong stretches again once. Stretches that are still wrong stay marked as unread, so
 * that the next read requests them. Returns notes.
 */
export async function repairTrades(context: StageContext): Promise<string[]> {
  const checks = context.adapter.listChecks
  if (checks?.tradesBetween === undefined) return []
  const [first, ...others] = await findWrongTrades(context, checks)
  if (first === undefined) return []
  await forget(context, [first, ...others])
  await readTrades(context, Infinity)
  const left = await findWrongTrades(context, checks)
  const [still] = left
  if (still === undefined) return [`${first.claim}; they were read again and added.`]
  await forget(context, left)
  return [`${still.claim}; set that endpoint first and read the token again.`]
}

async function forget({ store, token }: StageContext, wrong: readonly WrongStretch[]): Promise<void> {
  for (const { blocks } of wrong) await store.write.forgetCoverage({ token, what: ['trades', 'tips'], range: blocks })
}
