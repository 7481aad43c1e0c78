import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { startSuiNode, type SuiTestNode } from '../fixtures/sui/node.ts'
import { destroyTreasury, inOwnPackage, makeImmutable, SafetyCoins, wrapTreasury } from '../fixtures/sui/tokens.ts'

interface Report {
  readonly token: { readonly additional_info: Readonly<Record<string, unknown>> }
  readonly results: {
    readonly simple: { readonly score: number; readonly message: string; readonly reasons: readonly string[] }
    readonly advanced: Readonly<Record<string, unknown>>
  }
}
interface LocalScan {
  readonly report: Report
  readonly score: number
  readonly findings: readonly { readonly id: string; readonly points: number }[]
  readonly unknowns: readonly { readonly id: string }[]
  readonly partial: readonly string[]
  readonly changes: readonly { readonly field: string }[] | null
}

/** Coins on the test ledger, which runs no Move: rights and denials follow its scenarios (see the README of the fixtures). */
test.describe('security scans from a Sui node', () => {
  test.describe.configure({ mode: 'serial', timeout: 90_000 })
  const coins = new SafetyCoins()
  let node: SuiTestNode
  let service: RunningService
  test.beforeAll(async () => {
    node = await startSuiNode(coins.ledger)
    service = await startService({ sources: node.endpoints.map((endpoint) => `sui=${endpoint}`) })
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })
  const path = (coin: string): string => encodeURIComponent(coin)
  const explained = (coin: string): Promise<LocalScan> => service.json<LocalScan>(`/local/v1/scanner/sui/${path(coin)}`)
  const ids = ({ findings }: LocalScan): string[] => findings.map(({ id }) => id).toSorted()

  test('a coin without capabilities has no findings', async () => {
    const made = coins.launch('honest', (tx, coin) => {
      destroyTreasury(tx, coin)
      makeImmutable(tx, coin)
    })
    coins.burnLiquidity(made)
    const started = performance.now()
    const scan = await explained(made.coin)
    test.info().annotations.push({ type: 'figures', description: `one scan ${Math.round(performance.now() - started)} ms` })
    expect(ids(scan)).toEqual([])
    expect(scan.report.token.additional_info).toEqual({ coin_type: made.coin, package: made.package, metadata_object: made.metadata })
    expect(scan.report.results.advanced).toMatchObject({
      honeypot: { score: 0 },
      mintable: { value: false, object_id: made.treasury, owner_kind: null },
      blacklist: { value: false, object_id: null },
      contract_upgradable: { value: false, object_id: made.upgradeCap },
      metadata_modifiable: { value: false, object_id: made.metadata, owner_kind: 'immutable', version: '1' },
      creator: { address: coins.maker },
    })
    expect(scan.unknowns.map(({ id }) => id)).not.toContain('lp_unlocked')
  })

  test('held capabilities are found with their objects, and the points add up', async () => {
    const made = coins.launch('kept', undefined, true)
    const scan = await explained(made.coin)
    expect(ids(scan)).toEqual(['denylist_sui', 'lp_unlocked', 'mint_open_sui', 'upgrade_sui'])
    expect(scan.findings.reduce((sum, { points }) => sum + points, 0) + scan.score).toBe(100)
    expect(scan.report.results.advanced).toMatchObject({
      mintable: { value: true, object_id: made.treasury, owner_kind: 'address' },
      blacklist: { value: true, object_id: made.denyCap, owner_kind: 'address' },
    })
  })

  test('a treasury inside an upgradeable package costs 25 points instead of 10', async () => {
    const made = coins.launch('inside', wrapTreasury(inOwnPackage))
    coins.burnLiquidity(made)
    const scan = await explained(made.coin)
    expect(scan.findings).toMatchObject([{ id: 'upgrade_sui_with_treasury', points: 25 }])
    expect(scan.unknowns.map(({ id }) => id)).toContain('mint_open_sui')
  })

  test('denied holders cannot sell, and a new scan lists the change', async () => {
    const made = coins.launch('denied', undefined, true)
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/sui/${path(made.coin)}`)).status, { timeout: 60_000 }).toBe(200)
    expect((await explained(made.coin)).report.results.advanced).toMatchObject({ honeypot: { score: 0 } })
    coins.deny(made.coin, [coins.maker, ...coins.holders])
    const after = (await (await service.post(`/local/v1/scanner/sui/${path(made.coin)}`)).json()) as LocalScan
    expect(ids(after)).toContain('honeypot_confirmed')
    expect(after.report.results.advanced).toMatchObject({ honeypot: { score: 100 } })
    expect(after.changes?.map(({ field }) => field)).toContain('honeypot.score')
  })

  test('holderscope scan prints the same report', async () => {
    const made = coins.launch('printed')
    const dataDir = await temporaryFolder()
    try {
      const sources = node.endpoints.flatMap((endpoint) => ['--source', `sui=${endpoint}`])
      const { code, stdout, stderr } = await runCli(['scan', 'sui', made.coin, ...sources, '--json', '--data-dir', dataDir])
      expect(code, stderr).toBe(0)
      const { results } = await service.json<Report>(`/scanner/v1/tokens/sui/${path(made.coin)}`)
      expect((JSON.parse(stdout) as Report).results).toMatchObject({ simple: results.simple, advanced: results.advanced })
    } finally {
      await removeFolder(dataDir)
    }
  })
})
