import { difference } from '../../store/values/intervals.ts'
import { readLaunchFacts } from './launch-facts.ts'
import { isUnreadNote } from './read-missing.ts'
import { NEWEST_TRADES, readTrades } from './read-trades.ts'
import { changeNotes, done, wantedRange, type Stage } from './stage.ts'

/**
 * Swaps of the token's pools; only the newest where the pages begin there, so that a long history does not keep other facts waiting. The
 * stage `history` reads the others.
 */
export const readTradesStage: Stage = async (context) => {
  const isPartial = context.adapter.tradesFrom === 'head'
  const result = await readTrades(context, isPartial ? NEWEST_TRADES : Infinity)
  await readLaunchFacts(context)
  return result
}

/** The swaps that the stage `trades` left out. */
export const readHistoryStage: Stage = async (context) => {
  const { store, token } = context
  const unread = difference([await wantedRange(context)], await store.read.covered({ token, what: 'trades' }))
  if (unread.length === 0) return done()
  return context.inBackground(async () => {
    await changeNotes(context, (notes) => notes.filter((note) => !isUnreadNote('trades', note)))
    const result = await readTrades(context, Infinity)
    await readLaunchFacts(context)
    return result
  })
}
