import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { silentLogger } from '../../lib/logger.ts'
import { sampleTrade, snapshotJson } from '../../store/testing/samples.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { SOL, STORY_TRADES, UNREAD } from '../testing/story.ts'
import { Replays } from './replays.ts'
import { timelineOf, TRADES_PER_MOMENT } from './timeline.ts'

describe('the moments of a record', () => {
  const at = (time: number | null, block: number) => sampleTrade({ time, position: { block, tx: 0, event: 0 } })

  const momentsOf = (trades: readonly Trade[], snapshots: readonly number[]) =>
    [...(timelineOf(trades, snapshots)?.moments ?? [])].map(
      ({ time, trades: some, hasSnapshot }) => [time, some.map(({ position }) => position.block), hasSnapshot] as const,
    )

  it('keep the order of the chain, with a trade of unknown time at the one before it', () => {
    const trades = [at(null, 1), at(10, 2), at(null, 3), at(12, 4), at(11, 5)]
    expect(momentsOf(trades, [11])).toEqual([
      [10, [1, 2, 3], false],
      [11, [], true],
      [12, [4, 5], false],
    ])
    expect(timelineOf(trades, [11])).toMatchObject({ from: 10, to: 12 })
    expect(momentsOf(trades, [12, 13])).toEqual([
      [10, [1, 2, 3], false],
      [12, [4, 5], true],
      [13, [], true],
    ])
  })

  it('are one moment where no trade has a time', () => {
    expect(momentsOf([at(null, 1), at(null, 2)], [])).toEqual([[0, [1, 2], false]])
    expect(timelineOf([], [])).toBeNull()
  })

  it('have few trades each, and the snapshot of a second after the last of them', () => {
    const trades = Array.from({ length: 2 * TRADES_PER_MOMENT + 1 }, (_, n) => at(10, n))
    const moments = momentsOf(trades, [10])
    expect(moments.map(([time, blocks, hasSnapshot]) => [time, blocks.length, hasSnapshot])).toEqual([
      [10, TRADES_PER_MOMENT, false],
      [10, TRADES_PER_MOMENT, false],
      [10, 1, true],
    ])
    expect(moments.flatMap(([, blocks]) => blocks)).toEqual(trades.map(({ position }) => position.block))
  })
})

describe('a replay over the wire', () => {
  let running: Running
  beforeAll(async () => {
    running = await startRunning()
  })
  afterAll(() => running.stop())
  const path = `/local/v1/sol/${SOL.token.address}/replay`
  const post = (body: object) =>
    running.call(path, { method: 'POST', key: running.keys.owner, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  it('sends every stored trade once, in the order and in the bytes that the pages have', async () => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
    expect(await socket.next()).toMatchObject({ op: 'ready' })
    socket.send({ op: 'subscribe', network: 'sol', address: SOL.token.address, stream: 'dex_trades' })
    expect(await socket.next()).toMatchObject({ op: 'subscribed' })
    expect((await post({ speed: 1000 })).status).toBe(200)
    const replayed: unknown[] = []
    while (replayed.length < STORY_TRADES) replayed.push(((await socket.next()) as { data: unknown }).data)
    const page = (await (await running.call(`/dex/v1/sol/trades?token=${SOL.token.address}&sort=asc&limit=200`)).json()) as { trades: unknown[] }
    expect(replayed.map((trade) => JSON.stringify(trade))).toEqual(page.trades.slice(0, STORY_TRADES).map((trade) => JSON.stringify(trade)))
    await running.server.replays.ended(SOL.token)
    expect(await (await running.call(path)).json()).toMatchObject({ playing: false, speed: 1000, sent: STORY_TRADES, total: STORY_TRADES })
    await socket.close()
  })

  it('stops on request, and restarts on the next request', async () => {
    expect(await (await post({ speed: 1 })).json()).toMatchObject({ playing: true, speed: 1 })
    expect(await (await post({ speed: null })).json()).toMatchObject({ playing: false })
    expect(await (await post({ speed: 1000 })).json()).toMatchObject({ playing: true })
    await running.server.replays.ended(SOL.token)
  })

  it('is replaced by one that is started, and ended by a stop, while its events are read', async () => {
    let sent = 0
    const hub = { trades: { publishStored: (_network: unknown, { trades }: { trades: readonly unknown[] }) => void (sent += trades.length) } }
    const engine = { snapshotClusters: async () => null }
    const replays = new Replays({ store: running.store, engine, hub: { ...hub, publishClusters: () => undefined } as never, logger: silentLogger })
    const stopped = replays.start(SOL.token, 1_000)
    await replays.stop(SOL.token)
    await stopped
    await replays.ended(SOL.token)
    expect([sent, replays.state(SOL.token).playing]).toEqual([0, false])
    await Promise.all([replays.start(SOL.token, 1_000), replays.start(SOL.token, 1_000)])
    await replays.ended(SOL.token)
    expect([sent, replays.state(SOL.token).sent]).toEqual([STORY_TRADES, STORY_TRADES])
  })

  it('waits between moments that lie further apart than a timer counts', async () => {
    const token = { network: 'sol', address: trustedAddress(UNREAD.sol) } as const
    const month = 30 * 86_400
    for (const timestamp of [1_700_000_000, 1_700_000_000 + month]) await running.store.write.saveSnapshot({ token, json: snapshotJson(timestamp) })
    await running.server.replays.start(token, 1)
    // These timers run one after another, so a timer that fires immediately has fired before the last one.
    for (let turn = 0; turn < 10; turn++) await delay(1)
    expect(running.server.replays.state(token)).toMatchObject({ playing: true, sent: 1, total: 2 })
    expect(await running.server.replays.stop(token)).toMatchObject({ playing: false, sent: 1 })
  })

  it.each([0, 1001, 'fast'])('refuses the speed %s', async (speed) => expect((await post({ speed })).status).toBe(422))

  it('has nothing for a token that is not stored', async () => {
    const unknown = `/local/v1/eth/0x${'1'.repeat(40)}/replay`
    const answer = await running.call(unknown, {
      method: 'POST',
      key: running.keys.owner,
      headers: { 'content-type': 'application/json' },
      body: '{"speed":1}',
    })
    expect(answer.status).toBe(404)
    expect(await (await running.call(unknown)).json()).toMatchObject({ playing: false, total: 0 })
  })
})
