import { describe, expect, test } from 'vitest'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { RevertedTrades, StoredTrades } from '../../bus/events.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Reads, StoredAfter } from '../../store/interface.ts'
import { sampleTrade } from '../../store/testing/samples.ts'
import { StoredOrder } from './stored-order.ts'

/** docs/team.md#order */

const tradeOf = (row: number): Trade => sampleTrade({ tx: `0x${row}` })

/** A store whose visible rows are changed by the test. */
function play() {
  const visible: number[] = []
  const retractions = new Map<number, number>()
  const sent: string[] = []
  let faults = 0
  const reads: number[] = []
  const tradesAfter = async ({ after, limit }: StoredAfter) => {
    reads.push(after)
    if (faults-- > 0) throw new Error('the database is away')
    const rows = visible.filter((row) => row > after).slice(0, limit)
    const newest = Math.max(0, ...visible, ...retractions.keys())
    const retracted = [...retractions].filter(([number]) => number > after).map(([retraction, row]) => ({ trade: tradeOf(row), row, retraction }))
    return { trades: rows.map(tradeOf), rows, retracted, upTo: rows.length < limit ? Math.max(newest, after) : (rows.at(-1) ?? after), newest }
  }
  const send = ({ kind, rows, trades }: StoredTrades | RevertedTrades): void =>
    void (rows ?? []).forEach((row, n) =>
      sent.push(`${kind === 'stored' ? '' : '-'}${row}${trades[n]?.tx === `0x${row}` ? '' : ' of another trade'}`),
    )
  const order = new StoredOrder({ read: { tradesAfter } as unknown as Reads }, 'eth', send, silentLogger)
  const add = (...rows: number[]): Promise<void> => order.add({ kind: 'stored', rows, trades: rows.map(tradeOf) })
  const revert = (retraction: number, row: number): Promise<void> => {
    retractions.set(retraction, row)
    return order.add({ kind: 'reverted', rows: [row], retractions: [retraction], trades: [tradeOf(row)] })
  }
  return { visible, retractions, sent, reads, order, add, revert, fail: (times: number) => (faults = times) }
}

describe('stored trades of several processes', () => {
  test('are sent in the order of their rows, each once, in whatever order their messages come', async () => {
    const { visible, sent, order, add } = play()
    visible.push(1, 2, 3)
    await order.begin()
    visible.push(4, 5, 6, 7)
    await add(7)
    expect(sent).toEqual(['4', '5', '6', '7'])
    await add(4, 6)
    visible.push(8)
    await add(5, 8)
    expect(sent).toEqual(['4', '5', '6', '7', '8'])
  })

  test('that are stored before the first subscription are not sent, unless their message comes after it', async () => {
    const { visible, sent, order, add } = play()
    visible.push(1, 2)
    await order.begin()
    await add(2)
    visible.push(3)
    await add(3)
    expect(sent).toEqual(['2', '3'])
  })

  test('wait while the database is away, with what the chain reverted behind them', async () => {
    const { visible, sent, order, add, revert, fail } = play()
    await order.begin()
    visible.push(1, 2)
    fail(2)
    await Promise.all([add(2), revert(3, 2)])
    expect(sent).toEqual(['1', '2', '-2'])
  })

  test('come with the retractions between them, each once', async () => {
    const { visible, retractions, sent, order, add, revert } = play()
    visible.push(1)
    await order.begin()
    visible.push(3)
    retractions.set(2, 1)
    await add(3)
    await revert(2, 1)
    expect(sent).toEqual(['-1', '3'])
  })

  test('are sent as they come before the stored ones are known', async () => {
    const { visible, sent, reads, add } = play()
    visible.push(1, 2, 3)
    await add(3)
    expect([sent, reads]).toEqual([['3'], []])
  })

  test('take no read of the store while no row is missing, and only the missing ones are sent early', async () => {
    const { visible, sent, reads, order, add } = play()
    visible.push(1)
    await order.begin()
    reads.length = 0
    visible.push(2, 3, 4, 5, 6)
    await add(2)
    expect(reads).toEqual([])
    await add(5)
    expect([sent, reads]).toEqual([['2', '3', '4', '5'], [2]])
    await add(3, 4)
    await add(6)
    expect([sent, reads]).toEqual([['2', '3', '4', '5', '6'], [2]])
  })

  test('are read page by page when many are missing', async () => {
    const { visible, sent, reads, order, add } = play()
    await order.begin()
    reads.length = 0
    for (let row = 1; row <= 600; row++) visible.push(row)
    await add(600)
    expect(sent).toEqual(visible.map(String))
    expect(reads).toEqual([0, 250, 500])
  })

  test('that nobody waits for any longer are not sent', async () => {
    const { visible, sent, order, add, fail } = play()
    await order.begin()
    visible.push(1, 2)
    fail(Infinity)
    const added = add(2)
    order.stop()
    await added
    expect(sent).toEqual([])
  })
})
