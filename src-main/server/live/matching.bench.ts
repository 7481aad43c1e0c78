import type { Reads } from '../../store/interface.ts'
import { figure, interleaved, median, type BenchRow } from '../../lib/testing/bench.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import { silentLogger } from '../../lib/logger.ts'
import { SOL, STORY_NOW_MS, storyTrade } from '../testing/story.ts'
import { Hub } from './hub.ts'
import { Traffic } from './traffic.ts'

const FEW = 10
const MANY = 100_000
const TRADES = 20_000
const ROUNDS = 5

/** A hub with this many subscribed addresses, one of them a pool that trades. Delivered events are discarded. */
function hubOf(subscriptions: number): Hub {
  const hub = new Hub({
    bus: createLocalBus(),
    store: { read: {} as Reads },
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
  const subscriber = { deliver: () => undefined, withdraw: () => undefined }
  for (let n = 0; n < subscriptions - 1; n++) hub.subscribe({ stream: 'dex_trades', network: 'sol', address: `address-${n}` }, subscriber)
  hub.subscribe({ stream: 'dex_trades', network: 'sol', address: SOL.pool }, subscriber)
  return hub
}

/** Trades matched and framed, one by one, among many subscriptions and among few. */
export async function run(): Promise<BenchRow[]> {
  const trades = Array.from({ length: TRADES }, (_, n) => storyTrade(SOL, n))
  const publishing = (hub: Hub) => (): number => {
    const start = performance.now()
    for (const trade of trades) hub.trades.publishStored('sol', { trades: [trade], rows: null })
    return performance.now() - start
  }
  const result = await interleaved(ROUNDS, publishing(hubOf(MANY)), publishing(hubOf(FEW)))
  const each = (ms: readonly number[]): string => `${figure((median(ms) / TRADES) * 1000)} µs a trade`
  return [
    {
      work: `a trade matched among ${figure(MANY)} subscriptions`,
      ours: each(result.ours),
      peer: `the same among ${FEW}: ${each(result.peer)}`,
      ratio: result.ratio,
      goal: '≥ 0.8 (flat)',
      spread: result.spread,
      rounds: ROUNDS,
    },
  ]
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
