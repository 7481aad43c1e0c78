import { afterEach, describe, expect, test } from 'vitest'
import { NATIVE, type Trade } from '../../src-shared/domain/events.ts'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import type { PositionedTrade } from '../../src-shared/domain/trade-position.ts'
import { natsMissing } from '../../e2e/fixtures/nats/nats.ts'
import { silentLogger } from '../lib/logger.ts'
import { sampleTrade, TOKEN, OTHER_TOKEN } from '../store/testing/samples.ts'
import { wholeSubject, type WholeReverted } from './events.ts'
import type { Bus } from './interface.ts'
import { decodeEvent, messagesOf } from './nats/messages.ts'
import { openBus } from './open-bus.ts'
import { openNatsPair } from './testing/nats-pair.ts'

/** The behaviour of every bus, in one process or between several. */

const missing = natsMissing()
/** A cluster takes seconds to start. */
const IS_FULL = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all'
const BUSES = [
  { name: 'in one process', servers: 0, skip: null },
  { name: 'over one NATS server', servers: 1, skip: missing },
  ...(IS_FULL ? [{ name: 'over a cluster of three', servers: 3, skip: missing }] : []),
]

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** The buses of two processes; in one process, the same bus twice. */
async function openPair(servers: number): Promise<[worker: Bus, api: Bus]> {
  if (servers === 0) {
    const bus = await openBus(null, silentLogger)
    return [bus, bus]
  }
  return openNatsPair(opened, servers)
}

const tradeAt = (block: number, tx = `0x${block}`): Trade => sampleTrade({ tx, position: { block, tx: 0, event: 0 } })
const storedAt = (row: number): { kind: 'stored'; trades: Trade[]; rows: number[] } => ({ kind: 'stored', trades: [tradeAt(row)], rows: [row] })
const placed = (block: number, hash: string): PositionedTrade => {
  const trade = tradeAt(block, '0xsame')
  return { trade, position: { ...trade.position, leg: trade.leg, hash } }
}

describe.each(BUSES)('a bus $name', ({ servers, skip }) => {
  test.skipIf(skip !== null)(
    `gives every subscriber each event once and in order, with exact amounts${skip === null ? '' : ` (${skip})`}`,
    async () => {
      const [worker, api] = await openPair(servers)
      const heard: [string, number][] = []
      const others: number[] = []
      const one = api.subscribe('trades', ({ address }, { rows }) => heard.push([address, rows?.[0] ?? 0]), { network: 'eth' })
      const two = api.subscribe('trades', (_token, { rows }) => others.push(rows?.[0] ?? 0), TOKEN)
      await Promise.all([one.ready, two.ready])
      for (let row = 1; row <= 100; row++) worker.publish('trades', row % 2 === 0 ? TOKEN : OTHER_TOKEN, storedAt(row))
      worker.publish('trades', { network: 'base', address: TOKEN.address }, storedAt(101))
      await expect.poll(() => heard.length).toBe(100)
      const ofToken = ({ address }: TokenKey): number[] => heard.filter(([about]) => about === address).map(([, row]) => row)
      const even = Array.from({ length: 50 }, (_, n) => 2 * n + 2)
      expect(ofToken(TOKEN)).toEqual(even)
      expect(ofToken(OTHER_TOKEN)).toEqual(even.map((row) => row - 1))
      await expect.poll(() => others).toEqual(even)

      const amounts: unknown[] = []
      const last = api.subscribe('trades', (_token, { trades }) => amounts.push(...trades))
      await last.ready
      const { raw: _raw, ...leg } = tradeAt(1).tokenIn
      const large = { ...tradeAt(102), tokenIn: { ...leg, token: NATIVE, raw: 10n ** 77n + 1n } }
      worker.publish('trades', TOKEN, { kind: 'stored', trades: [large], rows: [102] })
      await expect.poll(() => amounts).toEqual([large])
    },
  )

  test.skipIf(skip !== null)('drops what is published about no subscriber, and ends with its subscription', async () => {
    const [worker, api] = await openPair(servers)
    const heard: number[] = []
    worker.publish('trades', TOKEN, storedAt(1))
    if (servers > 0) await expect.poll(() => worker.lastRow(TOKEN)).toBe(1)
    const subscription = api.subscribe('trades', (_token, { rows }) => heard.push(rows?.[0] ?? 0))
    await subscription.ready
    worker.publish('trades', TOKEN, storedAt(2))
    await expect.poll(() => heard).toEqual([2])
    subscription.stop()
    worker.publish('trades', TOKEN, storedAt(3))
    const after = api.subscribe('facts', () => heard.push(0))
    await after.ready
    worker.publish('facts', TOKEN, null)
    await expect.poll(() => heard).toEqual([2, 0])
  })

  test.skipIf(skip !== null)('delivers a trade again that the chain reverted and included again, in the same block or in another', async () => {
    const [worker, api] = await openPair(servers)
    const heard: string[] = []
    const subscription = api.subscribe('whole', (_network, event) =>
      heard.push(event.kind === 'reverted' ? `reverted from ${event.from}` : event.trades.map(({ position }) => position.hash).join(' ')),
    )
    await subscription.ready
    const network = wholeSubject('eth')
    const emit = (hash: string): void => worker.publish('whole', network, { kind: 'emitted', trades: [placed(7, hash)] })
    const revert = (): void =>
      worker.publish('whole', network, { kind: 'reverted', from: 7, trades: [placed(7, '0xsame')], keeps: placed(6, '0x6').position })
    emit('0xa')
    revert()
    emit('0xb')
    revert()
    emit('0xa')
    await expect.poll(() => heard).toEqual(['0xa', 'reverted from 7', '0xb', 'reverted from 7', '0xa'])
  })

  test.skipIf(skip !== null)('gives a lease to one process, whose modules share it, and then to the next', async () => {
    const [worker, other] = await openPair(servers)
    const { signal } = new AbortController()
    const first = await worker.lease(TOKEN, signal)
    const again = await worker.lease(TOKEN, signal)
    expect([first.isHeld(), again.fence]).toEqual([true, first.fence])
    await first.release()
    expect(again.isHeld()).toBe(true)
    if (servers === 0) await again.release()
    // What its work left on the signal would otherwise stay in memory.
    if (servers === 0) return expect([first.lost.aborted, again.lost.aborted]).toEqual([true, true])
    const left = new AbortController()
    const waits = expect(other.lease(TOKEN, left.signal)).rejects.toThrow('left')
    left.abort(new Error('left'))
    await waits
    await again.release()
    const next = await other.lease(TOKEN, signal)
    expect(next.fence).toBeGreaterThan(first.fence ?? Infinity)
    expect([again.isHeld(), again.lost.aborted]).toEqual([false, true])
  })
})

describe.skipIf(missing !== null)(`events that two workers publish${missing === null ? '' : ` (${missing})`}`, () => {
  test('reach a subscriber once, in whatever messages they come, and Sui’s names arrive whole', async () => {
    const [worker, next] = await openPair(1)
    const api = next
    const heard: number[] = []
    const coin = { network: 'sui' as const, address: trustedAddress('0x2::a_b::C<0x3::d::E, u8>') }
    const names = new Set<string>()
    const subscription = api.subscribe('trades', ({ address }, { rows }) => (names.add(address), heard.push(...(rows ?? []))), coin)
    await subscription.ready
    const rows = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const publish = (bus: Bus, list: number[]): void =>
      bus.publish('trades', coin, { kind: 'stored', trades: list.map((row) => tradeAt(row)), rows: list })
    publish(worker, rows(1, 450))
    await expect.poll(() => heard.length).toBe(450)
    publish(next, [450])
    publish(next, rows(440, 460))
    await expect.poll(() => heard).toEqual(rows(1, 460))
    expect([...names]).toEqual([coin.address])
    expect(await worker.lastRow(coin)).toBe(460)
  })
})

describe.skipIf(missing !== null)(`a token that moves to another worker${missing === null ? '' : ` (${missing})`}`, () => {
  test('has its trades again when the chain reverts and includes them again there', async () => {
    const [former, next] = await openPair(1)
    const heard: string[] = []
    const subscription = next.subscribe('whole', (_network, { kind }) => heard.push(kind))
    await subscription.ready
    const revertAndEmit = (worker: Bus): void => {
      worker.publish('whole', wholeSubject('eth'), { kind: 'reverted', from: 7, trades: [], keeps: placed(6, '0x6').position })
      worker.publish('whole', wholeSubject('eth'), { kind: 'emitted', trades: [placed(7, '0xa')] })
    }
    revertAndEmit(former)
    await expect.poll(() => heard).toEqual(['reverted', 'emitted'])
    revertAndEmit(next)
    await expect.poll(() => heard).toEqual(['reverted', 'emitted', 'reverted', 'emitted'])
  })
})

test('retractions in several messages begin with those of the last trades', () => {
  const trades = Array.from({ length: 250 }, (_, n) => placed(n + 1, '0xa'))
  const messages = messagesOf('whole', { kind: 'reverted', from: 1, trades, keeps: placed(0, '0x0').position })
  const parts = messages.map(({ bytes }) => decodeEvent<'whole'>(bytes) as WholeReverted)
  expect(parts.map(({ from, trades: part, keeps }) => [from, part.length, keeps.block])).toEqual([
    [1, 50, 200],
    [1, 200, 0],
  ])
})
