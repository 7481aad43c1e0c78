import { setTimeout as delay } from 'node:timers/promises'
import { natsMissing, spawnNats } from '../../../e2e/fixtures/nats/nats.ts'
import type { Bus } from '../../bus/interface.ts'
import { openBus } from '../../bus/open-bus.ts'
import { silentLogger } from '../../lib/logger.ts'
import { figure, interleaved, median, quantile, type BenchRow } from '../../lib/testing/bench.ts'
import type { Reads } from '../../store/interface.ts'
import { SOL, STORY_NOW_MS, storyTrade } from '../testing/story.ts'
import { Hub } from './hub.ts'
import { Traffic } from './traffic.ts'

const TRADES = 500
const EVERY_MS = 4
const ROUNDS = 3
const SERVERS = 3

/** The time from the publication of a trade by a worker to its frame at an api process. Each uses its own connections to three NATS servers. */
export async function run(): Promise<BenchRow[]> {
  if (natsMissing() !== null) {
    process.stderr.write(`team: skipped, ${natsMissing()}\n`)
    return []
  }
  const nats = await spawnNats(SERVERS)
  const [worker, api] = [await openBus(nats.url, silentLogger), await openBus(nats.url, silentLogger)]
  const local = await openBus(null, silentLogger)
  try {
    const { ours, peer, ratio, spread } = await interleaved(
      ROUNDS,
      () => delayOf(worker, api),
      () => delayOf(local, local),
    )
    return [
      {
        work: `p99 from trade to frame across processes, ${figure(1000 / EVERY_MS)} trades/s`,
        ours: `${figure(median(ours))} ms`,
        peer: `in one process: ${figure(median(peer))} ms`,
        ...{ ratio, goal: '≤ 50 ms', spread, rounds: ROUNDS },
      },
    ]
  } finally {
    for (const bus of [worker, api]) await bus.close()
    await nats.stop()
  }
}

let row = 0

async function delayOf(worker: Bus, api: Bus): Promise<number> {
  const tradesAfter = async () => ({ trades: [], rows: [], upTo: row, newest: row })
  const hub = new Hub({
    bus: api,
    store: { read: { tradesAfter } as unknown as Reads },
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
  const took: number[] = []
  const publishedAt: number[] = []
  const all = Promise.withResolvers<null>()
  const deliver = (): void => {
    took.push(performance.now() - (publishedAt[took.length] ?? 0))
    if (took.length === TRADES) all.resolve(null)
  }
  const subscriber = { deliver, withdraw: () => undefined }
  const topic = hub.subscribe({ stream: 'dex_trades', network: 'sol', address: SOL.pool }, subscriber)
  await hub.arrive(topic)
  for (let n = 0; n < TRADES; n++) {
    publishedAt.push(performance.now())
    worker.publish('trades', SOL.token, { kind: 'stored', trades: [storyTrade(SOL, row)], rows: [++row] })
    await delay(EVERY_MS)
  }
  await all.promise
  hub.unsubscribe(topic, subscriber)
  return quantile(took, 0.99)
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
