import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { archivedBlocks } from '../../fixtures/evm-chain/archived-blocks.ts'
import { CREATED } from '../../fixtures/evm-chain/world.ts'
import { evmDataset } from '../../fixtures/portal/evm-dataset.ts'
import { servePortal } from '../../fixtures/portal/server.ts'
import { openChainServer } from '../../fixtures/evm-chain/server.ts'
import { serveLargeSolana } from '../../fixtures/large-solana/server.ts'
import { checkEvm } from './evm.ts'
import { checkPortal } from './portal.ts'
import { rawCallTo } from './raw-call.ts'
import { checkSolana } from './solana.ts'

test('without endpoints it says that it was skipped, and why', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'live-'))
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [main], { env: { HOLDERSCOPE_DATA_DIR: dataDir }, encoding: 'utf8' })
  rmSync(dataDir, { recursive: true })
  expect([status, stdout]).toEqual([0, expect.stringMatching(/SKIPPED: no endpoint is set\.[^]*SKIPPED: no archive is set\./)])
})

test('says what an EVM endpoint answers, and how it refuses', async () => {
  const server = await openChainServer({ wallets: 10, rounds: 1 })
  expect(await checkEvm(rawCallTo(server.url))).toEqual(['Receipts of a whole block: yes, 0 in the newest.'])
  await server.close()
  expect(await checkEvm(() => Promise.resolve({ refusal: 'HTTP 429, Retry-After: 3' }))).toEqual(['eth_blockNumber: HTTP 429, Retry-After: 3.'])
})

test('says from which slots a Solana endpoint lists', async () => {
  const server = await serveLargeSolana({ trades: 1_000, holders: 100 }, { indexes: true })
  const [first, ...lists] = await checkSolana(rawCallTo(server.url))
  await server.close()
  expect(first).toMatch(/^getFirstAvailableBlock: /)
  expect(lists).toHaveLength(4)
  expect(lists.every((text) => text.startsWith('Slot '))).toBe(true)
})

test('says what an archive answers to each query, in its own words where it refuses', async () => {
  const world = { wallets: 10, rounds: 1 }
  const portal = await servePortal(evmDataset(archivedBlocks(world, CREATED - 10)))
  const access = { protocol: 'portal', url: portal.url, dataset: 'ethereum-mainnet', key: null } as const
  const sentences = await checkPortal('eth', access)
  expect(sentences[0]).toMatch(/^metadata: HTTP 200, .*"start_block":/)
  expect(sentences.filter((text) => /^(?:Logs|Payments)/.test(text))).toHaveLength(12)
  expect(sentences.at(-1)).toMatch(/^An answer without rows with max_chunks=1000 covers \d+ blocks\.$/)
  expect(await checkPortal('eth', { ...access, dataset: 'unknown' })).toEqual(['finalized-head: HTTP 404, dataset not found.'])
  await portal.close()
})
