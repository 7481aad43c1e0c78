import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { SUI } from '../fixtures/sui/ids.ts'
import { startSuiNode, type SuiTestNode } from '../fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../fixtures/sui/scenario.ts'
import { swap } from '../fixtures/sui/venues.ts'

/**
 * A launch on the Sui test ledger, read over the public API only. The ledger uses the protocol descriptors of the official
 * client; its README says what it does not prove.
 */
test.describe('a fresh launch read from Sui', () => {
  let node: SuiTestNode
  let truth: SuiScenario
  const sources = (): string[] => node.endpoints.map((url) => `sui=${url}`)
  const inPath = (): string => encodeURIComponent(truth.coin)

  test.beforeAll(async () => {
    truth = playLaunch(40)
    node = await startSuiNode(truth.ledger)
  })
  test.afterAll(() => node.stop())

  test('the command line reads it over gRPC and GraphQL and prints its snipers', async () => {
    const dataDir = await temporaryFolder()
    const flags = sources().flatMap((source) => ['--source', source])
    const read = await runCli(['read', 'sui', truth.coin, ...flags, '--json', '--data-dir', dataDir])
    expect(read.stderr).not.toContain('failed')
    expect(read.code).toBe(0)
    const overview = JSON.parse(read.stdout) as { snipers_pct: number; bundlers_pct: number; insiders_pct: number; dev_pct: number }
    for (const name of ['snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'] as const) expect(overview[name]).toBeGreaterThan(0)
    const found = await runCli(['snipers', 'sui', truth.coin, '--json', '--data-dir', dataDir])
    const { snipers } = JSON.parse(found.stdout) as { snipers: { address: string }[] }
    expect(snipers.map(({ address }) => address).sort()).toEqual([...truth.snipers].sort())
    await removeFolder(dataDir)
  })

  test('the service has exact holders and follows new swaps across a disconnect', async () => {
    const service = await startService({ sources: sources() })
    const trades = async (): Promise<string[]> => {
      const page = await service.json<{ trades: { tx_signature: string }[] }>(`/dex/v1/sui/trades?token=${inPath()}&sort=asc&limit=200`)
      return page.trades.map((trade) => trade.tx_signature)
    }
    try {
      await expect.poll(async () => (await service.get(`/dex-metrics/v1/sui/${inPath()}`)).status, { timeout: 120_000 }).toBe(200)
      const page = await service.json<{ holders: { address: string; balance_raw: string }[] }>(`/local/v1/sui/${inPath()}/holders?limit=10000`)
      expect(new Map(page.holders.map(({ address, balance_raw }) => [address, balance_raw]))).toEqual(
        new Map([...truth.holders()].map(([address, raw]) => [address, String(raw)])),
      )
      expect(await trades()).toEqual(truth.swaps.flatMap(({ tx, legs }) => legs.map(() => tx)))

      await follow(service, inPath())
      const made = [trade(0)]
      await expect.poll(trades, { timeout: 30_000 }).toEqual(expect.arrayContaining(made))
      node.grpc.cutSubscriptions()
      made.push(trade(1), trade(2))
      await expect.poll(trades, { timeout: 30_000 }).toEqual(expect.arrayContaining(made))
      expect((await trades()).slice(-made.length)).toEqual(made)
    } finally {
      await service.stop()
      await removeFolder(service.dataDir)
    }
  })

  function trade(stranger: number): string {
    const [pool] = truth.pools
    if (pool === undefined) throw new Error('the launch has no pool')
    const { tx } = swap(truth.ledger, { sender: truth.strangers[stranger] ?? '', route: [pool], coinIn: SUI, raw: 1_000_000_000n })
    truth.ledger.seal()
    return tx
  }
})

async function follow(service: RunningService, token: string): Promise<void> {
  await service.post(`/local/v1/sui/${token}/follow`, { on: true })
  await expect.poll(async () => service.json(`/local/v1/sui/${token}/follow`), { timeout: 30_000 }).toMatchObject({ state: 'live' })
}
