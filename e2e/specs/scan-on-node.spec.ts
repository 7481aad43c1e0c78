import { readFile } from 'node:fs/promises'
import WebSocket from 'ws'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { openTokenMarket, type TokenMarket } from '../fixtures/anvil/tokens/tokens.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

interface Report {
  readonly results: {
    readonly generated_at: number
    readonly simple: { readonly score: number; readonly message: string; readonly reasons: readonly string[] }
    readonly advanced: Readonly<Record<string, unknown>>
  }
}
interface LocalScan {
  readonly report: Report
  readonly score: number
  readonly findings: readonly { readonly id: string; readonly points: number; readonly evidence: readonly string[] }[]
  readonly ledger: readonly { readonly points: number }[]
  readonly unknowns: readonly { readonly flag: string }[]
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[] | null
  readonly simulated_with: string | null
}

/** Unread tokens scanned from a real node over the public API. */
test.describe('security scans from an Ethereum node', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let node: Anvil
  let market: TokenMarket
  let service: RunningService
  test.beforeAll(async () => {
    node = await spawnAnvil()
    market = await openTokenMarket(node.url)
    service = await startService({ sources: [`eth=${node.url}`] })
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })
  const report = (address: string): Promise<Report> => service.json<Report>(`/scanner/v1/tokens/eth/${address}`)
  const explained = (address: string): Promise<LocalScan> => service.json<LocalScan>(`/local/v1/scanner/eth/${address}`)

  test('an honest token and a honeypot are distinguished', async () => {
    const plain = await market.launch('PlainToken')
    const trap = await market.launch('SellBlockedToken')
    expect((await report(plain.address)).results.advanced).toMatchObject({
      honeypot: { score: 0 },
      renounced: true,
      mintable: false,
      tax: { buy: 0, sell: 0, transfer: 0 },
    })
    const { simple, advanced } = (await report(trap.address)).results
    expect(simple).toMatchObject({ score: 0, message: 'High Risk' })
    expect(simple.reasons[0]).toBe('Tokens cannot be sold')
    expect(advanced).toMatchObject({ honeypot: { score: 100 } })
  })

  test('the ledger adds up, and unknowns are listed', async () => {
    const token = await market.launch('TaxableToken')
    const scan = await explained(token.address)
    expect(scan.findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['tax_modifiable', 'sell_tax_low', 'owner_live', 'lp_unlocked']))
    expect(scan.ledger.reduce((sum, { points }) => sum + points, 0)).toBe(scan.score)
    expect(scan.findings.reduce((sum, { points }) => sum + points, 0) + scan.score).toBe(100)
    expect(scan.unknowns.map(({ flag }) => flag)).toContain('verified')
    expect(scan.simulated_with).toBe('eth_simulateV1')
  })

  test('a new scan lists changes, is streamed, and keeps the old ones', async () => {
    const token = await market.launch('MintableToken')
    const before = await explained(token.address)
    expect([before.changes, before.report.results.advanced['mintable']]).toEqual([null, true])
    const socket = new WebSocket(service.ws, { headers: { 'X-API-Key': service.key } })
    const frames: { op?: string; data?: Report }[] = []
    socket.on('message', (data) => frames.push(JSON.parse(String(data)) as (typeof frames)[number]))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ op: 'subscribe', network: 'eth', address: token.address, stream: 'scanner' }))
    const scores = (): (number | undefined)[] => frames.flatMap(({ op, data }) => (op === 'event' ? [data?.results.simple.score] : []))
    await expect.poll(scores).toEqual([before.score])

    await market.act(token, 'renounceOwnership')
    const answer = await service.post(`/local/v1/scanner/eth/${token.address}`)
    const after = (await answer.json()) as LocalScan
    expect(after.changes).toEqual(
      expect.arrayContaining([
        { field: 'mintable', before: true, after: false },
        { field: 'renounced', before: false, after: true },
      ]),
    )
    await expect.poll(scores).toEqual([before.score, after.score])
    socket.close()
    const { scans } = await service.json<{ scans: { score: number }[] }>(`/local/v1/scanner/eth/${token.address}/history`)
    expect(scans.map(({ score }) => score)).toEqual([after.score, before.score])
  })

  test('a hundred concurrent scans succeed within the memory limit', async () => {
    const tokens = [
      await market.launch('PlainToken'),
      await market.launch('TaxedToken'),
      await market.launch('PausableToken'),
      await market.launch('MaxTxToken'),
    ]
    const first = tokens[0]?.address ?? ''
    const started = performance.now()
    await report(first)
    const oneMs = performance.now() - started
    const begun = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => service.post(`/local/v1/scanner/eth/${tokens[i % tokens.length]?.address ?? ''}`)),
    )
    test
      .info()
      .annotations.push({ type: 'figures', description: `one scan ${Math.round(oneMs)} ms, a hundred ${Math.round(performance.now() - begun)} ms` })
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    const memory = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]
    expect(Number(memory) / 1024).toBeLessThan(500)
  })

  test('an address without a token has no report', async () => {
    const answer = await service.get('/scanner/v1/tokens/eth/0x00000000000000000000000000000000000000aa')
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'token_not_found' }])
  })
})
