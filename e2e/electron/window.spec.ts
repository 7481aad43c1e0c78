import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright/test'
import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, sampleFolder, temporaryFolder } from '../fixtures/service.ts'
import { startShimmed, type ShimmedApp } from './shimmed-app.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Does not prove Electron's own sandbox, native menus and dialogs, and packaged paths. The last test does if the binary is installed. */
test.describe('the desktop window, through the Electron shim', () => {
  let dataDir: string
  let window: ShimmedApp

  test.beforeAll(async () => {
    dataDir = await sampleFolder()
    window = startShimmed(dataDir)
    await window.waitFor('loaded')
  })
  test.afterAll(async () => {
    window.child.kill('SIGKILL')
    await removeFolder(dataDir)
  })

  test('shows the page of its own service on loopback', async () => {
    expect(await window.waitFor('loaded')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    expect(await window.waitFor('shown')).toBe(true)
    await expect.poll(() => window.evaluate<string>('document.body.innerText'), { timeout: 15_000 }).toContain('BOME')
  })

  test('gives the page its key through the bridge and nothing of Node', async () => {
    const address = await window.evaluate<{ origin: string; key: string }>('window.holderscope.serviceAddress()')
    expect(address.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const overview = await fetch(`${address.origin}/local/v1/tokens`, { headers: { 'X-API-Key': address.key } })
    expect(overview.status).toBe(200)
    expect(await window.evaluate('[typeof require, typeof process, typeof module].join()')).toBe('undefined,undefined,undefined')
  })

  test('opens web links outside and refuses others', async () => {
    expect(await window.evaluate(`window.holderscope.openLink('https://solscan.io/')`)).toBe('opened')
    expect(await window.waitFor('opened')).toBe('https://solscan.io/')
    expect(await window.evaluate(`window.holderscope.openLink('file:///etc/passwd')`)).toBe('refused')
    expect(await window.waitFor('guarded')).toBe('window-open')
  })

  test('refuses invalid arguments', async () => {
    await expect(window.evaluate(`window.holderscope.openLink(7)`)).rejects.toThrow()
  })

  test('refuses calls from foreign frames on every channel', async () => {
    const own = String(await window.waitFor('loaded'))
    const opened = window.heard.filter((message) => 'opened' in message).length
    const frames = [{ url: 'https://example.com/', parent: null }, { url: own, parent: { url: own, parent: null } }, null]
    for (const senderFrame of frames)
      for (const [channel, args] of [
        ['service:address', []],
        ['file:save', [{ name: 'graph.png', bytes: new Uint8Array(1) }]],
        ['link:open', ['https://example.com/']],
        ['menu:show', [[]]],
        ['desktop:settings', []],
        ['desktop:change', [{ tray: true }]],
      ] as const)
        await expect(window.send({ invoke: { channel, args, senderFrame } })).rejects.toThrow('Calls from this frame are not allowed.')
    expect(window.heard.filter((message) => 'opened' in message)).toHaveLength(opened)
  })

  test('opens no window and does not leave its page', async () => {
    const own = String(await window.waitFor('loaded'))
    const opened = window.heard.filter((message) => 'opened' in message).length
    expect(await window.send({ open: 'file:///etc/passwd' })).toEqual({ action: 'deny' })
    expect(window.heard.filter((message) => 'opened' in message)).toHaveLength(opened)
    expect(await window.send({ open: 'https://solscan.io/account' })).toEqual({ action: 'deny' })
    await expect.poll(() => window.heard.some((message) => message['opened'] === 'https://solscan.io/account')).toBe(true)
    expect(await window.send({ navigate: 'https://example.com/' })).toBe(false)
    expect(await window.send({ navigate: own })).toBe(true)
  })

  test('a second start opens its token here, and without arguments brings the window to the front', async () => {
    const { origin } = await window.evaluate<{ origin: string }>('window.holderscope.serviceAddress()')
    await window.send({ secondStart: [`holderscope://token/sol/${BOME}`] })
    await expect.poll(() => window.heard.filter((message) => message['loaded'] === `${origin}/t/sol/${BOME}`)).toHaveLength(1)
    await window.send({ secondStart: [] })
    await expect.poll(() => window.heard.filter((message) => message['focused'] === `${origin}/t/sol/${BOME}`).length).toBeGreaterThan(1)
    const loaded = window.heard.filter((message) => 'loaded' in message).length
    await window.send({ secondStart: ['holderscope://token/sol/..%2Fsettings', '--remote-debugging-port=1'] })
    expect(window.heard.filter((message) => 'loaded' in message)).toHaveLength(loaded)
  })

  test('has the actions of the page in its menu, and runs what is chosen', async () => {
    await expect.poll(() => window.send({ menu: ['Token', 'Holders'] })).toContain('Clusters')
    await expect.poll(() => window.evaluate('location.search')).toContain('view=holders')
    const pages = ['Start', 'Cases', 'In common', 'Watch', 'Jobs', 'API', 'Settings', 'Serial wallets', 'Keyboard shortcuts']
    expect(await window.send({ menu: ['Go', 'Settings'] })).toEqual(pages)
    await expect.poll(() => window.evaluate('location.pathname')).toBe('/settings')
    await expect.poll(() => window.send({ menu: ['Token', 'Holders'] })).toBeNull()
  })

  test('tells other tools where its API is, on the usual port or a free one', async () => {
    const { origin } = await window.evaluate<{ origin: string }>('window.holderscope.serviceAddress()')
    expect(Number(new URL(origin).port)).toBeGreaterThanOrEqual(4_690)
    const { code, stdout } = await runCli(['status', '--json', '--data-dir', dataDir])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { running: true, url: origin, ws: `${origin.replace('http', 'ws')}/`, pid: window.child.pid, version: '0.1.0', data_dir: dataDir },
    ])
  })

  test('stops its service before it quits', async () => {
    const exit = new Promise((resolve) => window.child.once('exit', resolve))
    window.child.send({ id: 0, quit: true })
    expect(await exit).toBe(0)
    const { code, stdout } = await runCli(['status', '--json', '--data-dir', dataDir])
    expect([code, JSON.parse(stdout)]).toEqual([1, { running: false, data_dir: dataDir }])
  })
})

test('the real window starts on the sample case', async () => {
  const pathFile = join(ROOT, 'node_modules/electron/path.txt')
  const binary = existsSync(pathFile) ? join(ROOT, 'node_modules/electron/dist', readFileSync(pathFile, 'utf8')) : null
  test.skip(binary === null || !existsSync(binary), 'no Electron binary is installed here')
  const dataDir = await temporaryFolder()
  const app = await _electron.launch({
    executablePath: binary ?? '',
    args: [ROOT],
    env: { ...process.env, HOLDERSCOPE_DATA_DIR: dataDir } as Record<string, string>,
  })
  const page = await app.firstWindow()
  await expect(page.getByText('BOME').first()).toBeVisible()
  await app.close()
  await removeFolder(dataDir)
})
