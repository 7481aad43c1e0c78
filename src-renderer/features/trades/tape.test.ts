import { describe, expect, it } from 'vitest'
import type { TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import { createTape, type Tape } from './tape.ts'
import { TradeBook } from './trade-book.ts'
import { leg, trade } from './trade.fixture.ts'

/** A service in memory: it has all trades and gives pages of three. What it does not show: real sockets and their losses (e2e does). */
class Chain {
  readonly trades: TradeRecord[] = []
  fails = false
  frames: (() => void)[] = []
  readonly tape: Tape

  constructor(most?: number, longestGap?: number) {
    this.tape = createTape({
      token: 'MINT',
      page: async (cursor) => {
        if (this.fails) throw new Error('nobody answers')
        const newestFirst = this.trades.toReversed()
        const from = cursor === null ? 0 : newestFirst.findIndex((each) => each.tx_signature === cursor) + 1
        const trades = newestFirst.slice(from, from + 3)
        return { trades, next_cursor: from + 3 < newestFirst.length ? (trades.at(-1)?.tx_signature ?? null) : null }
      },
      frame: (run) => this.frames.push(run),
      ...(most === undefined ? {} : { book: new TradeBook(most) }),
      ...(longestGap === undefined ? {} : { longestGap }),
    })
  }

  /** Blocks of one trade each, unseen by the tape. */
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
  it('begins with the newest page and goes on to the oldest', async () => {
    const chain = await started(5)
    expect(chain.blocks).toEqual(down(5, 3))
    chain.tape.more()
    await settled()
    expect(chain.blocks).toEqual(down(5, 1))
    expect(chain.tape.state().older).toBe('end')
  })

  it('takes over what streams in once a frame, however much it is', async () => {
    const chain = await started(3)
    let commits = 0
    chain.tape.subscribe(() => (commits += 1))
    for (const each of chain.trade(4, 503)) chain.tape.push(each)
    expect(chain.frames).toHaveLength(1)
    chain.draw()
    expect(commits).toBe(1)
    expect(chain.blocks).toEqual(down(503, 1))
  })

  it('fills what a lost connection missed, with no trade lost or twice', async () => {
    const chain = await started(4)
    chain.trade(5, 14)
    chain.tape.fill()
    for (const each of chain.trade(15, 16)) chain.tape.push(each)
    await settled()
    chain.draw()
    expect(chain.blocks).toEqual(down(16, 2))
    expect(chain.tape.state().gap).toBe('none')
  })

  it('keeps the whole gap in mind when filling it fails and the stream goes on', async () => {
    const chain = await started(4)
    chain.trade(5, 9)
    chain.fails = true
    chain.tape.fill()
    await settled()
    expect(chain.tape.state()).toMatchObject({ gap: 'failed', error: new Error('nobody answers') })
    for (const each of chain.trade(10, 11)) chain.tape.push(each)
    chain.draw()
    chain.fails = false
    chain.tape.fill()
    await settled()
    expect(chain.blocks).toEqual(down(11, 2))
  })

  it('begins anew where a gap is too long to walk through, and pages on from there', async () => {
    const chain = await started(4, undefined, 6)
    chain.trade(5, 40)
    chain.tape.fill()
    await settled()
    expect([chain.blocks, chain.tape.state().older]).toEqual([down(40, 35), 'more'])
    chain.tape.more()
    await settled()
    expect(chain.blocks).toEqual(down(40, 32))
  })

  it('asks for the first page again when the stream is confirmed before anything is known', async () => {
    const chain = new Chain()
    chain.tape.start()
    chain.trade(1, 9)
    chain.tape.fill()
    await settled()
    expect([chain.blocks, chain.tape.state().gap]).toEqual([down(9, 7), 'none'])
  })

  it('moves nothing under the eye while it is held, and tells how many wait', async () => {
    const chain = await started(3)
    chain.tape.hold(true)
    for (const each of chain.trade(4, 6)) chain.tape.push(each)
    chain.draw()
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(3, 1), 3])
    chain.tape.hold(false)
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(6, 1), 0])
  })

  it('holds what is drawn, not what came since, and is the very same list while nothing below changes', async () => {
    const chain = await started(5)
    for (const each of chain.trade(6, 7)) chain.tape.push(each)
    chain.tape.hold(true)
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(5, 3), 2])
    const { rows } = chain.tape.state()
    for (const each of chain.trade(8, 9)) chain.tape.push(each)
    chain.draw()
    expect(chain.tape.state()).toMatchObject({ waiting: 4 })
    expect(chain.tape.state().rows).toBe(rows)
    chain.tape.more()
    await settled()
    expect([chain.blocks, chain.tape.state().waiting]).toEqual([down(5, 1), 4])
  })

  it('takes back what the chain took back, and tells it anew', async () => {
    const chain = await started(3)
    chain.trades.splice(2, 1, trade({ block: 3, tx_signature: 'other', token_out: leg('MINT', 3) }))
    chain.tape.withdraw(3)
    await settled()
    expect(chain.tape.state().rows.map(({ tx }) => tx)).toEqual(['other', 't2', 't1'])
  })

  it('lets the oldest go when there are too many, and says that there is no room', async () => {
    const chain = await started(3, 10)
    for (const each of chain.trade(4, 20)) chain.tape.push(each)
    chain.draw()
    expect([chain.blocks, chain.tape.state().older]).toEqual([down(20, 11), 'full'])
  })

  it('says that the first page failed, and starts again', async () => {
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
