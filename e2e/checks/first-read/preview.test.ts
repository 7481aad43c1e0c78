import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAbi, parseEther, toHex } from 'viem'
import { withOwnReads } from '../../../src-main/ingest/testing/own-reads.ts'
import type { Service } from '../../../src-main/service.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { playBusyLaunch, type BusyLaunch } from '../../fixtures/anvil/busy-launch.ts'
import { account, openDevChain, type DevChain } from '../../fixtures/anvil/chain.ts'
import { answerCall, openProxy, type CountingProxy, type ProxyAnswer, type RpcCall } from '../../fixtures/anvil/proxy.ts'
import { openOwnService } from '../../fixtures/own-service.ts'

/** docs/chains.md#preview: what is known of a token before all its transfers are read, over the wire and on a real node. */

const missing = anvilMissing()
const erc20 = parseAbi(['function transfer(address, uint256) returns (bool)', 'function balanceOf(address) view returns (uint256)'])
/** Blocks per log query, so the history below takes hundreds of queries. */
const RANGE = 5
const LATER_BLOCKS = 1_500
const SECONDS = 12
/** Blocks after the first trade that the launch stage reads. */
const LAUNCH_BLOCKS = 40
/** Receives tokens in a block between the sampled blocks. */
const UNSEEN = '0x00000000000000000000000000000000000a11ce'
const UNSEEN_SHARE = 10

describe.skipIf(missing !== null)(`the preview of a token ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let launch: BusyLaunch
  let folder: string
  let proxy: CountingProxy
  let service: Service
  let answer: (call: RpcCall) => Promise<ProxyAnswer | null> | ProxyAnswer | null = () => null

  beforeAll(async () => {
    anvil = await spawnAnvil()
    launch = await playBusyLaunch(anvil.url, { buyers: 24, blocksBefore: 40 })
    chain = await openDevChain(anvil.url)
    const token = { address: launch.token, abi: erc20 }
    await mine(LATER_BLOCKS / 3 + 20)
    await chain.call(account('busy creator'), token, 'transfer', [UNSEEN, parseEther(String((1_000_000_000 * UNSEEN_SHARE) / 100))])
    await mine(LATER_BLOCKS)
    folder = mkdtempSync(join(tmpdir(), 'preview-'))
    proxy = await openProxy(anvil.url, { logsMaxRange: RANGE, before: (call) => answer(call) })
    service = await openOwnService(folder, 'eth', [proxy.url])
  }, 600_000)
  afterAll(async () => {
    await service.close()
    await proxy.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  const mine = async (blocks: number): Promise<void> => {
    await chain.rpc('anvil_mine', [toHex(blocks), toHex(SECONDS)])
    chain.wait(blocks * SECONDS)
  }
  const get = async (path: string) => {
    const response = await fetch(service.origin + path, { headers: { 'X-API-Key': service.key } })
    const { headers, status } = response
    return {
      status,
      coverage: headers.get('x-data-coverage'),
      unknown: headers.get('x-data-unknown'),
      body: (await response.json()) as Record<string, unknown>,
    }
  }
  const metrics = (name = '') => get(`/dex-metrics/v1/eth/${launch.token}${name}`)

  it('answers holders, launch and first funders of the largest from some hundred calls, and says what may be missing', async () => {
    const { store, jobs } = service.context
    const token = { network: 'eth', address: trustedAddress(launch.token) } as const
    const held = Promise.withResolvers<null>()
    const stage = async (name: string) => (await jobs.list())[0]?.stages.find((one) => one.name === name)
    answer = async ({ method }) => (method === 'eth_getLogs' && (await stage('transfers'))?.state === 'running' ? held.promise : null)
    const { id } = await jobs.start(token, { depth: 500, sinceBlock: null })
    await expect.poll(async () => (await stage('transfers'))?.state, { timeout: 120_000 }).toBe('running')
    const calls = [...proxy.calls.values()].reduce((sum, count) => sum + count, 0)
    expect(await stage('preview')).toMatchObject({ state: 'done', message: expect.stringMatching(/a sample/) as string })
    expect(calls, JSON.stringify([...proxy.calls])).toBeLessThanOrEqual(400)

    const early = await metrics()
    const holders = await store.read.holders({ token, limit: null })
    expect(early).toMatchObject({ status: 200, coverage: expect.stringContaining(`holders=${holders.length}/?`) as string })
    expect(early.coverage).toContain('transfers=missing')
    expect(early.unknown?.split(', ')).toEqual(['cluster_pct', 'top10_pct'])
    expect((await metrics('/distribution')).unknown).toBe('gini, hhi, nakamoto, top_10_holder_concentration')
    expect(holders.map(({ address }) => address)).not.toContain(UNSEEN)
    for (const { address, raw } of holders)
      expect(await chain.read({ address: launch.token, abi: erc20 }, 'balanceOf', [address as `0x${string}`])).toBe(raw)
    const largest = holders.slice(0, 20).map(({ address }) => address)
    const funded = await store.read.funding({ network: 'eth', wallets: largest })
    for (const wallet of largest) {
      const block = launch.fundedIn.get(wallet as `0x${string}`)
      if (block !== undefined) expect([wallet, funded.find((one) => one.wallet === wallet)?.block]).toEqual([wallet, block])
    }
    const snipers = await service.context.engine.record(token, 'snipers')
    expect(snipers?.value.total_sniper_pct).toBeGreaterThan(0)
    expect((await get(`/local/v1/eth/${launch.token}/overview`)).unknown).toBe('cluster_pct, bundlers_pct, insiders_pct, dev_pct, top10_pct')
    const swapBlocks = [...launch.swapsIn].filter(([block]) => block <= Math.min(...launch.swapsIn.keys()) + LAUNCH_BLOCKS)
    const launched = (await store.read.tokenTrades({ token, limit: null })).filter(({ position }) => position.block <= (swapBlocks.at(-1)?.[0] ?? 0))
    expect(launched).toHaveLength(swapBlocks.reduce((sum, [, swaps]) => sum + swaps, 0))
    expect(await get(`/local/v1/eth/${launch.token}`)).toMatchObject({ status: 200, body: { holders_seen: true, holder_count: null } })

    held.resolve(null)
    expect(await jobs.ended(id)).toMatchObject({ state: 'done', error: null })
    const whole = await metrics()
    expect([whole.coverage, whole.unknown]).toEqual([null, null])
    expect((await service.context.engine.record(token, 'snipers'))?.value).toEqual(snipers?.value)
    expect(whole.body['top10_pct']).toBeGreaterThanOrEqual(Number(early.body['top10_pct']) + UNSEEN_SHARE / 2)
    expect(await get(`/local/v1/eth/${launch.token}`)).toMatchObject({ body: { holders_seen: false } })
    const asked = new Set(proxy.logQueries.map((query) => JSON.stringify(query)))
    expect(proxy.logQueries.length - asked.size).toBeLessThanOrEqual(8)
  }, 600_000)

  it('brings no holders where the endpoint returns no transfer at all, or offers no logs', async () => {
    const token = { network: 'eth', address: trustedAddress(launch.token) } as const
    const pruned = (call: RpcCall): ProxyAnswer | null => (call.method === 'eth_getLogs' ? answerCall(call, { result: [] }) : null)
    for (const options of [{ logsMaxRange: RANGE, before: pruned }, { without: ['eth_getLogs'] }]) {
      const node = await openProxy(anvil.url, options)
      await withOwnReads('eth', async ({ jobsOn, store }) => {
        const jobs = jobsOn(node.url)
        const job = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
        expect(job).toMatchObject({ state: 'failed', error_code: 'source_unavailable' })
        const stored = await store.read.token(token)
        expect(stored?.firstRead?.missing).toEqual(expect.arrayContaining(['transfers', 'holders', 'pools']))
        expect(stored?.firstRead?.holdersSeen).toBeUndefined()
      })
      await node.close()
    }
  }, 600_000)
})
