import { describe, expect, it } from 'vitest'
import type { TradeRecord } from '../../../../src-shared/contract/records/trade.ts'
import { createTape, type Tape } from './tape.ts'
import { TradeBuffer } from './trade-buffer.ts'
import { leg, trade } from '../testing/trade.fixture.ts'

/** An in-memory service with pages of three trades. The browser specs cover real sockets and lost connections. */
class Chain {
  readonly trades: TradeRecord[] = []
  fails = false
  frames: (() => void)[] = []
  readonly tape: Tape

  constructor(most?: number, longestGap?: number) {
    this.tape = createTape({
      token: 'MINT',
      page: async (cursor) => {
        if (this.fails) throw new Error('no answer')
        const newestFirst = this.trades.toReversed()
        const from = cursor === null ? 0 : newestFirst.findIndex((each) => each.tx_signature === cursor) + 1
        const trades = newestFirst.slice(from, from + 3)
        return { trades, next_cursor: from + 3 < newestFirst.length ? (trades.at(-1)?.tx_signature ?? null) : null }
      },
      schedule: (run) => this.frames.push(run),
      ...(most === undefined ? {} : { buffer: new TradeBuffer(most) }),
      ...(longestGap === undefined ? {} : { maxGapTrades: longestGap }),
    })
  }

  /** Blocks of one trade each that the tape has not seen. */
  trade(from: number, to = from): TradeRecord[] {
    const made = Array.from({ length: to - from + 1 }, (_, at) =>
      trade({ block: from + at, tx_signature: `t${from + at}`, token_out: leg('MINT', from + at) }),
    )
    this.trades.push(...made)
    return made
  }

  draw(): void {
    for (const run of this.frames.splice(0)) run()
  }

  get blocks(): number[] {
    return this.tape.state().rows.map(({ block }) => block)
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at)

async function started(trades: number, most?: number, longestGap?: number): Promise<Chain> {
  const chain = new Chain(most, longestGap)
  chain.trade(1, trades)
  chain.tape.start()
  await settled()
  return chain
}

describe('the tape', () => {
  it('starts with the newest page and loads up to the oldest', async () => {
    const chain = await started(5)
    expect(chain.blocks).toEqual(down(5, 3))
    chain.tape.loadOlder()
    await settled()
    expect(chain.blocks).toEqual(down(5, 1))
    expect(chain.tape.state().older).toBe('end')
  })

  it('publishes streamed trades once per frame', async () => {
    const chain = await started(3)
    let commits = 0
    chain.tape.subscribe(() => (commits += 1))
    for (const each of chain.trade(4, 503)) chain.tape.push(each)
    expect(chain.frames).toHaveLength(1)
    chain.draw()
    expect(commits).toBe(1)
    expect(chain.blocks).toEqual(down(503, 1))
  })

  it('fills the gap of a lost connection without losing or duplicating trades', async () => {
    const chain = await started(4)
    chain.trade(5, 14)
    chain.tape.fillGap()
    for (const each of chain.trade(15, 16)) chain.tape.push(each)
    await settled()
    chain.draw()
    expect(chain.blocks).toEqual(down(16, 2))
    expect(chain.tape.state().gap).toBe('none')
  })

  it('remembers the whole gap if filling fails and the stream continues', async () => {
    const chain = await started(4)
    chain.trade(5, 9)
    chain.fails = true
    chain.tape.fillGap()
    await settled()
    expect(chain.tape.state()).toMatchObject({ gap: 'failed', error: new Error('no answer') })
    for (const each of chain.trade(10, 11)) chain.tape.push(each)
    chain.draw()
    chain.fails = false
    chain.tape.fillGap()
    await settled()
    expect(chain.blocks).toEqual(down(11, 2))
  })

  it('restarts after a gap that is too long, and pages on from there', async () => {
    const chain = await started(4, undefined, 6)
    chain.trade(5, 40)
    chain.tape.fillGap()
    await settled()
    expect([chain.blocks, chain.tape.state().older]).toEqual([down(40, 35), 'more'])
    chain.tape.loadOlder()
    await settled()
    expect(chain.blocks).toEqual(down(40, 32))
  })

  it('requests the first page again if the stream is confirmed before any trade is known', async () => {
    const chain = new Chain()
    chain.tape.start()
    chain.trade(1, 9)
    chain.tape.fillGap()
    await settled()
    expect([chain.blocks, chain.tape.state().gap]).toEqual([down(9, 7), 'none'])
  })

  it('moves no row while held, and counts the waiting trades', async () => {
    const chain = await started(3)
    chain.tape.hold(true)
    for (const each of chain.trade(4, 6)) chain.tape.push(each)
    chain.draw()
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(3, 1), 3])
    chain.tape.hold(false)
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(6, 1), 0])
  })

  it('holds the rendered rows, and keeps the array identity while nothing below changes', async () => {
    const chain = await started(5)
    for (const each of chain.trade(6, 7)) chain.tape.push(each)
    chain.tape.hold(true)
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(5, 3), 2])
    const { rows } = chain.tape.state()
    for (const each of chain.trade(8, 9)) chain.tape.push(each)
    chain.draw()
    expect(chain.tape.state()).toMatchObject({ waiting: 4 })
    expect(chain.tape.state().rows).toBe(rows)
    chain.tape.loadOlder()
    await settled()
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(5, 1), 4])
  })

  it('drops reverted trades and loads their replacements', async () => {
    const chain = await started(3)
    chain.trades.splice(2, 1, trade({ block: 3, tx_signature: 'other', token_out: leg('MINT', 3) }))
    chain.tape.revert(3)
    await settled()
    expect(chain.tape.state().rows.map(({ tx }) => tx)).toEqual(['other', 't2', 't1'])
  })

  it('drops the oldest rows above the limit and reports it', async () => {
    const chain = await started(3, 10)
    for (const each of chain.trade(4, 20)) chain.tape.push(each)
    chain.draw()
    expect([chain.blocks, chain.tape.state().older]).toEqual([down(20, 11), 'full'])
  })

  it('reports a failed first page and can restart', async () => {
    const chain = new Chain()
    chain.trade(1)
    chain.fails = true
    chain.tape.start()
    await settled()
    expect(chain.tape.state().phase).toBe('failed')
    chain.fails = false
    chain.tape.start()
    await settled()
    expect([chain.tape.state().phase, chain.blocks]).toEqual(['ready', [1]])
  })
})
