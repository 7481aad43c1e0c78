import { describe, expect, it } from 'vitest'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { read, write } from '../../dispatch.ts'
import type { StoredAfter } from '../../interface.ts'
import { OTHER_TOKEN, POOL, sampleTrade, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { withWriter } from '../../testing/test-engine.ts'

const save = (db: WriteDb, rows: readonly Trade[]) => write(db, 'saveTrades', { network: 'eth', rows, token: null, covers: null })
const trade = (n: number, over: Partial<Trade> = {}): Trade =>
  sampleTrade({ tx: txHash(n), position: { block: 100 - n, tx: 0, event: 0 }, time: 1_000 + n, ...over })

/** Reads to the end in pages of two, and returns the numbers of the trades. */
function readAll(db: WriteDb, query: Pick<StoredAfter, 'subject'> & Partial<StoredAfter>): string[] {
  const found: string[] = []
  for (let after = query.after ?? 0, newest = Infinity; after < newest;) {
    const page = read(db, 'tradesAfter', { network: 'eth', limit: 2, ...query, after })
    expect(page.rows).toHaveLength(page.trades.length)
    expect(page.upTo).toBeGreaterThan(after)
    found.push(...page.trades.map(({ tx }) => tx))
    ;({ upTo: after, newest } = page)
  }
  return found
}

describe('trades after a row', () => {
  it('come in the order in which they were stored, from every side that the stream matches', () => {
    withWriter((db) => {
      const sides: Partial<Trade>[] = [
        { pool: wallet(0xaa) },
        { signer: wallet(0xaa) },
        { receiver: wallet(0xaa) },
        { tokenIn: { ...trade(1).tokenIn, token: wallet(0xaa) } },
        { tokenOut: { ...trade(1).tokenOut, token: wallet(0xaa) } },
      ]
      save(
        db,
        sides.flatMap((over, n) => [trade(2 * n), trade(2 * n + 1, over)]),
      )
      const subject = { by: 'any' as const, address: wallet(0xaa) }
      expect(readAll(db, { subject })).toEqual([1, 3, 5, 7, 9].map(txHash))
      expect(readAll(db, { subject: { ...subject, by: 'signer' } })).toEqual([txHash(3)])
      expect(readAll(db, { subject: null })).toHaveLength(10)
      expect(readAll(db, { subject: null, from: 1_007 })).toEqual([7, 8, 9].map(txHash))
      expect(readAll(db, { subject: null, network: 'bsc' })).toEqual([])
      expect(readAll(db, { subject: { by: 'any', address: wallet(0x99) } })).toEqual([])
    })
  })

  it('begin after rows that were deleted since, whose numbers no later trade gets', () => {
    withWriter((db) => {
      const { ids } = save(db, [trade(1), trade(2), trade(3)])
      const after = ids.at(-1) ?? 0
      write(db, 'deleteToken', TOKEN)
      write(db, 'deleteToken', OTHER_TOKEN)
      expect(read(db, 'tradesAfter', { network: 'eth', subject: null, after, limit: 9 })).toMatchObject({ trades: [], upTo: after, newest: after })
      save(db, [trade(4)])
      expect(readAll(db, { subject: { by: 'pool', address: POOL }, after })).toEqual([txHash(4)])
    })
  })

  it('come with what was retracted since, numbered as rows are and in pages, until the token is deleted', () => {
    withWriter((db) => {
      const { ids } = save(
        db,
        [1, 2, 3, 4, 5].map((n) => trade(n)),
      )
      const reverted = write(db, 'rollBackBlocks', { token: TOKEN, from: 97 })
      expect(reverted.rows).toEqual(ids.slice(0, 3).toReversed())
      const after = ids.at(-1) ?? 0
      expect(reverted.retractions).toEqual([after + 1, after + 2, after + 3])
      expect(save(db, [trade(6)]).ids).toEqual([after + 4])
      const page = (from: number, subject: StoredAfter['subject'] = null) =>
        read(db, 'tradesAfter', { network: 'eth', subject, after: from, limit: 2 })
      const { retracted, upTo, trades, newest } = page(after, { by: 'pool', address: POOL })
      expect(retracted.map(({ row, retraction, trade: { tx } }) => [row, retraction, tx])).toEqual([
        [ids[2], after + 1, txHash(3)],
        [ids[1], after + 2, txHash(2)],
      ])
      expect([upTo, trades, newest]).toEqual([after + 2, [], after + 4])
      const next = page(upTo)
      expect([next.retracted.map(({ row }) => row), next.rows, next.upTo]).toEqual([[ids[0]], [after + 4], after + 4])
      expect(page(after, { by: 'signer', address: wallet(0x99) }).retracted).toEqual([])
      write(db, 'deleteToken', TOKEN)
      expect(page(after).retracted).toEqual([])
    })
  })

  it('of a time begin at the first run that has one, also where a time is older than the one before', () => {
    withWriter((db) => {
      const many = (from: number, count: number, time: number): Trade[] => Array.from({ length: count }, (_, n) => trade(from + n, { time }))
      save(db, [...many(1, 20_500, 1_000), ...many(20_501, 20_000, 3_000), ...many(40_501, 20_000, 2_000)])
      const page = (from: number, after = 0) => read(db, 'tradesAfter', { network: 'eth', subject: null, after, limit: 1, from })
      expect(page(0).rows).toEqual([1])
      expect(page(1_500).rows).toEqual([20_501])
      expect(page(2_500).rows).toEqual([20_501])
      expect(page(1_500, 40_500).rows).toEqual([40_501])
      expect(page(2_500, 40_500)).toMatchObject({ rows: [], upTo: 60_500 })
      expect(page(4_000)).toMatchObject({ rows: [], upTo: 60_500 })
    })
  })
})
