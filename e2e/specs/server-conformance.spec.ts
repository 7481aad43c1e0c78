import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { anvilMissing, spawnAnvil } from '../fixtures/anvil/anvil.ts'
import { openTokenMarket } from '../fixtures/anvil/tokens/tokens.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService } from '../fixtures/service.ts'

const SUITE = fileURLToPath(new URL('../checks/conformance/main.ts', import.meta.url))

interface Report {
  readonly counts: Readonly<Record<'pass' | 'fail' | 'not applicable', number>>
  readonly results: readonly { readonly section: string; readonly title: string; readonly outcome: string; readonly note: string | null }[]
}

/** Runs the suite as a separate process that knows only an address and a key. */
async function conformance(args: readonly string[]): Promise<{ code: number | null; report: Report }> {
  const child = spawn(process.execPath, [SUITE, '--json', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, report: JSON.parse(stdout) as Report }
}

const missed = ({ results }: Report): unknown => results.filter(({ outcome }) => outcome === 'fail')

test.describe.configure({ timeout: 600_000 })

test('the built app conforms for everything the sample case covers', async () => {
  const { code, report } = await conformance([])
  expect(missed(report)).toEqual([])
  expect(code).toBe(0)
  const idle = report.results.filter(({ outcome }) => outcome === 'not applicable').map(({ note }) => note ?? '')
  expect(idle.filter((note) => !/no scan|no node for this platform|has (snipers|bundlers|insiders)$/.test(note))).toEqual([])
})

test('the scan report of an Ethereum token conforms', async () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  const node = await spawnAnvil()
  const market = await openTokenMarket(node.url)
  const token = await market.launch('TaxableToken')
  const service = await startService({ sources: [`eth=${node.url}`] })
  try {
    expect((await service.get(`/scanner/v1/tokens/eth/${token.address}`)).status).toBe(200)
    const { report } = await conformance(['--url', service.url, '--key', service.key, '--token', `eth:${token.address}`, '--only', 'scan-report'])
    expect(missed(report)).toEqual([])
    const evm = report.results.filter(({ title }) => title.startsWith('evm.') || title.startsWith('results.'))
    expect(evm.length).toBeGreaterThan(30)
    expect(evm.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  } finally {
    await service.stop()
    await node.stop()
    await removeFolder(service.dataDir)
  }
})
