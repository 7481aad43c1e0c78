import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createKey } from './api-keys.ts'
import type { Caller } from './caller.ts'
import { Quotas } from './quotas.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL } from '../testing/story.ts'

/** docs/team.md#quotas */

let running: Running
let now: number
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1, 12, 0, 50)
  running = await startRunning({ clock: { now: () => now } })
})
afterEach(() => running.stop())

const made = (quotas: { requests_per_minute?: number; requests_per_day?: number; subscriptions?: number }) =>
  createKey(running.store, { now: () => now }, { name: 'bot', permissions: ['read'], owner: 'Ann', quotas })

it('a key makes its requests of a minute and then gets 429 until the next one, also after a restart', async () => {
  const { key } = await made({ requests_per_minute: 3, requests_per_day: 5 })
  const statuses = async (count: number): Promise<number[]> =>
    (await Promise.all(Array.from({ length: count }, () => running.call('/local/v1/status', { key })))).map(({ status }) => status).sort()
  expect(await statuses(5)).toEqual([200, 200, 200, 429, 429])
  const refused = await running.call('/local/v1/status', { key })
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toMatchObject({ detail: 'This key has made its 3 requests of this minute.' })
  now += 10_000
  expect(await statuses(4)).toEqual([200, 200, 429, 429])
  expect(await (await running.call('/local/v1/status', { key })).json()).toMatchObject({ detail: 'This key has made its 5 requests of this day.' })
  const again = new Quotas({ store: running.store, bus: createLocalBus(), clock: { now: () => now }, logger: silentLogger })
  const row = (await running.store.read.keys()).find(({ name }) => name === 'bot') as Caller
  expect(await new Promise((resolve) => again.spend(row, resolve))).toBeInstanceOf(AppError)
})

it('a key makes its requests when the clock was set back by an hour or by two days, also after a restart', async () => {
  const { key } = await made({ requests_per_minute: 1, requests_per_day: 2 })
  const status = async (): Promise<number> => (await running.call('/local/v1/status', { key })).status
  expect([await status(), await status()]).toEqual([200, 429])
  now -= 3_600_000
  expect([await status(), await status()]).toEqual([200, 429])
  now -= 48 * 3_600_000
  const again = new Quotas({ store: running.store, bus: createLocalBus(), clock: { now: () => now }, logger: silentLogger })
  const row = (await running.store.read.keys()).find(({ name }) => name === 'bot') as Caller
  const spend = (): Promise<unknown> => new Promise((resolve) => again.spend(row, resolve))
  expect([await spend(), await spend()]).toEqual([undefined, expect.any(AppError)])
})

it('a key without requests for the day waits for the next one, whatever is left of the minute', async () => {
  const { key } = await made({ requests_per_minute: 1, requests_per_day: 1 })
  expect((await running.call('/local/v1/status', { key })).status).toBe(200)
  const refused = await running.call('/local/v1/status', { key })
  expect(refused.headers.get('retry-after')).toBe(String(12 * 3_600 - 50))
  expect(await refused.json()).toMatchObject({ detail: 'This key has made its 1 request of this day.' })
})

it('takes requests from the store some at a time, and asks no more once the limit is reached', async () => {
  let takings = 0
  const bus = createLocalBus()
  const store = new Proxy(running.store, {
    get: (target, name) =>
      name === 'write' ? { takeRequests: (args: never) => (takings++, target.write.takeRequests(args)) } : Reflect.get(target, name),
  })
  const processes = [0, 1].map(() => new Quotas({ store, bus, clock: { now: () => now }, logger: silentLogger }))
  const caller: Caller = {
    ...{ id: 'k', name: 'k', permissions: ['read'], owner: 'Ann' },
    quotas: { requests_per_minute: 100, requests_per_day: null, subscriptions: null },
  }
  let allowed = 0
  for (let n = 0; n < 150; n++) {
    const refused = await new Promise((resolve) => processes[n % 2]?.spend(caller, resolve))
    if (refused === undefined) allowed++
  }
  expect({ allowed, takings }).toEqual({ allowed: 100, takings: 22 })
})

it('a store that is away does not stop what needs none', async () => {
  const store = { write: { takeRequests: () => Promise.reject(new AppError('internal')) } } as never
  const quotas = new Quotas({ store, bus: createLocalBus(), clock: { now: () => now }, logger: silentLogger })
  const caller = (await made({ requests_per_day: 1 })) as unknown as Caller
  for (let n = 0; n < 3; n++) expect(await new Promise((resolve) => quotas.spend(caller, resolve))).toBeUndefined()
})

it('a key has its subscriptions over all connections, and frees them as they end', async () => {
  const { key } = await made({ subscriptions: 2 })
  const one = await openSocket(running.server.wsUrl, { key })
  const two = await openSocket(running.server.wsUrl, { key })
  const subscribe = { op: 'subscribe', network: 'sol', address: SOL.token.address }
  one.send({ ...subscribe, stream: 'clusters' })
  one.send({ ...subscribe, stream: 'dex_metrics' })
  await one.settled()
  two.send({ ...subscribe, stream: 'clusters' })
  expect(await two.settled()).toContainEqual(
    expect.objectContaining({
      op: 'subscribed',
      results: [expect.objectContaining({ status: 'error', code: 'SUB_LIMIT', message: 'This key has its 2 subscriptions already.' })],
    }),
  )
  const stream = await running.call(`/local/v1/stream?network=sol&address=${SOL.token.address}&stream=clusters`, { key })
  expect([stream.status, stream.headers.get('retry-after')]).toEqual([429, '2'])
  await one.close()
  await vi.waitFor(async () => {
    two.send({ ...subscribe, stream: 'clusters' })
    expect(await two.until(({ op }) => op === 'subscribed')).toContainEqual(
      expect.objectContaining({ results: [expect.objectContaining({ status: 'ok' })] }),
    )
  })
  await two.close()
})
