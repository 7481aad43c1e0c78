import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright/test'
import { findFreePort } from '../../src-main/lib/free-port.ts'
import { spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../fixtures/anvil/chain.ts'
import { ownArtifact } from '../fixtures/anvil/uniswap.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, temporaryFolder } from '../fixtures/service.ts'

/**
 * Smoke test of a packed app, which the release workflow runs on three systems. Its fuses refuse Node's inspector, which Playwright's Electron
 * support needs, so the page is reached through Chromium's own port.
 */

const executable = process.env['HOLDERSCOPE_PACKED_APP'] ?? ''
const FIRST_PORT = 9_333

test('the packed app opens the sample and reads a token from a node', async () => {
  test.skip(executable === '', 'HOLDERSCOPE_PACKED_APP names no packed app')
  const dataDir = await temporaryFolder()
  let node: Anvil | null = null
  let app: ChildProcess | null = null
  let browser: Browser | null = null
  try {
    node = await spawnAnvil()
    const chain = await openDevChain(node.url)
    const creator = account('packed creator')
    await chain.setBalance(addressOf(creator), 10n ** 21n)
    const token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Packed', 'PACK', 10n ** 24n])

    const port = await findFreePort('127.0.0.1', FIRST_PORT)
    app = spawn(executable, [`--remote-debugging-port=${port}`], {
      env: { ...process.env, HOLDERSCOPE_DATA_DIR: dataDir, HOLDERSCOPE_SOURCE_ETH: node.url },
      stdio: 'inherit',
    })
    const connect = async (): Promise<boolean> => {
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null)
      return browser?.contexts()[0]?.pages()[0] !== undefined
    }
    await expect.poll(connect, { timeout: 60_000 }).toBe(true)
    const page = (browser as Browser | null)?.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('The app has no page')
    await expect(page.getByText('BOME').first()).toBeVisible({ timeout: 60_000 })

    const { url } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8')) as { url: string }
    const headers = { 'X-API-Key': (await readFile(join(dataDir, 'page-key'), 'utf8')).trim(), 'content-type': 'application/json' }
    const body = JSON.stringify({ kind: 'read', network: 'eth', token_address: token.address })
    const { id } = (await (await fetch(`${url}/local/v1/jobs`, { method: 'POST', headers, body })).json()) as { id: string }
    const state = async (): Promise<string> => ((await (await fetch(`${url}/local/v1/jobs/${id}`, { headers })).json()) as { state: string }).state
    await expect.poll(state, { timeout: 60_000 }).toBe('done')
    await page.goto(`${url}/t/eth/${token.address}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('PACK', { timeout: 30_000 })
  } finally {
    await (browser as Browser | null)?.close()
    app?.kill()
    await node?.stop()
    await removeFolder(dataDir)
  }
})
