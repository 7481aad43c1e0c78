import { expect, test } from 'vitest'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { TradesWatch } from '../../ingest/follow/interface.ts'
import { silentLogger } from '../../lib/logger.ts'
import { SOL, STORY_NOW_MS } from '../testing/story.ts'
import { Hub } from './hub.ts'
import { readMissed } from './missed.ts'
import { Traffic } from './traffic.ts'

test('nothing is followed for a subscriber that left before the events of its topic could arrive', async () => {
  const local = createLocalBus()
  const arriving = Promise.withResolvers<null>()
  let followed = 0
  const store = { read: { tradesAfter: async () => ({ trades: [], rows: [], retracted: [], upTo: 0, newest: 0 }) } } as never
  const hub = new Hub({
    bus: { ...local, subscribe: (...wanted) => ({ ...local.subscribe(...wanted), ready: arriving.promise }) },
    store,
    engine: { onRecords: () => () => undefined },
    follow: {
      watch: () => () => undefined,
      watchTrades: () => {
        followed += 1
        return { missed: async () => null, stop: () => (followed -= 1) } as Partial<TradesWatch> as TradesWatch
      },
    },
    clock: { now: () => STORY_NOW_MS },
    logger: silentLogger,
    traffic: new Traffic(),
  })
  const subscriber = { deliver: () => undefined, withdraw: () => undefined }
  const topic = hub.subscribe({ stream: 'dex_trades', network: 'sol', address: SOL.pool }, subscriber)
  const page = readMissed({ store, hub, jobs: { canRead: () => true } }, topic, { time: 0 })(0)
  hub.unsubscribe(topic, subscriber)
  arriving.resolve(null)
  await page
  expect(followed).toBe(0)
})
