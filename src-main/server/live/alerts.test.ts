import type { Reads } from '../../store/interface.ts'
import { expect, it } from 'vitest'
import type { WatchAlert } from '../../../src-shared/contract/records/watch.ts'
import { serverFrames, STREAMS } from '../../../src-shared/contract/streams.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import { silentLogger } from '../../lib/logger.ts'
import { systemClock } from '../../lib/clock.ts'
import { Hub, type HubDeps } from './hub.ts'
import type { Subscriber } from './topics.ts'
import { Traffic } from './traffic.ts'

const TOKEN = `0x${'ab'.repeat(20)}`
const ALERT: WatchAlert = {
  ...{ id: 'a1', number: 1, rule_id: 'r1', rule_name: null, notice: false, network: 'eth', token_address: TOKEN, token_name: 'ABC' },
  ...{ reason: 'ABC: Cluster 1 rose above 20 %.', count: 1, first_at: 10, last_at: 10, made_at: 11, block: 5, snapshot: 10 },
  ...{ wallets: [], evidence: [], read_at: null, reverted_at: null, delivery: null },
}

it('a new alert goes to who subscribes to its token and to all of its network, and to nobody else', () => {
  // Alerts need neither records nor followed tokens.
  const bus = createLocalBus()
  const unused = {} as HubDeps['engine'] & HubDeps['follow']
  const hub = new Hub({
    bus,
    engine: unused,
    store: { read: {} as Reads },
    follow: unused,
    clock: systemClock,
    logger: silentLogger,
    traffic: new Traffic(),
  })
  const got: unknown[] = []
  const subscriber: Subscriber = {
    deliver: (_topic, event) => void got.push(JSON.parse(String(event.frame({ before: () => '', after: '' }, 1).bytes()))),
    withdraw: () => undefined,
  }
  const other = `0x${'cd'.repeat(20)}`
  for (const [network, address] of [
    ['eth', TOKEN],
    ['eth', 'ALL'],
    ['eth', other],
    ['base', TOKEN],
    ['base', 'ALL'],
  ] as const)
    hub.subscribe({ stream: 'local.alerts', network, address }, subscriber)
  bus.publish('alerts', { network: ALERT.network, address: ALERT.token_address }, ALERT)
  const frames = got.map((frame) => serverFrames.event.parse(frame))
  expect(frames).toMatchObject([TOKEN, 'ALL'].map((address) => ({ stream: 'local.alerts', network: 'eth', address, data: ALERT })))
  for (const { data } of frames) expect(STREAMS['local.alerts'].data.parse(data)).toEqual(ALERT)
})
