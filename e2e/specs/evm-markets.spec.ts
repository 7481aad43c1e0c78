import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { injectFaults, type Faults } from '../fixtures/anvil/faults.ts'
import { playMarkets, readHolders, type Markets } from '../fixtures/anvil/markets.ts'
import { openProxy, type CountingProxy } from '../fixtures/anvil/proxy.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

/** The holders fill more than one page of wallets, and the transfers more than one part of logs. */
const HOLDERS = 5_000
const TRANSFERS = 20_000
/** Calls without an answer. Each costs its whole time limit of 30 s. */
const SILENCES = 1
const LOG_RANGE = 10
const SHARE = 0.05

interface TradeRow {
  readonly tx_signature: string
  readonly pool_address: string
  readonly signer: string
  readonly dex: string
}

/**
 * A token with pools of three Uniswap versions and many holders and transfers, read from an endpoint that limits log queries to
 * ten blocks and fails one call in twenty. Other limits of real providers are not covered.
 */
test.describe('a large launch behind a poor endpoint', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ timeout: 300_000, mode: 'serial' })

  let node: Anvil
  let proxy: CountingProxy
  let faults: Faults
  let truth: Markets
  let service: RunningService

  test.beforeAll(async () => {
    test.setTimeout(300_000)
    node = await spawnAnvil()
    truth = await playMarkets(node.url, { holders: HOLDERS, transfers: TRANSFERS })
    faults = injectFaults({ share: SHARE, silences: SILENCES, seed: 4 })
    proxy = await openProxy(node.url, { logsMaxRange: LOG_RANGE, before: faults.before })
    service = await startService({ sources: [`eth=${proxy.url}`] })
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/eth/${truth.token}`)).status, { timeout: 280_000 }).toBe(200)
    const states = async (): Promise<string[]> => (await service.json<{ jobs: { state: string }[] }>('/local/v1/jobs')).jobs.map(({ state }) => state)
    await expect.poll(states, { timeout: 280_000 }).toEqual(['done'])
  })
  test.afterAll(async () => {
    await service?.stop()
    await proxy?.close()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  test('every holder has its on-chain balance', async () => {
    const page = await service.json<{ total: number; holders: { address: string; balance_raw: string }[] }>(
      `/local/v1/eth/${truth.token}/holders?limit=10000`,
    )
    const expected = await readHolders(node.url, truth, HOLDERS)
    expect(expected.size).toBeGreaterThan(HOLDERS)
    expect(Object.fromEntries(page.holders.map(({ address, balance_raw: raw }) => [address, raw]))).toEqual(Object.fromEntries(expected))
    expect(page.total).toBe(expected.size)
  })

  test('each swap of the three pools is one trade with its venue version', async () => {
    const { trades } = await service.json<{ trades: TradeRow[] }>(`/dex/v1/eth/trades?token=${truth.token}&sort=asc&limit=200`)
    expect(trades.map((trade) => [trade.tx_signature, trade.pool_address, trade.signer])).toEqual(
      truth.legs.map((leg) => [leg.tx, leg.pool, leg.signer]),
    )
  })

  test('the endpoint limited log queries and failed one call in twenty', () => {
    expect(Math.max(...proxy.logQueries.map((query) => query.to - query.from + 1))).toBeLessThanOrEqual(LOG_RANGE)
    const spoilt = [...faults.given.values()].reduce((sum, count) => sum + count, 0)
    expect(spoilt / faults.calls()).toBeGreaterThan(SHARE / 2)
    expect([...faults.given.keys()].sort()).toEqual([
      'half an answer',
      'nonsense',
      'rate limit',
      'server error',
      ...(SILENCES > 0 ? ['silence'] : []),
    ])
  })

  test('a taxed token is read exactly', async () => {
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/eth/${truth.taxed.token}`)).status, { timeout: 200_000 }).toBe(200)
    const path = `/dex/v1/eth/trades?token=${truth.taxed.token}&sort=asc&limit=200`
    // Figures may come before the trades are read.
    await expect.poll(async () => (await service.get(path)).status, { timeout: 200_000 }).toBe(200)
    const { trades } = await service.json<{ trades: TradeRow[] }>(path)
    expect(trades.map((trade) => trade.tx_signature)).toEqual(truth.taxed.legs.map((leg) => leg.tx))
  })

  test('a rebasing token shows balanceOf and says so', async () => {
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/eth/${truth.rebasing}`)).status, { timeout: 200_000 }).toBe(200)
    const page = await service.json<{ holders: { address: string; balance_raw: string }[] }>(`/local/v1/eth/${truth.rebasing}/holders?limit=100`)
    expect(page.holders.map((holder) => holder.balance_raw).sort()).toEqual(['1994000', '2000', '2000', '2000'])
    const token = await service.json<{ notes: string[] }>(`/local/v1/eth/${truth.rebasing}`)
    expect(token.notes.join(' ')).toMatch(/balanceOf is shown/)
  })
})
