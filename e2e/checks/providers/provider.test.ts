import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { FREE_PLANS, LOG_REFUSALS, type ProviderPlan } from '../../fixtures/provider/plans.ts'
import { openProvider, type Provider } from '../../fixtures/provider/provider.ts'
import { createRateLimiter } from '../../fixtures/provider/rate.ts'

const missing = anvilMissing()

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

describe.skipIf(missing !== null)(`a provider in front of a node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let provider: Provider
  beforeAll(async () => {
    anvil = await spawnAnvil()
    await fetch(anvil.url, { method: 'POST', body: body('anvil_mine', ['0x64']), headers: { 'content-type': 'application/json' } })
  })
  afterEach(() => provider.close())
  afterAll(() => anvil.stop())

  const body = (method: string, params: readonly unknown[]): string => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  async function post(text: string): Promise<Response> {
    return fetch(provider.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
  }
  const call = async (method: string, ...params: unknown[]): Promise<Reply> => (await (await post(body(method, params))).json()) as Reply
  const behind = async (plan: ProviderPlan): Promise<void> => {
    provider = await openProvider(anvil.url, plan)
  }
  const range = (fromBlock: number, toBlock: number): object => ({ fromBlock: `0x${fromBlock.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` })

  test('refuses calls above the rate, with the header that its plan sends', async () => {
    await behind({ rate: { calls: 1, seconds: 60 } })
    expect(await call('eth_chainId')).toMatchObject({ result: '0x1' })
    const refused = await post(body('eth_chainId', []))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    provider.change({ rate: { calls: 1, seconds: 60 }, refusal: 'json-rpc-error' })
    await call('eth_chainId')
    expect(await call('eth_chainId')).toMatchObject({ error: { code: -32005 } })
    provider.change({ rate: { calls: 1, seconds: 60 }, refusal: 'retry-after-date' })
    await call('eth_chainId')
    expect(Date.parse((await post(body('eth_chainId', []))).headers.get('retry-after') ?? '')).toBeGreaterThan(Date.now())
    expect(provider.tooMany).toEqual(new Map([['eth_chainId', 3]]))
  })

  test('limits a method apart from the others', async () => {
    await behind({ methodRates: { eth_chainId: { calls: 1, seconds: 60 } } })
    await call('eth_chainId')
    expect((await post(body('eth_chainId', []))).status).toBe(429)
    expect(await call('eth_blockNumber')).toMatchObject({ result: '0x64' })
  })

  test('refuses wide log ranges in the words of the plan', async () => {
    await behind({ logs: { maxRange: 10, text: LOG_REFUSALS.alchemy } })
    expect((await call('eth_getLogs', range(1, 20))).error?.message).toContain('this block range should work: [0x1, 0xa]')
    expect(await call('eth_getLogs', range(1, 10))).toMatchObject({ result: [] })
    expect(provider.logRanges).toEqual([[1, 10]])
  })

  test('refuses methods and old state, and batches above their size', async () => {
    await behind({ refused: { eth_chainId: 403, eth_blockNumber: -32005 }, keeps: { state: 10 }, batches: { most: 2 } })
    expect((await post(body('eth_chainId', []))).status).toBe(403)
    expect(await call('eth_blockNumber')).toMatchObject({ error: { code: -32005, message: 'limit exceeded' } })
    const someone = '0x000000000000000000000000000000000000dead'
    expect(await call('eth_getBalance', someone, '0x1')).toMatchObject({ error: { message: expect.stringContaining('missing trie node') as string } })
    expect(await call('eth_getBalance', someone, '0x60')).toMatchObject({ result: '0x0' })
    const batch = (size: number): string => `[${Array.from({ length: size }, () => body('eth_gasPrice', [])).join()}]`
    expect(await (await post(batch(2))).json()).toMatchObject([{ id: 7, result: expect.any(String) as string }, { id: 7 }])
    expect(await (await post(batch(3))).json()).toMatchObject({ error: { message: expect.stringContaining('Batch of more than 2') as string } })
    expect(provider.batches).toEqual([2, 3])
  })
})

test('a rate gives its burst, then its calls per second', () => {
  let now = 0
  const limiter = createRateLimiter({ rate: FREE_PLANS.solanaPublic.rate, methodRate: FREE_PLANS.solanaPublic.methodRate }, () => now)
  const taken = (method: string): number => {
    for (let count = 0; ; count++) if (limiter.take([method]) > 0) return count
  }
  expect([taken('getTransaction'), taken('getBlock'), taken('getSlot')]).toEqual([40, 40, 20])
  now = 1_000
  expect([taken('getTransaction'), taken('getBlock'), taken('getSlot')]).toEqual([4, 4, 2])
})
