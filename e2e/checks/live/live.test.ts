import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openChainServer } from '../../fixtures/evm-chain/server.ts'
import { serveLargeSolana } from '../../fixtures/large-solana/server.ts'
import { checkEvm } from './evm.ts'
import { rawCallTo } from './raw-call.ts'
import { checkSolana } from './solana.ts'

test('without endpoints it says that it was skipped, and why', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'live-'))
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [main], { env: { HOLDERSCOPE_DATA_DIR: dataDir }, encoding: 'utf8' })
  rmSync(dataDir, { recursive: true })
  expect([status, stdout]).toEqual([0, expect.stringContaining('SKIPPED: no endpoint is set.')])
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
