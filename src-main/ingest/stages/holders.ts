import type { Holding } from '../../../src-shared/domain/token.ts'
import { balanceNotes, checkBalances } from '../decide.ts'
import { done, storedToken, type Stage } from '../stage.ts'

const WALLETS_A_PAGE = 400

/** Sums transfers into balances, then holds the largest against the chain itself at the pinned block. */
export const readHoldersStage: Stage = async (context) => {
  const { store, adapter, token, head, options, signal, progress, engine } = context
  await store.write.replayBalances({ token, block: head.number })
  const summed = await store.read.holders({ token, limit: options.depth })
  const read: Holding[] = []
  progress(0, summed.length)
  for (let i = 0; i < summed.length; i += WALLETS_A_PAGE) {
    const wallets = summed.slice(i, i + WALLETS_A_PAGE).map((holding) => holding.address)
    read.push(...(await adapter.balances(token.address, wallets, head, signal)))
    progress(Math.min(i + WALLETS_A_PAGE, summed.length), summed.length)
  }
  const check = checkBalances(summed, read)
  await store.write.saveBalances({ token, rows: check.verified, replaceAll: false })
  const { revision: _revision, holdersKnown, tradeCount: _trades, snapshotCount: _snapshots, openedAt: _opened, ...info } = await storedToken(context)
  const notes = balanceNotes(check, summed.length)
  const whole = options.sinceBlock === null || options.sinceBlock <= (info.createdBlock ?? 0)
  await store.write.saveToken({
    ...info,
    holderCount: whole ? holdersKnown : null,
    notes: [...info.notes.filter((note) => !notes.includes(note)), ...notes],
  })
  engine.factsChanged(token)
  return done(notes.length === 0 ? null : notes.join(' '))
}
