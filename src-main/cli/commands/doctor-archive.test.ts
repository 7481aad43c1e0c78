import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveHypersync } from '../../../e2e/fixtures/portal/hypersync.ts'
import { servePortal, type Dataset, type Header } from '../../../e2e/fixtures/portal/server.ts'
import { CONFIG_FILE } from '../../config/config-file.ts'
import { EXIT } from '../output.ts'
import { serveBlocks } from '../testing/block-node.ts'
import { runCommand } from '../testing/command-line.ts'

/** What doctor reports about the configured archives: a portal and a HyperSync on this machine, beside a node that answers only blocks. */

const HEAD = 1_000
const hashOf = (chain: string, number: number): string => `0x${chain}${number.toString(16).padStart(63, '0')}`
const headerOf = (chain: string, number: number): Header & { readonly timestamp: number } => ({
  ...{ number, hash: hashOf(chain, number), parentHash: hashOf(chain, number - 1), timestamp: number },
})
const dataset: Dataset = {
  ...{ first: 0, last: HEAD, header: (number) => headerOf('a', number) },
  select: (_query, from, to) => Array.from({ length: to - from + 1 }, (_, n) => ({ header: headerOf('a', from + n) })),
}
const otherChain = Array.from({ length: 100 }, (_, n) => ({ header: headerOf('b', n), transactions: [], logs: [], traces: [] }))

const exitCode = process.exitCode
const opened: { close(): Promise<void> }[] = []
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-doctor-'))
})
afterEach(async () => {
  process.exitCode = exitCode
  for (const one of opened.splice(0).reverse()) await one.close()
  rmSync(dataDir, { recursive: true })
})

async function open<T extends { readonly url: string; close(): Promise<void> }>(opening: Promise<T>): Promise<string> {
  const one = await opening
  opened.push(one)
  return one.url
}

interface Check {
  readonly what: string
  readonly ok: boolean
  readonly found: string
  readonly todo: string | null
}

const notCompared = (name: string): string => `    Its blocks were not compared because no endpoint is set for ${name}.`
const configure = (settings: object): void => writeFileSync(join(dataDir, CONFIG_FILE), JSON.stringify(settings), { mode: 0o600 })
const doctor = (...words: string[]): Promise<string> => runCommand(['doctor', '--port', '0', '--data-dir', dataDir, ...words])

it('doctor compares a block of each archive with the node, and says how to fix one of another chain or without the data set', async () => {
  configure({ archive_datasets: { base: 'unknown', bsc: 'own-bsc' } })
  const [eth, portal, hypersync] = [
    await open(serveBlocks((block) => hashOf('a', block))),
    await open(servePortal(dataset)),
    await open(serveHypersync(otherChain)),
  ]
  const found = await doctor('--source', `eth=${eth}`, '--service', `archive=${portal}`, '--service', `hypersync=${hypersync}`)
  const unused = 'not used until archive_history or archive_wallets is on'
  expect(found.slice(found.search(/^. archive eth/m)).split('\n')).toEqual([
    `✓ archive eth: ethereum-mainnet, ${unused}`,
    '    Final blocks up to 1,000.',
    '    Block 500 is the same as at the endpoint of Ethereum.',
    `✗ hypersync eth: HyperSync, ${unused}`,
    '    Final blocks up to 99.',
    `    Block 49 is ${hashOf('b', 49)} there and ${hashOf('a', 49)} at the endpoint of Ethereum: this is another chain.`,
    '    Set another URL with --service hypersync=URL, or a valid API token with HOLDERSCOPE_SERVICE_KEY_HYPERSYNC.',
    `✗ archive base: unknown, ${unused}`,
    `    ${new URL(portal).host} answered with status 404. Check the URL, the key and the name of the data set.`,
    '    Set another URL with --service archive=URL, or another data set with HOLDERSCOPE_ARCHIVE_DATASET_BASE.',
    ...[`✓ hypersync base: HyperSync, ${unused}`, '    Final blocks up to 99.', notCompared('Base')],
    ...[`✓ archive bsc: own-bsc, ${unused}`, '    Final blocks up to 1,000.', notCompared('BNB Smart Chain')],
    ...[`✓ hypersync bsc: HyperSync, ${unused}`, '    Final blocks up to 99.', notCompared('BNB Smart Chain')],
    ...[`✓ archive sol: solana-mainnet, ${unused}`, '    Final blocks up to 1,000.', notCompared('Solana')],
    '',
  ])
  expect(process.exitCode).toBe(EXIT.failed)
})

it.each([
  ['without the block', null],
  ['that fails', 'no hash'],
])('doctor takes nothing against an archive from a node %s', async (_, answer) => {
  const [eth, portal] = [await open(serveBlocks((block) => (block === 500 ? answer : hashOf('a', block)))), await open(servePortal(dataset))]
  const found = await doctor('--source', `eth=${eth}`, '--service', `archive=${portal}`)
  const reason = 'the endpoint of Ethereum did not return block 500'
  expect(found).toContain(`    Final blocks up to 1,000.\n    Its blocks were not compared because ${reason}.\n`)
  expect(found).toMatch(/^✓ archive eth/m)
})

it('doctor names archives only where one is set, whatever may be read from it', async () => {
  configure({ archive_history: true })
  const archives = async (...words: string[]): Promise<Check[]> => {
    const { checks } = JSON.parse(await doctor('--json', ...words)) as { readonly checks: readonly Check[] }
    return checks.filter(({ what }) => /archive|hypersync/.test(what))
  }
  expect(await archives()).toEqual([])
  const tested = await archives('--service', `hypersync=${await open(serveHypersync(otherChain))}`)
  expect(tested.map(({ what, ok, todo }) => [what, ok, todo])).toEqual(['eth', 'base', 'bsc'].map((network) => [`hypersync ${network}`, true, null]))
  expect(tested[0]?.found).toBe(['HyperSync', '    Final blocks up to 99.', notCompared('Ethereum')].join('\n'))
})
