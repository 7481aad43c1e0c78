import { Writable } from 'node:stream'
import { beforeEach, expect, it } from 'vitest'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import type { PositionedTrade } from '../../../src-shared/domain/trade-position.ts'
import type { MissedBlocks, TradesWatch } from '../../ingest/follow/interface.ts'
import { silentLogger } from '../../lib/logger.ts'
import { SOL, storyTrade, STORY_NOW_MS } from '../testing/story.ts'
import { readMissed } from './missed.ts'
import { Outbox } from './outbox.ts'
import { parseSince } from './stream-cursor.ts'
import { Subscription } from './subscription.ts'
import { EventBatch } from './topic-event.ts'
import { Topics, type Topic } from './topics.ts'
import { TradeEvents } from './trade-events.ts'

/** Trades of a network that is followed as a whole, from the bus to the frames of a client (docs/api/streams.md#resuming). */

const [BUYER = ''] = SOL.buyers
/** Block 1000 + n has trade n. */
const at = (n: number): PositionedTrade => ({ trade: storyTrade(SOL, n), position: { ...storyTrade(SOL, n).position, leg: 0, hash: 'abc' } })
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n)

let topics: Topics
let events: TradeEvents
/** The block from which a topic follows the whole network. Null while its token's blocks are enough. */
let wholeFrom: Map<string, number | null>

beforeEach(() => {
  topics = new Topics()
  wholeFrom = new Map()
  const get = ({ address }: Topic): TradesWatch => {
    const first = wholeFrom.get(address) ?? null
    return { isWhole: () => first !== null, wholeFrom: () => first, sent: () => undefined } as unknown as TradesWatch
  }
  const send = (topic: Topic, sent: ConstructorParameters<typeof EventBatch>[0]): void => {
    for (const subscriber of topic.subscribers) subscriber.deliver(topic, new EventBatch(sent))
  }
  events = new TradeEvents({ topics, watches: { get }, clock: { now: () => STORY_NOW_MS }, logger: silentLogger, send })
})

interface Client {
  readonly subscription: Subscription
  readonly topic: Topic
  /** What the client received: the number of each trade, negated for a retraction. */
  numbers(): number[]
  cursors(): unknown[]
}

function client(address: string, from: number | null, retractions = true): Client {
  wholeFrom.set(address, from)
  let text = ''
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void (text += String(chunk))) })
  const outbox = new Outbox(stream, { holdBackBytes: 1e9, slowConsumerBytes: 1e9 }, () => undefined)
  const topic: Topic = topics.add(
    { stream: 'dex_trades', network: 'sol', address },
    { deliver: (_topic, batch) => subscription.receive(batch), withdraw: (_topic, block) => subscription.withdraw(block) },
  )
  const subscription = new Subscription(topic, outbox, { before: () => '', after: '\n' }, retractions)
  const frames = (): Record<string, { tx_signature: string } | undefined>[] => {
    outbox.flush()
    const all = text.split('\n').filter((line) => line !== '')
    return all.map((line) => JSON.parse(line) as Record<string, { tx_signature: string } | undefined>)
  }
  const numberOf = (tx: string): number => Number(tx.replace('sol-trade-', ''))
  return {
    subscription,
    topic,
    numbers: () =>
      frames().map(({ seq, data, retracted }, n) => {
        expect(seq).toBe(n + 1)
        return data === undefined ? -numberOf(retracted?.tx_signature ?? '') : numberOf(data.tx_signature)
      }),
    cursors: () => frames().map(({ cursor }) => parseSince('dex_trades', cursor)),
  }
}

it('go to those who follow the network from their first block on, and stored trades to the others', () => {
  const [all, token] = [client(FIREHOSE, 1_002), client(SOL.token.address, null)]
  events.publishWhole('sol', [1, 2, 3].map(at))
  events.publishStored('sol', { trades: [storyTrade(SOL, 4)], rows: [7] })
  events.publishWhole('eth', [at(5)])
  expect([all.numbers(), token.numbers()]).toEqual([[2, 3], [4]])
  expect(all.cursors()).toEqual([{ position: at(2).position }, { position: at(3).position }])
  expect(token.cursors()).toEqual([{ row: 7 }])
})

it('are retracted last first, each with the cursor of the trade before it, and replaced', () => {
  const [all, quiet, pool, token] = [client(FIREHOSE, 0), client(BUYER, 0, false), client(SOL.pool, 0), client(SOL.token.address, null)]
  events.publishWhole('sol', [1, 2, 3, 4, 5].map(at))
  // Rows of the store, which may be as large as blocks.
  events.publishStored('sol', { trades: [6, 7].map((n) => storyTrade(SOL, n)), rows: [900, 2_000] })
  events.retractWhole('sol', { kind: 'reverted', from: 1_003, trades: [3, 4, 5].map(at), keeps: at(2).position })
  events.publishWhole('sol', [3, 4].map(at))
  expect(all.numbers()).toEqual([1, 2, 3, 4, 5, -5, -4, -3, 3, 4])
  expect(all.cursors().slice(5, 8)).toEqual([4, 3, 2].map((n) => ({ position: at(n).position })))
  expect(pool.numbers()).toEqual(all.numbers())
  expect(quiet.numbers()).toEqual(
    [1, 2, 3, 4, 5, 3, 4].filter((n) => [storyTrade(SOL, n).signer, storyTrade(SOL, n).receiver].includes(SOL.buyers[0] ?? null)),
  )
  expect(token.numbers()).toEqual([6, 7])
})

/** Catches up from a position with the given pages. `during` runs while each page is read. */
async function catchUp(
  { subscription, topic }: Client,
  pages: readonly MissedBlocks[],
  during: (page: number) => void = () => undefined,
): Promise<void> {
  let page = 0
  const read = async (): Promise<MissedBlocks> => {
    during(page)
    const found = pages[page++]
    if (found === undefined) throw new Error('read beyond the last page')
    return found
  }
  const hub = { arrive: async () => undefined, trades: events, watches: { missedWhole: async () => read } }
  await subscription.catchUp(readMissed({ store: {}, hub } as unknown as Parameters<typeof readMissed>[0], topic, { position: at(10).position }))
}

it('that a client missed are read in pages, after the retractions, and before those that came meanwhile', async () => {
  const all = client(FIREHOSE, 0)
  const missed = { reverted: [9, 10].map(at), keeps: at(8).position, hadUpTo: 1_010, trades: range(9, 609).map(at), to: 1_608, isLast: false }
  const rest = { reverted: [], keeps: at(608).position, hadUpTo: 1_010, trades: [609, 610].map(at), to: 1_610, isLast: true }
  await catchUp(all, [missed, rest], (page) => {
    // Published while the first page is read, and after it.
    events.publishWhole('sol', (page === 0 ? [608] : [610, 611]).map(at))
  })
  events.publishWhole('sol', [at(612)])
  expect(all.numbers()).toEqual([-10, -9, ...range(9, 613)])
  expect(all.cursors().slice(0, 2)).toEqual([{ position: at(9).position }, { position: at(8).position }])
})

it('that name an address are read for it alone', async () => {
  const buyer = client(BUYER, 0)
  await catchUp(buyer, [{ reverted: [at(11)], keeps: at(10).position, hadUpTo: null, trades: range(11, 31).map(at), to: 1_030, isLast: true }])
  const own = range(11, 31).filter((n) => [storyTrade(SOL, n).signer, storyTrade(SOL, n).receiver].some((name) => name === BUYER))
  expect(buyer.numbers()).toEqual(own)
  expect(own.length).toBeGreaterThan(0)
  expect(own.length).toBeLessThan(20)
})

it('that the chain reverts while a client catches up are replaced in what it gets next', async () => {
  const all = client(FIREHOSE, 0)
  const page = { reverted: [], keeps: at(10).position, hadUpTo: 1_010, trades: [11, 12, 13].map(at), to: 1_013, isLast: true }
  await catchUp(all, [page], () => {
    events.publishWhole('sol', [14, 15].map(at))
    events.retractWhole('sol', { kind: 'reverted', from: 1_014, trades: [], keeps: at(13).position })
  })
  events.publishWhole('sol', [at(14)])
  events.retractWhole('sol', { kind: 'reverted', from: 1_012, trades: [12, 13, 14].map(at), keeps: at(11).position })
  events.publishWhole('sol', [12, 13].map(at))
  expect(all.numbers()).toEqual([11, 12, 13, 14, -14, -13, -12, 12, 13])
})

it('that a client had before it came back are retracted too', async () => {
  const all = client(FIREHOSE, 0)
  await catchUp(all, [{ reverted: [], keeps: at(10).position, hadUpTo: 1_010, trades: [], to: 1_010, isLast: true }])
  events.retractWhole('sol', { kind: 'reverted', from: 1_010, trades: [10, 11].map(at), keeps: at(9).position })
  expect(all.numbers()).toEqual([-10])
})
