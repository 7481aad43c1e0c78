import { difference } from '../../store/values/intervals.ts'
import { readLaunchFacts } from './launch-facts.ts'
import { isUnreadNote } from './read-missing.ts'
import { NEWEST_TRADES, readTrades } from './read-trades.ts'
import { repairTrades } from './checks/repair-trades.ts'
import { addNotes, changeNotes, done, wantedRange, type Stage, type StageContext, type StageResult } from './stage.ts'

/**
 * Swaps of the token's pools. If pages begin at the head, only the newest, so that other facts do not wait for a long history. The stage `history`
 * reads the others.
 */
export const readTradesStage: Stage = async (context) => {
  const isPartial = context.adapter.tradesFrom === 'head'
  const result = await readTrades(context, isPartial ? NEWEST_TRADES : Infinity)
  await readLaunchFacts(context)
  return result
}

/** The swaps that the stage `trades` left out, and a check of all swaps. */
export const readHistoryStage: Stage = async (context) => {
  const { store, token } = context
  const unread = difference([await wantedRange(context)], await store.read.covered({ token, what: 'trades' }))
  if (unread.length === 0 && context.adapter.listChecks?.tradesBetween === undefined) return done()
  return context.inBackground(async () => {
    const result = unread.length === 0 ? done() : await readUnread(context)
    const notes = await repairTrades(context)
    await addNotes(context, notes)
    return result.state === 'done' && notes.length > 0 ? { ...result, message: [result.message ?? '', ...notes].join(' ').trim() } : result
  })
}

async function readUnread(context: StageContext): Promise<StageResult> {
  await changeNotes(context, (notes) => notes.filter((note) => !isUnreadNote('trades', note)))
  const result = await readTrades(context, Infinity)
  await readLaunchFacts(context)
  return result
}
