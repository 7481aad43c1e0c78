import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../../../src-main/chains/registry.ts'
import type { PaceStore } from '../../../src-main/chains/rpc/pacing/saved-pace.ts'
import { openPaceStores } from '../../../src-main/ingest/sources/pace-store.ts'
import { systemClock } from '../../../src-main/lib/clock.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { STORE_FILE } from '../../../src-main/open-context.ts'
import { openStore } from '../../../src-main/store/client.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { launchScenario, type Scenario } from '../../fixtures/anvil/scenario.ts'
import { FREE_PLANS, LOG_REFUSALS, type ProviderPlan, type MethodRefusal } from '../../fixtures/provider/plans.ts'
import { openProvider, type Provider } from '../../fixtures/provider/provider.ts'
import { readThrough, type ReadThrough } from './read-through.ts'

const missing = anvilMissing()
const FAST = { latencyMs: 2, rate: { calls: 250, seconds: 1, burst: 50 } }

/** An endpoint's pace in the store of an ended service, and the limits by which the next start waits. */
async function storedAndNextPace(folder: string, url: string): Promise<{ stored: number | null; next: ReadonlySet<number | null> }> {
  const next = new Set<number | null>()
  const stored = await withPaces(folder, async (paces) => {
    const adapter = openAdapter({ network: 'eth', endpoints: [url], paces })
    const { signal } = new AbortController()
    const callOnce = async (): Promise<void> => {
      await adapter.head(signal)
      for (const { perSecond } of adapter.waiting()) next.add(perSecond)
    }
    await Promise.all(Array.from({ length: 40 }, callOnce))
    await adapter.close()
    return paces.read(url)?.perSecond ?? null
  })
  return { stored, next }
}

async function withPaces<T>(folder: string, use: (paces: PaceStore) => T): Promise<Awaited<T>> {
  const store = await openStore({ location: { file: join(folder, STORE_FILE) }, logger: silentLogger })
  const paces = await openPaceStores({ store, clock: systemClock, logger: silentLogger })
  const result = await use(paces('eth'))
  await store.close()
  return result
}

describe.skipIf(missing !== null)(`a token read through a provider's limits ${missing ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  let direct: ReadThrough
  let provider: Provider
  const opened: Provider[] = []

  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
    direct = await readThrough('eth', truth.token, [anvil.url])
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
    await anvil.stop()
  })
  async function behind(plan: ProviderPlan): Promise<string> {
    provider = await openProvider(anvil.url, plan)
    opened.push(provider)
    return provider.url
  }
  const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)

  const withoutTraces = (refusal: MethodRefusal): Record<string, MethodRefusal> =>
    Object.fromEntries(['trace_block', 'trace_filter', 'debug_traceBlockByNumber', 'debug_traceTransaction'].map((method) => [method, refusal]))
  const PLANS: readonly (readonly [string, ProviderPlan])[] = [
    [
      'Retry-After in seconds, 10 blocks per log query, no batches',
      { ...FAST, logs: { maxRange: 10, text: LOG_REFUSALS.alchemy }, batches: 'refused' },
    ],
    [
      'Retry-After as a date, 2,000 blocks per log query, batches of three',
      { ...FAST, refusal: 'retry-after-date', logs: { maxRange: 2_000, text: LOG_REFUSALS.drpc }, batches: { most: 3 } },
    ],
    [
      '429 without Retry-After, 10,000 blocks per log query, no traces',
      { ...FAST, refusal: 'no-retry-after', logs: { maxRange: 10_000 }, refused: withoutTraces(-32601) },
    ],
    [
      'error -32005 with HTTP 200, 20 logs per answer, traces on other plans',
      { ...FAST, refusal: 'json-rpc-error', logs: { maxResults: 20 }, refused: withoutTraces(403) },
    ],
    [
      'limits of single methods, a log range without a number',
      {
        ...{ latencyMs: 2, methodRates: { eth_getBalance: { calls: 60, seconds: 1 }, eth_call: { calls: 60, seconds: 1 } } },
        logs: { maxRange: 50, text: LOG_REFUSALS.nameless },
      },
    ],
    ['methods that are always too many requests', { refused: { trace_filter: 429, ots_getContractCreator: -32005 } }],
  ]

  test.each(PLANS)('%s: ends with the same bytes as without limits', async (_, plan) => {
    const read = await readThrough('eth', truth.token, [await behind(plan)])
    expect(read.job).toMatchObject({ state: 'done', error: null })
    expect(read.records).toEqual(direct.records)
    // A few refusals reveal the limit. The remaining calls stay within it.
    expect(sum(provider.tooMany)).toBeLessThan(100)
  })

  test('a short read leaves its pace in the store, the next start begins with that, and the job says what it waits for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'provider-'))
    const url = await behind({ latencyMs: 5, rate: { calls: 60, seconds: 1, burst: 20 } })
    const { host } = new URL(url)
    const first = await readThrough('eth', truth.token, [url], folder)
    expect(first.records).toEqual(direct.records)
    expect([...first.messages].filter((text) => text.startsWith(`Waiting for ${host}: it `))).not.toEqual([])
    expect(sum(provider.tooMany)).toBeGreaterThan(0)

    // Nothing is refused any more, so only what the store holds can make the next calls wait.
    provider.change({ latencyMs: 5 })
    const { stored, next } = await storedAndNextPace(folder, url)
    expect(stored).toBeGreaterThan(0)
    expect(next).toEqual(new Set([stored]))
    rmSync(folder, { recursive: true })
  })

  test('calls in batches, where those count once, end with the same bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'provider-'))
    const url = await behind({ ...FAST, batches: { most: 20, counted: 'once' } })
    await withPaces(folder, (paces) => paces.write(url, { perSecond: 50, methods: {}, callsPerRequest: 20 }))
    const { job, records } = await readThrough('eth', truth.token, [url], folder)
    expect(job).toMatchObject({ state: 'done', error: null })
    expect(records).toEqual(direct.records)
    expect(Math.max(...provider.batches)).toBeGreaterThan(4)
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['one call in eighty', 1 / 80, 0.05],
    ['three of ten calls', 0.3, 0.35],
  ])('%s refused at random: ends with the same bytes, and takes hardly more than the calls that are answered', async (_, overloaded, most) => {
    const url = await behind({ latencyMs: 5, overloaded, refusal: 'no-retry-after' })
    const read = await readThrough('eth', truth.token, [url])
    expect(read.job).toMatchObject({ state: 'done', error: null })
    expect(read.records).toEqual(direct.records)
    expect(sum(provider.tooMany) / sum(provider.calls)).toBeLessThan(most)
  })

  test('eth_getLogs refused as a limit ends with the reason, not in waiting', async () => {
    const { job } = await readThrough('eth', truth.token, [await behind({ ...FREE_PLANS.bscDataseed, latencyMs: 2 })])
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('eth_getLogs') as string })
  })
})
