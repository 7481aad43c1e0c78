import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { jetstreamManager } from '@nats-io/jetstream'
import { afterEach, describe, expect, test } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { freePort } from '../../../e2e/fixtures/anvil/anvil.ts'
import { natsMissing, spawnNats, type NatsServers } from '../../../e2e/fixtures/nats/nats.ts'
import { silentLogger } from '../../lib/logger.ts'
import { sampleTrade, TOKEN } from '../../store/testing/samples.ts'
import type { Bus, Lease } from '../interface.ts'
import { openBus } from '../open-bus.ts'

/** Guarantees that hold while processes and servers fail. */

const missing = natsMissing()
const why = missing === null ? '' : ` (${missing})`
/** Time limit for a lease to move after its holder was killed. */
const MOVES_MS = 10_000
const FOREVER = new AbortController().signal

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
const closing = <T extends { close(): unknown }>(one: T): T => (opened.push(one), one)

async function start(count: number): Promise<NatsServers> {
  const nats = await spawnNats(count)
  closing({ close: () => nats.stop() })
  return nats
}
const open = async ({ url }: NatsServers): Promise<Bus> => closing(await openBus(url, silentLogger))

interface Worker {
  readonly child: ChildProcess
  /** What the process printed, and the fences of the lines it wrote. */
  said(): string
  lines(): number[]
}

/** A process that writes under the lease of the token. */
async function spawnWorker({ url }: NatsServers): Promise<Worker> {
  const folder = mkdtempSync(join(tmpdir(), 'lease-'))
  closing({ close: () => rmSync(folder, { recursive: true, force: true }) })
  const file = join(folder, 'lines')
  const child = spawn(process.execPath, [scriptPath('lease-child'), url, TOKEN.network, TOKEN.address, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closing({ close: () => child.kill('SIGKILL') })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  await expect.poll(() => said).toContain('held')
  return { child, said: () => said, lines: () => readFileSync(file, 'utf8').trim().split('\n').map(Number) }
}

/** Takes the lease as soon as it is free, and measures how long that took. */
async function takeOver(bus: Bus): Promise<{ lease: Lease; ms: number }> {
  const began = performance.now()
  const lease = await bus.lease(TOKEN, FOREVER)
  return { lease, ms: performance.now() - began }
}

describe.skipIf(missing !== null)(`a lease${why}`, () => {
  test('moves within seconds after its holder is killed', async () => {
    const nats = await start(1)
    const { child, lines } = await spawnWorker(nats)
    const bus = await open(nats)
    child.kill('SIGKILL')
    const { lease } = await takeOver(bus)
    expect(lease.fence).toBeGreaterThan(Math.max(...lines()))
  })

  test('is known to be lost to a holder that was paused, before it writes again', async () => {
    const nats = await start(1)
    const { child, said, lines } = await spawnWorker(nats)
    const bus = await open(nats)
    child.kill('SIGSTOP')
    const { lease } = await takeOver(bus)
    const before = lines().length
    child.kill('SIGCONT')
    await expect.poll(said).toContain('lost')
    expect(lines()).toHaveLength(before)
    expect(lease.fence).toBeGreaterThan(Math.max(...lines()))
    expect(lease.isHeld()).toBe(true)
  })

  test('ends where its server is gone, and is taken again when the server is back', async () => {
    const nats = await start(1)
    const bus = await open(nats)
    const first = await bus.lease(TOKEN, FOREVER)
    await nats.servers[0]?.kill()
    await expect.poll(() => first.lost.aborted, { timeout: MOVES_MS }).toBe(true)
    expect(first.isHeld()).toBe(false)
    await nats.servers[0]?.start()
    const { lease } = await takeOver(bus)
    expect(lease.fence).toBeGreaterThan(first.fence ?? Infinity)
  })
})

const stored = (row: number) => ({ kind: 'stored' as const, trades: [sampleTrade({ tx: `0x${row}` })], rows: [row] })

/** Publishes rows one after another while `act` runs, and compares what a subscriber received. */
async function expectAll(worker: Bus, api: Bus, act: () => Promise<void>): Promise<void> {
  const heard: number[] = []
  const subscription = api.subscribe('trades', (_token, { rows }) => heard.push(...(rows ?? [])), TOKEN)
  await subscription.ready
  let row = 0
  let acted = false
  const acting = act().finally(() => (acted = true))
  while (!acted || row < 200) {
    worker.publish('trades', TOKEN, stored(++row))
    await delay(10)
  }
  await acting
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(row)
  expect(heard).toEqual(Array.from({ length: row }, (_, n) => n + 1))
}

describe.skipIf(missing !== null)(`events${why}`, () => {
  test('leave nothing at the server once nobody subscribes to them', async () => {
    const nats = await start(1)
    const bus = await open(nats)
    const nc = closing(await connect({ servers: nats.url }))
    const jsm = await jetstreamManager(nc)
    const consumers = async (): Promise<number> => (await jsm.streams.info('holderscope')).state.consumer_count
    for (let n = 0; n < 5; n++) {
      const { ready, stop } = bus.subscribe('follow', () => undefined, TOKEN)
      await ready
      stop()
      bus.subscribe('jobs', () => undefined, TOKEN).stop()
    }
    const kept = bus.subscribe('trades', () => undefined, TOKEN)
    await kept.ready
    await expect.poll(consumers).toBe(1)
  })

  test('arrive once and in order through a restart of the server', async () => {
    const nats = await start(1)
    await expectAll(await open(nats), await open(nats), async () => {
      await delay(300)
      await nats.servers[0]?.kill()
      await delay(500)
      await nats.servers[0]?.start()
    })
  })

  test.each([0, 1, 2])('arrive once and in order when server %i of three is killed', async (n) => {
    const nats = await start(3)
    await expectAll(await open(nats), await open(nats), async () => {
      await delay(300)
      await nats.servers[n]?.kill()
    })
  })
})

describe('an address', () => {
  test('at which no server answers is named in one sentence, without its password', async () => {
    const port = await freePort()
    await expect(openBus(`nats://me:secret@127.0.0.1:${port}`, silentLogger)).rejects.toThrow(
      new RegExp(`^No NATS server answers at nats://127.0.0.1:${port}: [^.]+\\.$`),
    )
  })
})
