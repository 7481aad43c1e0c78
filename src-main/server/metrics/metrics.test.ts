import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { storyEngine } from '../testing/engine.ts'
import { SOL, SUI, storyTrade } from '../testing/story.ts'

/** GET /metrics after traffic that the test makes itself, read as Prometheus would. */

let running: Running
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
})
afterAll(() => running.stop())

const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (-?[\d.e+-]+)$/

/** Every sample by its name with labels. Fails on a line that is not in the exposition format. */
async function scrape(): Promise<Map<string, number>> {
  const response = await running.call('/metrics')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const samples = new Map<string, number>()
  for (const line of (await response.text()).trimEnd().split('\n')) {
    if (line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
    expect(line).toMatch(SAMPLE)
    const [, name, labels, value] = SAMPLE.exec(line) ?? []
    samples.set(labels === undefined ? String(name) : `${name}{${labels}}`, Number(value))
  }
  return samples
}

it('answers without the jobs while the store is away', async () => {
  const { list } = running.jobs
  running.jobs.list = () => Promise.reject(new AppError('internal'))
  const samples = await scrape()
  running.jobs.list = list
  expect(samples.get('holderscope_uptime_seconds')).toBeDefined()
  expect([...samples.keys()].filter((name) => name.startsWith('holderscope_jobs'))).toEqual([])
})

const OVERVIEW = '/dex-metrics/v1/{network}/{token_address}'.replace(/\{(\w+)\}/g, ':$1')

it('counts answers by route and status, and times them, without the requested addresses', async () => {
  const path = `/dex-metrics/v1/sol/${SOL.token.address}`
  for (let n = 0; n < 3; n++) await running.call(path)
  await running.call('/dex-metrics/v1/sol/hello')
  const samples = await scrape()
  expect(samples.get(`holderscope_http_requests_total{route="${OVERVIEW}",status="200"}`)).toBe(3)
  expect(samples.get(`holderscope_http_requests_total{route="${OVERVIEW}",status="422"}`)).toBe(1)
  expect(samples.get(`holderscope_http_request_duration_seconds_count{route="${OVERVIEW}"}`)).toBe(4)
  expect(samples.get(`holderscope_http_request_duration_seconds_bucket{le="+Inf",route="${OVERVIEW}"}`)).toBe(4)
  expect(samples.get('holderscope_engine_call_duration_seconds_count{call="record"}')).toBe(3)
  expect([...samples.keys()].join()).not.toContain(SOL.token.address)
})

it('counts sockets, subscriptions and the events that went out to each subscriber', async () => {
  const sockets = await Promise.all([1, 2].map(() => openSocket(running.server.wsUrl, { key: running.keys.reader })))
  for (const socket of sockets) {
    socket.send({ op: 'subscribe', network: 'sol', address: SOL.token.address, stream: 'dex_trades' })
    await socket.until((frame) => frame['op'] === 'subscribed')
  }
  running.jobs.trade('sol', [storyTrade(SOL, 1), storyTrade(SOL, 2)])
  const samples = await scrape()
  expect(samples.get('holderscope_ws_connections')).toBe(2)
  expect(samples.get('holderscope_ws_subscriptions')).toBe(2)
  expect(samples.get('holderscope_ws_events_total{stream="dex_trades"}')).toBe(4)
  await Promise.all(sockets.map((socket) => socket.close()))
})

it('reports jobs by state, the store and memory use', async () => {
  running.jobs.readable.add('sui')
  await running.jobs.start(SUI.token, { depth: 1, sinceBlock: null })
  const samples = await scrape()
  expect(samples.get('holderscope_jobs{state="running"}')).toBe(1)
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect([...samples.keys()].some((name) => name.startsWith('holderscope_store_call_duration_seconds_count{'))).toBe(true)
})

it('needs a key: what a service does is its owner’s to see', async () => {
  expect((await running.call('/metrics', { key: null })).status).toBe(401)
})
