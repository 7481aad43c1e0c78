import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Bus } from '../../../src-main/bus/interface.ts'
import { createLocalBus } from '../../../src-main/bus/local-bus.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import type { Engine } from '../../../src-main/engine/interface.ts'
import { createAdapters } from '../../../src-main/ingest/adapters.ts'
import type { Jobs } from '../../../src-main/ingest/jobs/interface.ts'
import { createJobs } from '../../../src-main/ingest/jobs/jobs.ts'
import { systemClock } from '../../../src-main/lib/clock.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { openStore } from '../../../src-main/store/client.ts'
import type { Store } from '../../../src-main/store/interface.ts'
import type { JobRecord, StageName } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { scriptPath } from '../../fixtures/bundles/scripts.ts'
import { fixedAddress, funderAddress, holdersOf, supplyOf, walletAddress } from '../../fixtures/large-solana/addresses.ts'
import { FUNDERS, LAUNCH_TRADES, signatureOf, slotOf, SLOTS, traderOf, type LargeChain } from '../../fixtures/large-solana/chain.ts'
import { serveLargeSolana, type LargeSolanaServer } from '../../fixtures/large-solana/server.ts'

/** A whole read takes minutes. The first answer takes the same calls for any size. */
const FIRST: LargeChain = { trades: 1_000_000, holders: 50_000 }
const COUNTED: LargeChain = { trades: 20_000, holders: 50_000 }
const WHOLE: LargeChain = { trades: 200_000, holders: 50_000 }
const DEPTH = 50
const TEST_MS = 60 * 60_000
const resourcesDir = fileURLToPath(new URL('../../../resources', import.meta.url))
const token: TokenKey = { network: 'sol', address: trustedAddress(fixedAddress('mint')) }

interface Reader {
  readonly store: Store
  readonly engine: Engine
  readonly bus: Bus
  readonly jobs: Jobs
  close(): Promise<void>
}

async function openReader(path: string, url: string): Promise<Reader> {
  const store = await openStore({ location: { file: path }, logger: silentLogger })
  const engine = await createEngine({ store, clock: systemClock, logger: silentLogger, resourcesDir })
  const adapters = createAdapters({ sources: { sol: [url] } })
  const bus = createLocalBus()
  const jobs = createJobs({ store, bus, engine, adapters, clock: systemClock, logger: silentLogger })
  const close = async (): Promise<void> => {
    await jobs.close()
    await adapters.close()
    await engine.close()
    await store.close()
  }
  return { store, engine, bus, jobs, close }
}

const callsOf = ({ calls }: LargeSolanaServer): number => [...calls.values()].reduce((sum, count) => sum + count, 0)

let folder: string
const opened: { close(): Promise<void> }[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'large-'))
})
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Each attempt of a test reads into an empty store. */
async function open(chain: LargeChain, name: string, indexes = true): Promise<Reader & { server: LargeSolanaServer }> {
  const server = await serveLargeSolana(chain, { indexes })
  const reader = await openReader(join(mkdtempSync(join(folder, `${name}-`)), 'store.db'), server.url)
  opened.push(server, reader)
  return { ...reader, server }
}

/** Resolves with the job as soon as a stage is done. */
function stageDone(bus: Bus, name: StageName): Promise<JobRecord> {
  return new Promise((resolve, reject) => {
    const states = bus.subscribe('jobs', (_token, job) => {
      const stage = job.stages.find((one) => one.name === name)
      if (job.state === 'failed') reject(new Error(job.error ?? 'failed'))
      if (stage?.state !== 'done') return
      states.stop()
      resolve(job)
    })
  })
}

describe('a token with a million transactions', () => {
  test('has a first answer within 300 calls: holders, creation, the launch whole, and who funded the largest', async () => {
    const { store, engine, bus, jobs, server } = await open(FIRST, 'first')
    const { id } = await jobs.start(token, { depth: DEPTH, sinceBlock: null })
    await stageDone(bus, 'accounts')
    const goOn = server.pause()
    const callsBefore = callsOf(server)
    expect(callsBefore).toBeLessThanOrEqual(130)
    expect((await engine.record(token, 'distribution'))?.unknown).toEqual([])
    expect((await engine.record(token, 'localHolders'))?.value.holders[1]).toMatchObject({ address: walletAddress(0) })
    expect([await engine.record(token, 'bundlers'), await engine.record(token, 'snipers'), await engine.record(token, 'clusters')]).toEqual([
      null,
      null,
      null,
    ])
    goOn()
    const job = await stageDone(bus, 'launch')
    const calls = callsOf(server)
    await jobs.cancel(id)
    expect(calls).toBeLessThanOrEqual(300)
    expect(job.calls_left?.at_most).toBeNull()

    const stored = await store.read.token(token)
    expect(stored).toMatchObject({
      creator: fixedAddress('creator'),
      createdBlock: SLOTS.created,
      totalSupply: supplyOf(FIRST),
      holderCount: holdersOf(FIRST).length,
    })
    expect(await store.read.pools(token)).toMatchObject([{ address: fixedAddress('pool'), createdBlock: SLOTS.pool }])
    const launch = await store.read.tokenTrades({ token, limit: LAUNCH_TRADES })
    expect(launch.map(({ tx }) => tx)).toEqual(Array.from({ length: LAUNCH_TRADES }, (_, number) => signatureOf({ kind: 'trade', number })))
    const wallets = Array.from({ length: 19 }, (_, number) => trustedAddress(walletAddress(number)))
    const funding = await store.read.funding({ network: 'sol', wallets })
    expect(new Map(funding.map(({ wallet, funder }) => [wallet, funder]))).toEqual(
      new Map(wallets.map((wallet, number) => [wallet, funderAddress(number)])),
    )

    const overview = await engine.record(token, 'overview')
    expect(overview?.unknown).toContain('bundlers_pct')
    expect(overview?.unknown).toContain('cluster_pct')
    expect(overview?.unknown).not.toContain('snipers_pct')
    expect(overview?.coverage).toContain('trades=partial')
    // Within three produced slots of the first pool.
    const early = launch.filter(({ position }) => position.block <= SLOTS.pool + 3).map(({ signer }) => signer)
    expect((await engine.record(token, 'snipers'))?.value.snipers.map(({ address }) => address).toSorted()).toEqual(early.toSorted())
    // The read was stopped before it had the facts that prove an absence of bundles.
    expect((await engine.record(token, 'bundlers'))?.unknown).toEqual(['total_bundlers_pct', 'bundlers'])
    expect(await engine.record(token, 'clusters')).toBeNull()
  })
})

describe('a token that is read to its end', { timeout: TEST_MS }, () => {
  test.each([true, false])('takes hardly more calls than its transactions, blocks and pages (indexes in lists: %s)', async (indexes) => {
    const { store, jobs, server } = await open(COUNTED, `whole-${indexes}`, indexes)
    const job = await jobs.ended((await jobs.start(token, { depth: DEPTH, sinceBlock: null })).id)
    expect(job).toMatchObject({ state: 'done', error: null })
    const trades = await store.read.tokenTrades({ token, limit: null })
    expect(trades.length).toBe(COUNTED.trades)
    expect(trades.every(({ tx }, number) => tx === signatureOf({ kind: 'trade', number }))).toBe(true)
    // A call per transaction, a block per slot if lists name no index, and a page per thousand; a search of each venue for pools;
    // a page and a transaction for each wallet whose first funder is read: buyers of the first 200 trades, holders among them, and funders.
    const slots = new Set(Array.from({ length: COUNTED.trades }, (_, number) => slotOf(COUNTED, { kind: 'trade', number }))).size
    const funded = new Set(Array.from({ length: 200 }, (_, number) => traderOf(COUNTED, number))).size + FUNDERS
    const least = COUNTED.trades + (indexes ? 0 : slots) + Math.ceil(COUNTED.trades / 1_000) + 27 + 2 * funded
    expect(callsOf(server)).toBeLessThanOrEqual(1.3 * least)
  })

  test('asks for no transaction twice when it is killed and resumed, and does not grow', async () => {
    const server = await serveLargeSolana(WHOLE, { indexes: true })
    opened.push(server)
    const path = join(mkdtempSync(join(folder, 'killed-')), 'store.db')
    const asked = (): number => server.requested.reduce((sum, times) => sum + times, 0)
    const reached = (share: number): Promise<void> => expect.poll(asked, { timeout: TEST_MS, interval: 20 }).toBeGreaterThan(WHOLE.trades * share)
    const killed = spawnReader(path, server.url)
    await reached(0.3)
    const early = residentBytes(killed)
    await reached(0.92)
    expect(residentBytes(killed)).toBeLessThan(early + GROWTH_BYTES)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await once(spawnReader(path, server.url), 'exit')
    const store = await openStore({ location: { file: path }, logger: silentLogger })
    opened.push(store)
    expect((await store.read.token(token))?.tradeCount).toBe(WHOLE.trades)
    expect(server.requested.every((times) => times > 0)).toBe(true)
    // In flight at the kill: a page of 100 transactions, or a slot more. Transfers are read from the trades of the 100 largest holders and from
    // the mint's newest 3,000 transactions. Transactions that `trades` had not read by then may be read again as older trades.
    const holders = 100 * Math.ceil(WHOLE.trades / WHOLE.holders)
    expect(asked() - WHOLE.trades).toBeLessThan(1_110 + holders)
  })
})

/** A page of signatures and the caches of the store; a leak of a kilobyte for each transaction would be more. */
const GROWTH_BYTES = 120 * 1024 * 1024
const readChild = scriptPath('read-child')

const spawnReader = (path: string, url: string): ChildProcess =>
  spawn(process.execPath, [readChild, path, url, token.address, 'sol', String(DEPTH)], { stdio: ['ignore', 'ignore', 'inherit'] })

/** Without mapped files such as the store's. Zero if the system does not report it. */
function residentBytes({ pid }: ChildProcess): number {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}
