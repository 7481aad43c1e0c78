import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderPlan } from '../../fixtures/provider/plans.ts'
import { openProvider } from '../../fixtures/provider/provider.ts'
import { openSolanaProxy, type SolanaProxy } from '../../fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../fixtures/surfpool/surfpool.ts'
import { readThrough, type ReadThrough } from './read-through.ts'

const missing = surfpoolMissing()

describe.skipIf(missing !== null)(`a Solana token read through a provider's limits ${missing ?? ''}`, () => {
  let node: Surfpool
  let corrected: SolanaProxy
  let launch: Launch
  let direct: ReadThrough

  beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node, {})
    corrected = await openSolanaProxy(node)
    direct = await readThrough('sol', launch.token, [corrected.url])
  })
  afterAll(async () => {
    await corrected.close()
    await node.stop()
  })

  const PLANS: readonly (readonly [string, ProviderPlan])[] = [
    [
      'limits of the endpoint and of each method',
      { latencyMs: 2, rate: { calls: 200, seconds: 2 }, methodRate: { calls: 60, seconds: 2 }, refused: { getTokenLargestAccounts: 429 } },
    ],
    ['429 without Retry-After, no batches', { latencyMs: 2, rate: { calls: 100, seconds: 1 }, refusal: 'no-retry-after', batches: 'refused' }],
    ['error -32005 with HTTP 200', { latencyMs: 2, rate: { calls: 100, seconds: 1 }, refusal: 'json-rpc-error' }],
  ]

  test.each(PLANS)('%s: ends with the same bytes as without limits', async (_, plan) => {
    const provider = await openProvider(corrected.url, plan)
    const read = await readThrough('sol', launch.token, [provider.url])
    await provider.close()
    expect(read.job).toMatchObject({ state: 'done', error: null })
    expect(read.records).toEqual(direct.records)
  })

  test('an endpoint that keeps only recent transactions: creation and funders are unknown, and nothing is read for ever', async () => {
    const provider = await openProvider(corrected.url, { keeps: { history: 5 } })
    const { job, records } = await readThrough('sol', launch.token, [provider.url])
    await provider.close()
    expect(job.state).toBe('done')
    const overview = JSON.parse(records.get(`/dex-metrics/v1/sol/${launch.token}`) ?? '') as Record<string, unknown>
    expect(overview).not.toEqual(JSON.parse(direct.records.get(`/dex-metrics/v1/sol/${launch.token}`) ?? ''))
    expect(job.stages.some(({ message }) => message !== null)).toBe(true)
  })
})
