import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probeEndpoint } from '../../../src-main/ingest/sources/probe.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { launchScenario } from '../../fixtures/anvil/scenario.ts'
import { LOG_REFUSALS, type ProviderPlan } from '../../fixtures/provider/plans.ts'
import { openProvider } from '../../fixtures/provider/provider.ts'
import { openSolanaProxy } from '../../fixtures/surfpool/proxy.ts'
import { launchToken } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing } from '../../fixtures/surfpool/surfpool.ts'

const missing = anvilMissing()
const noSurfpool = surfpoolMissing()

describe.skipIf(missing !== null)(`the test of an endpoint finds ${missing ?? ''}`, () => {
  let anvil: Anvil
  let head: number
  beforeAll(async () => {
    anvil = await spawnAnvil()
    ;({ head } = await launchScenario(anvil.url))
  })
  afterAll(() => anvil.stop())
  async function probe(plan: ProviderPlan) {
    const provider = await openProvider(anvil.url, plan)
    const { found, fault } = await probeEndpoint('eth', provider.url)
    await provider.close()
    expect(fault).toBeNull()
    return found
  }

  test.concurrent('everything that a node without limits can do', async () => {
    expect(await probe({})).toMatchObject({
      ...{ archive: true, traces: true, simulate: true, logsMaxRange: null, batches: true },
      events: { isCut: false },
      pace: { isLimit: false },
    })
  })

  test.concurrent('the limits of a free plan', async () => {
    const found = await probe({
      ...{ latencyMs: 20, rate: { calls: 20, seconds: 1 }, batches: 'refused', keeps: { history: 20, state: 5 } },
      logs: { maxRange: 10, text: LOG_REFUSALS.alchemy },
      refused: { trace_block: -32601, debug_traceBlockByNumber: 403 },
    })
    expect(found).toMatchObject({ archive: false, traces: false, logsMaxRange: 10, batches: false, events: { isCut: true }, pace: { isLimit: true } })
    expect(found?.events?.since).toBeGreaterThanOrEqual(head - 20)
    expect(found?.pace?.perSecond).toBeGreaterThan(7)
    expect(found?.pace?.perSecond).toBeLessThan(24)
  })

  test.concurrent('no answer as unknown, and log queries that are refused as a limit as not offered', async () => {
    const found = await probe({ refused: { eth_getLogs: -32005, trace_block: 429, debug_traceBlockByNumber: 429 } })
    expect(found).toMatchObject({ logsMaxRange: 0, events: null })
  })
})

describe.skipIf(noSurfpool !== null)(`the test of a Solana endpoint finds ${noSurfpool ?? ''}`, () => {
  test('transactions that are there, and those that are cut off', async () => {
    const node = await spawnSurfpool()
    await launchToken(node, {})
    const corrected = await openSolanaProxy(node)
    const provider = await openProvider(corrected.url, { batches: 'refused' })
    const whole = await probeEndpoint('sol', provider.url)
    expect(whole).toMatchObject({ fault: null, found: { batches: false, pace: { isLimit: false } } })
    provider.change({ keeps: { history: 3 } })
    const cut = await probeEndpoint('sol', provider.url)
    expect(cut.found?.events === null || cut.found?.events.isCut).toBe(true)
    await provider.close()
    await corrected.close()
    await node.stop()
  })
})
