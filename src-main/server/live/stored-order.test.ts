import { describe, expect, test } from 'vitest'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { StoredTrades } from '../../bus/events.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Reads, StoredAfter } from '../../store/interface.ts'
import { sampleTrade } from '../../store/testing/samples.ts'
import { StoredOrder } from './stored-order.ts'

/** docs/team.md#order */

const tradeOf = (row: number): Trade => sampleTrade({ tx: `0x${row}` })

/** A store whose visible rows are changed by the test. */
function play() {
  const visible: number[] = []
  const sent: string[] = []
  let faults = 0
  const tradesAfter = async ({ after, limit }: StoredAfter) => {
    if (faults-- > 0) throw new Error('the database is away')
    const rows = visible.filter((row) => row > after).slice(0, limit)
    const newest = Math.max(0, ...visible)
    return { trades: rows.map(tradeOf), rows, upTo: rows.length < limit ? Math.max(newest, after) : (rows.at(-1) ?? after), newest }
  }
  const send = ({ kind, rows, trades }: StoredTrades): void =>
    void (rows ?? []).forEach((row, n) =>
      sent.push(`${kind === 'stored' ? '' : '-'}${row}${trades[n]?.tx === `0x${row}` ? '' : ' of another trade'}`),
    )
  const order = new StoredOrder({ read: { tradesAfter } as unknown as Reads }, 'eth', send, silentLogger)
  const add = (kind: StoredTrades['kind'], ...rows: number[]): Promise<void> => order.add({ kind, rows, trades: rows.map(tradeOf) })
  return { visible, sent, order, add, fail: (times: number) => (faults = times) }
}

describe('stored trades of several processes', () => {
  test('are sent in the order of their rows, each once, in whatever order their messages come', async () => {
    const { visible, sent, order, add } = play()
    visible.push(1, 2, 3)
    await order.begin()
    visible.push(4, 5, 6, 7)
    await add('stored', 7)
    expect(sent).toEqual(['4', '5', '6', '7'])
    await add('stored', 4, 6)
    visible.push(8)
    await add('stored', 5, 8)
    expect(sent).toEqual(['4', '5', '6', '7', '8'])
  })

  test('that are stored before the first subscription are not sent, unless their message comes after it', async () => {
    const { visible, sent, order, add } = play()
    visible.push(1, 2)
    await order.begin()
    await add('stored', 2)
    visible.push(3)
    await add('stored', 3)
    expect(sent).toEqual(['2', '3'])
  })

  test('wait while the database is away, with what the chain reverted behind them', async () => {
    const { visible, sent, order, add, fail } = play()
    await order.begin()
    visible.push(1, 2)
    fail(2)
    await Promise.all([add('stored', 2), add('reverted', 2)])
    expect(sent).toEqual(['1', '2', '-2'])
  })
})
