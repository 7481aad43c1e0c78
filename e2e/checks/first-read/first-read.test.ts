import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Service } from '../../../src-main/service.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { openProxy, type CountingProxy, type ProxyAnswer, type RpcCall } from '../../fixtures/anvil/proxy.ts'
import { launchScenario, type Scenario } from '../../fixtures/anvil/scenario.ts'
import { openOwnService } from '../../fixtures/own-service.ts'

/** docs/api/rest.md#first-read-of-a-token, over the wire and on a real node: no figure before its facts are stored. */

const missing = anvilMissing()

interface Frame {
  readonly op: string
  readonly stream?: string
  readonly data?: unknown
  readonly coverage?: string
}

describe.skipIf(missing !== null)(`the first read of a token ${missing ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  let folder: string
  let proxy: CountingProxy
  let service: Service
  let answer: (call: RpcCall) => Promise<ProxyAnswer | null> | ProxyAnswer | null

  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
  })
  afterAll(() => anvil.stop())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'first-read-'))
    answer = () => null
    proxy = await openProxy(anvil.url, { before: (call) => answer(call) })
    service = await openOwnService(folder, 'eth', [proxy.url])
  })
  afterEach(async () => {
    await service.close()
    await proxy.close()
    rmSync(folder, { recursive: true })
  })

  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(service.origin + path, { ...init, headers: { 'X-API-Key': service.key } })
  const metrics = (name = ''): string => `/dex-metrics/v1/eth/${truth.token}${name}`

  async function subscribe(...streams: string[]): Promise<{ frames: Frame[]; close(): void }> {
    const socket = new WebSocket(service.wsUrl, { headers: { 'X-API-Key': service.key } })
    const frames: Frame[] = []
    socket.on('message', (text: Buffer) => {
      const frame = JSON.parse(text.toString()) as Frame
      if (frame.op === 'event') frames.push(frame)
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ op: 'subscribe', subs: streams.map((stream) => ({ network: 'eth', address: truth.token, stream })) }))
    return { frames, close: () => socket.close() }
  }

  it('shows no figure on REST and streams before its facts are stored, and at the end the same on both', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const token = { network: 'eth', address: trustedAddress(truth.token) } as const
    const holders = async (): Promise<number> => (await service.context.store.read.holders({ token, limit: null })).length
    // Pools, trades and first funders are read after the balances.
    answer = async () => ((await holders()) === truth.holders.length ? held.then(() => null) : null)
    const live = await subscribe('dex_metrics', 'clusters')
    const waiting = call(metrics())
    await expect.poll(holders, { timeout: 60_000 }).toBe(truth.holders.length)
    const early = await Promise.race([waiting.then(() => 'answered'), new Promise((resolve) => setTimeout(resolve, 500, 'waits'))])
    expect([early, live.frames]).toEqual(['waits', []])

    release()
    expect((await waiting).status).toBe(200)
    const names = (): (string | undefined)[] => live.frames.map(({ stream }) => stream)
    await expect.poll(names, { timeout: 60_000 }).toContain('clusters')
    expect(names().indexOf('dex_metrics')).toBeLessThan(names().indexOf('clusters'))
    const [job] = await service.context.jobs.list()
    await service.context.jobs.ended(job?.id ?? '')
    const overview = (await (await call(metrics())).json()) as Record<string, number>
    await expect.poll(() => live.frames.findLast(({ stream }) => stream === 'dex_metrics')?.data, { timeout: 60_000 }).toMatchObject(overview)
    const clusters: unknown = await (await call(metrics('/clusters'))).json()
    expect(live.frames.findLast(({ stream }) => stream === 'clusters')?.data).toMatchObject(clusters as object)
    live.close()
  })

  it('answers the overview with the launch while the later trades are still read', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const launched = truth.swaps[0]?.block ?? 0
    const isLater = ({ method, params }: RpcCall): boolean =>
      method === 'eth_getLogs' && JSON.stringify(params).includes(truth.pool) && Number((params[0] as { fromBlock: string }).fromBlock) > launched
    answer = (request) => (isLater(request) ? held.then(() => null) : null)
    const coverage = async (): Promise<string> => (await call(metrics())).headers.get('x-data-coverage') ?? ''
    await expect.poll(coverage, { timeout: 60_000 }).toContain('trades=partial')
    expect((await call(metrics())).headers.get('x-data-unknown')).toBe('cluster_pct')
    const clusters = call(metrics('/clusters'))
    expect(await Promise.race([clusters, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))])).toBe('waits')
    const newest = async () => (await service.context.jobs.list())[0]
    await expect.poll(async () => (await newest())?.stages.find(({ name }) => name === 'trades')?.state, { timeout: 60_000 }).toBe('running')
    const running = await newest()
    release()
    expect(await service.context.jobs.ended(running?.id ?? '')).toMatchObject({ state: 'done' })
    expect([await coverage(), (await clusters).status, (await call(metrics('/clusters'))).status]).toEqual(['', 200, 200])
  })

  it('leaves no figure where the transfers could not be read, and a resumed job repeats what stood on them', async () => {
    const isTransfers = ({ method, params }: RpcCall): boolean => method === 'eth_getLogs' && JSON.stringify(params).includes('0xddf252ad')
    answer = (request) =>
      isTransfers(request)
        ? {
            status: 200,
            body: JSON.stringify({ jsonrpc: '2.0', id: (request as { id?: number }).id, error: { code: -32000, message: 'internal failure' } }),
          }
        : null
    const failed = await call(metrics())
    expect([failed.status, ((await failed.json()) as { code: string }).code]).toEqual([503, 'source_unavailable'])
    for (const name of ['/distribution', '/clusters']) expect((await call(metrics(name))).status).toBe(503)
    expect((await call(`/dex/v1/eth/trades?token=${truth.token}`)).status).toBe(503)
    const [job] = await service.context.jobs.list()
    expect(job?.stages.filter(({ state }) => state !== 'done').map(({ name, state }) => `${name} ${state}`)).toEqual([
      'preview skipped',
      'transfers failed',
      'holders skipped',
      'pools skipped',
      'accounts skipped',
      'launch skipped',
      'trades skipped',
      'funding skipped',
      'snapshot skipped',
    ])

    answer = () => null
    await service.context.jobs.resume(job?.id ?? '')
    const overview = await call(metrics())
    expect(overview.status).toBe(200)
    const trades = (await (await call(`/dex/v1/eth/trades?token=${truth.token}&limit=200`)).json()) as { trades: unknown[] }
    expect(trades.trades).toHaveLength(truth.swaps.length)
  })

  it('refuses an answer that is nested a million deep as one of the endpoint, whatever was asked', async () => {
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
    const token = { network: 'eth', address: trustedAddress(truth.token) } as const
    for (const method of ['eth_getLogs', 'eth_getBlockByNumber', 'eth_getCode', 'eth_call', 'eth_getTransactionReceipt', 'eth_getBalance']) {
      answer = (request) =>
        request.method === method ? { status: 200, body: `{"jsonrpc":"2.0","id":${String((request as { id?: number }).id)},"result":${deep}}` } : null
      const { id } = await service.context.jobs.start(token, { depth: 500, sinceBlock: null })
      const { error_code, stages } = await service.context.jobs.ended(id)
      const internal = stages.filter(({ message }) => message?.includes('internal') === true)
      expect([method, error_code === 'internal', internal]).toEqual([method, false, []])
    }
  })
})
