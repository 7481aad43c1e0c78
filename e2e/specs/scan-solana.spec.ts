import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../fixtures/surfpool/surfpool.ts'
import { pausable, permanentDelegate, SafetyMints, transferFee, type SafetyToken } from '../fixtures/surfpool/tokens.ts'

interface Report {
  readonly results: {
    readonly simple: { readonly score: number; readonly message: string; readonly reasons: readonly string[] }
    readonly advanced: Readonly<Record<string, unknown>>
  }
}
interface LocalScan {
  readonly report: Report
  readonly score: number
  readonly findings: readonly { readonly id: string; readonly points: number }[]
  readonly unknowns: readonly { readonly id: string; readonly why: string }[]
  readonly partial: readonly string[]
  readonly simulated_with: string | null
}

/** Mints of the real token programs, scanned from a real node through the command line and the public API. */
test.describe('security scans from a Solana node', () => {
  const missing = surfpoolMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial', timeout: 120_000 })

  let node: Surfpool
  let mints: SafetyMints
  let service: RunningService
  let honest: SafetyToken
  test.beforeAll(async () => {
    node = await spawnSurfpool()
    mints = new SafetyMints(node)
    await mints.fund()
    honest = await mints.launch({
      name: 'honest',
      mintAuthority: null,
      freezeAuthority: null,
      metaplex: { mutable: false },
      lp: { burned: 1_000_000_000n },
    })
    service = await startService({ sources: [`sol=${node.url}`] })
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })
  const explained = (address: string): Promise<LocalScan> => service.json<LocalScan>(`/local/v1/scanner/sol/${address}`)
  const ids = ({ findings }: LocalScan): string[] => findings.map(({ id }) => id).toSorted()

  test('an honest mint has no findings and no unknowns about selling', async () => {
    const started = performance.now()
    const scan = await explained(honest.address)
    test.info().annotations.push({ type: 'figures', description: `one scan ${Math.round(performance.now() - started)} ms` })
    expect([ids(scan), scan.simulated_with]).toEqual([[], 'simulateTransaction'])
    expect(scan.report.results.advanced).toMatchObject({
      honeypot: { score: 0 },
      renounced: true,
      mintable: false,
      freezable: false,
      drainable: false,
      metadata_mutable: false,
      tax: { pct: 0 },
      top_accounts_frozen: [],
      locked_liquidity_weighted: 100,
      locked_liquidity: [{ pair_address: honest.pool.address.toBase58(), total_locked: 100, locks: [{ type: 'burn', percentage: 100 }] }],
    })
    expect(scan.unknowns.filter(({ id }) => id === 'honeypot_confirmed')).toEqual([])
  })

  test('a mint with every authority is high risk, and its points add up', async () => {
    const { maker } = mints
    const token = await mints.launch({
      name: 'powers',
      feeBasisPoints: 1_200,
      extensions: [transferFee(1_200, maker.publicKey), permanentDelegate(maker.publicKey), pausable(maker.publicKey)],
      after: (mint) => [mints.scheduleFee(mint, 5_000)],
    })
    const scan = await explained(token.address)
    expect(ids(scan)).toEqual(
      expect.arrayContaining(
        [
          'mint_open_sol',
          'freeze_open',
          'permanent_delegate',
          'pausable',
          'sell_tax_medium',
          'scheduled_tax',
          'tax_modifiable',
          'lp_unlocked',
        ].toSorted(),
      ),
    )
    expect(scan.findings.reduce((sum, { points }) => sum + points, 0) + scan.score).toBe(100)
    expect(scan.report.results).toMatchObject({
      simple: { message: 'High Risk' },
      advanced: {
        drainable: true,
        tax: { pct: 12 },
        scheduled_tax: { pct: 50 },
        authorities: { mint_authority: maker.publicKey.toBase58(), permanent_delegate: maker.publicKey.toBase58() },
      },
    })
  })

  test('simulated transfers detect frozen holders and a pause', async () => {
    const { holders, maker } = mints
    const frozen = await mints.launch({
      name: 'frozen',
      mintAuthority: null,
      after: (mint) => [maker, ...holders].map(({ publicKey }) => mints.freeze(mint, publicKey)),
    })
    const paused = await mints.launch({
      name: 'stopped',
      mintAuthority: null,
      freezeAuthority: null,
      extensions: [pausable(maker.publicKey)],
      after: (mint) => [mints.pause(mint)],
    })
    expect(ids(await explained(frozen.address))).toEqual(expect.arrayContaining(['freeze_open', 'honeypot_confirmed']))
    expect(ids(await explained(paused.address))).toEqual(expect.arrayContaining(['honeypot_confirmed', 'transfers_paused']))
    const { results } = await service.json<Report>(`/scanner/v1/tokens/sol/${paused.address}`)
    expect([results.simple.score, results.advanced['transfer_paused'], results.simple.reasons[0]]).toEqual([0, true, 'Tokens cannot be sold'])
  })

  test('holderscope scan prints the same report', async () => {
    const dataDir = await temporaryFolder()
    try {
      const { code, stdout, stderr } = await runCli(['scan', 'sol', honest.address, '--source', `sol=${node.url}`, '--json', '--data-dir', dataDir])
      expect(code, stderr).toBe(0)
      const { results } = await service.json<Report>(`/scanner/v1/tokens/sol/${honest.address}`)
      expect((JSON.parse(stdout) as Report).results).toMatchObject({ simple: results.simple, advanced: results.advanced })
    } finally {
      await removeFolder(dataDir)
    }
  })

  test('an address without a mint has no report', async () => {
    const answer = await service.get(`/scanner/v1/tokens/sol/${mints.maker.publicKey.toBase58()}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'token_not_found' }])
  })
})
