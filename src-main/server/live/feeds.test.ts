import type { Reads } from '../../store/interface.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { natsMissing, spawnNats } from '../../../e2e/fixtures/nats/nats.ts'
import { openBus } from '../../bus/open-bus.ts'
import type { Bus } from '../../bus/interface.ts'
import { silentLogger } from '../../lib/logger.ts'
import { SOL, STORY_NOW_MS, storyTrade } from '../testing/story.ts'
import { webSocketFrame } from './frames.ts'
import { Hub } from './hub.ts'
import { Traffic } from './traffic.ts'
import type { EventBatch } from './topic-event.ts'
import type { Topic, TopicKey } from './topics.ts'

const missing = natsMissing()
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** The frames of subscribers while a worker publishes. */
async function framesOver(worker: Bus, api: Bus): Promise<string[]> {
  const hub = new Hub({
    bus: api,
    store: { read: { tradesAfter: async () => ({ trades: [], rows: [], upTo: 0, newest: Infinity }) } as unknown as Reads },
    engine: { onRecords: () => () => undefined },
    follow: {
      watch: () => () => undefined,
      watchTrades: () => {
        throw new Error('nothing is followed')
      },
    },
    clock: { now: () => STORY_NOW_MS },
    logger: silentLogger,
    traffic: new Traffic(),
  })
  const frames: string[] = []
  const subscriber = {
    deliver: (_topic: Topic, event: EventBatch) => void frames.push(event.frame(webSocketFrame, 1).bytes().toString('latin1')),
    withdraw: () => undefined,
  }
  const keys: TopicKey[] = [
    { stream: 'dex_trades', network: 'sol', address: SOL.pool },
    { stream: 'local.follow', network: 'sol', address: SOL.token.address },
  ]
  const topics = keys.map((key) => hub.subscribe(key, subscriber))
  await Promise.all(topics.map((topic) => hub.arrive(topic)))
  const trades = [storyTrade(SOL, 1), storyTrade(SOL, 2)]
  worker.publish('trades', SOL.token, { kind: 'stored', trades, rows: [11, 12] })
  worker.publish('trades', SOL.token, { kind: 'reverted', trades: trades.slice(1), rows: [12], retractions: [13] })
  await expect.poll(() => frames.length).toBe(2)
  worker.publish('follow', SOL.token, {
    following: true,
    kept: true,
    state: 'live',
    behind: 0,
    message: null,
    last_block: 9,
    since: 1,
    withdrawn: null,
  })
  await expect.poll(() => frames.length).toBe(3)
  for (const topic of topics) hub.unsubscribe(topic, subscriber)
  worker.publish('trades', SOL.token, { kind: 'stored', trades, rows: [14, 15] })
  expect(frames).toHaveLength(3)
  return frames
}

describe('frames of subscribers', () => {
  test.skipIf(missing !== null)(`are the same bytes over NATS as in one process${missing === null ? '' : ` (${missing})`}`, async () => {
    const nats = await spawnNats()
    opened.push({ close: () => nats.stop() })
    const [worker, api] = [await openBus(nats.url, silentLogger), await openBus(nats.url, silentLogger)]
    opened.push(worker, api)
    const local = await openBus(null, silentLogger)
    expect(await framesOver(worker, api)).toEqual(await framesOver(local, local))
  })
})
