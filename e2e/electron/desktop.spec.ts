import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import WebSocket from 'ws'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../fixtures/anvil/chain.ts'
import { ownArtifact } from '../fixtures/anvil/uniswap.ts'
import { expect as briefly, test } from '../fixtures/page.ts'
import { removeFolder, sampleFolder } from '../fixtures/service.ts'
import { startShimmed, type ShimmedApp } from './shimmed-app.ts'
import { startSleepyProxy, type SleepyProxy } from './sleepy-proxy.ts'

/** The app around its window, through the Electron shim: tray, notices, sleep, files, undo and updates. Proves nothing about Electron's native parts. */

/** A read of a token and several windows take long on a busy machine. */
const expect = briefly.configure({ timeout: 30_000 })
const ETHER = 10n ** 18n
const NEW_VERSION = '9.9.9'

test.describe('the app around its window', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  // All tests share one app, so a retry begins with the first test.
  test.describe.configure({ mode: 'serial', timeout: 120_000 })

  const creator: Sender = account('desktop creator')
  let dataDir: string
  let node: Anvil
  let chain: DevChain
  let token: Contract
  let proxy: SleepyProxy
  let feed: Server
  let app: ShimmedApp
  let service: { readonly origin: string; readonly key: string }
  const requested: string[] = []
  const identities = new Set<string>()

  test.beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(creator), 1_000n * ETHER)
    token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['A & B', 'A&B', 1_000_000n * ETHER])
    proxy = await startSleepyProxy(node.url)
    dataDir = await sampleFolder()
    feed = await startFeed(requested, identities)
    // An installed AppImage, which electron-updater replaces.
    await mkdir(join(dataDir, 'resources'))
    await writeFile(join(dataDir, 'resources/app-update.yml'), await readFile(new URL('../../resources/desktop/app-update.yml', import.meta.url)))
    await writeFile(join(dataDir, 'Holderscope.AppImage'), 'the old version')
    await chmod(join(dataDir, 'Holderscope.AppImage'), 0o755)
    app = startShimmed(dataDir, {
      // Not the port of the other spec, which may run at the same time.
      HOLDERSCOPE_PORT: '4720',
      HOLDERSCOPE_SOURCE_ETH: proxy.url,
      HOLDERSCOPE_TEST_RESOURCES: join(dataDir, 'resources'),
      APPIMAGE: join(dataDir, 'Holderscope.AppImage'),
      XDG_CACHE_HOME: join(dataDir, 'cache'),
    })
    await app.waitFor('loaded')
    service = await app.evaluate('window.holderscope.serviceAddress()')
  })
  test.afterAll(async () => {
    app?.child.kill('SIGKILL')
    feed?.close()
    await proxy?.close()
    await node?.stop()
    await removeFolder(dataDir)
  })

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { 'X-API-Key': service.key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await fetch(service.origin + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const path = (): string => `/t/eth/${token.address}`
  const count = (name: string): number => app.heard.filter((message) => name in message).length
  const transferTo = async (name: string): Promise<string> => {
    const to = addressOf(account(name))
    await chain.call(creator, token, 'transfer', [to, ETHER])
    return to
  }
  const holders = async (): Promise<string[]> =>
    (await call<{ holders: { address: string }[] }>('GET', `/local/v1/eth/${token.address}/holders`)).holders.map(({ address }) => address)

  test('has settings that are off until the user turns them on', async () => {
    expect(await app.evaluate('window.holderscope.desktopSettings()')).toEqual({ tray: false, notices: false, updateFeed: null })
    const refused = await app.evaluate('window.holderscope.changeDesktopSettings({ updateFeed: "http://example.com/" })')
    expect(refused).toMatchObject({ fault: 'The release feed is neither an https URL nor a URL of this machine.', settings: { updateFeed: null } })
    await app.evaluate('window.holderscope.changeDesktopSettings({ tray: true, notices: true })')
    expect(JSON.parse(await readFile(join(dataDir, 'holderscope.config.json'), 'utf8'))).toEqual({ desktop: { tray: true, notices: true } })
    expect(await app.waitFor('tray')).toMatchObject({ exists: true })
  })

  test('announces a finished read while another app has the focus, and opens its token on a click', async () => {
    await app.send({ focus: false })
    await call('POST', `/local/v1/eth/${token.address}/follow`, { on: true })
    expect(await app.waitFor('notification')).toEqual({ title: 'Reading “A&B” finished', body: expect.any(String) as unknown })
    expect(await app.waitFor('badge')).toBe(1)
    await app.send({ clickNotification: 0 })
    await expect.poll(() => app.heard.some((message) => message['loaded'] === service.origin + path())).toBe(true)
    await app.send({ focus: true })
    await expect.poll(() => app.heard.findLast((message) => 'badge' in message)).toEqual({ badge: 0 })
    await expect.poll(() => app.send({ menu: ['File', 'Open Recent'] })).toContain('Open Recent')
    expect(await app.send({ menu: ['File', 'Open Recent', 'none'] })).toBeNull()
  })

  test('reads what it missed and opens new sockets when the machine wakes up', async () => {
    await expect.poll(() => call('GET', `/local/v1/eth/${token.address}/follow`)).toMatchObject({ state: 'live' })
    const states: string[] = []
    const socket = new WebSocket(`${service.origin.replace('http', 'ws')}/ws?api-key=${service.key}`)
    await new Promise((resolve) => socket.once('open', resolve))
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as { op: string; data?: { state: string } }
      if (frame.op === 'event' && frame.data !== undefined) states.push(frame.data.state)
    })
    socket.send(JSON.stringify({ op: 'subscribe', network: 'eth', address: token.address, stream: 'local.follow' }))
    await expect.poll(() => states).toEqual(['live'])
    proxy.freeze()
    const missed = await transferTo('asleep')
    const pageSockets = count('socket')
    await app.send({ wake: true })
    await expect.poll(() => states.slice(1, 2)).toEqual(['reconnecting'])
    await expect.poll(() => states.at(-1)).toBe('live')
    expect(await holders()).toContain(missed)
    await expect.poll(() => count('socket')).toBe(pageSockets + 1)
    const announced = await transferTo('awake')
    await expect.poll(holders).toContain(announced)
    socket.close()
  })

  test('leaves typing to text fields and undoes steps of the case elsewhere', async () => {
    const made = await call<{ id: string; revision: number }>('POST', '/local/v1/cases', { name: 'Undo' })
    const command = { op: 'add_item', kind: 'token', network: 'eth', address: token.address }
    await call('POST', `/local/v1/cases/${made.id}/changes`, { revision: made.revision, command })
    expect(await app.send({ menu: ['Edit', 'Undo'] })).toBeNull()
    await app.evaluate(`localStorage.setItem('holderscope.preferences', JSON.stringify({ openCase: ${JSON.stringify(made.id)} }))`)
    await app.send({ secondStart: [`holderscope://case/${made.id}`] })
    await expect.poll(() => app.heard.some((message) => message['loaded'] === `${service.origin}/cases/${made.id}`)).toBe(true)
    await expect
      .poll(async () => {
        await app.send({ menu: ['Go', 'Start'] })
        return app.evaluate('location.pathname')
      })
      .toBe('/')
    const items = async (): Promise<number> => (await call<{ items: unknown[] }>('GET', `/local/v1/cases/${made.id}`)).items.length
    const value = () => app.evaluate<string>('document.querySelector("input.search-input").value')
    await expect.poll(() => app.evaluate('document.querySelector("input.search-input") !== null')).toBe(true)
    await app.evaluate('document.querySelector("input.search-input").focus(); document.execCommand("insertText", false, "typed")')
    await expect.poll(value).toBe('typed')
    await expect.poll(() => app.send({ menu: ['Edit', 'Undo'] })).not.toBeNull()
    await expect.poll(value).toBe('')
    expect(await items()).toBe(1)
    await app.evaluate('document.activeElement.blur()')
    await app.send({ menu: ['Edit', 'Undo'] })
    await expect.poll(items).toBe(0)
    await expect.poll(() => app.send({ menu: ['Edit', 'Redo'] })).not.toBeNull()
    await expect.poll(items).toBe(1)
  })

  test('opens a file dropped on its icon and remembers it', async () => {
    const file = join(dataDir, 'map.json')
    const [address, first, second] = ['d', '1', '2'].map((digit) => `0x${digit.repeat(40)}`)
    const nodes = [first, second].map((wallet) => ({ address: wallet, amount: 500, percentage: 50 }))
    const map = { chain: 'eth', token_address: address, dt_update: '2025-04-24T10:00:00', full_name: 'Icon', symbol: 'ICON', nodes, links: [] }
    await writeFile(file, JSON.stringify(map))
    await app.send({ openFile: file })
    expect(await app.waitFor('recentDocument')).toBe(file)
    // Opens in the window that shows the start page.
    await expect.poll(() => app.heard.findLast((message) => 'loaded' in message)).toEqual({ loaded: `${service.origin}/t/eth/${address}` })
  })

  test('opens a case file for reading on the page of cases', async () => {
    const { id } = await call<{ id: string }>('POST', '/local/v1/cases', { name: 'Filed' })
    const file = join(dataDir, 'Filed.holderscope')
    const saved = await fetch(`${service.origin}/local/v1/cases/${id}/file`, { headers: { 'X-API-Key': service.key } })
    await writeFile(file, new Uint8Array(await saved.arrayBuffer()))
    const bad = join(dataDir, 'Empty.holderscope')
    await writeFile(bad, '')
    await app.send({ openFile: bad })
    await expect.poll(() => app.evaluate<string>('document.body.innerText')).toContain('The file is not a case file.')
    await app.send({ openFile: file })
    const shown = () => app.evaluate<string>(`document.querySelector('[aria-label="Opened case file"]')?.textContent ?? ''`)
    await expect.poll(shown).toContain('Every hash matches.')
    expect(await shown()).toContain('from Filed.holderscope')
  })

  test('checks no feed until one is set, and then downloads a newer version and verifies it', async () => {
    expect(requested).toEqual([])
    const { port } = feed.address() as { port: number }
    await app.evaluate(`window.holderscope.changeDesktopSettings({ updateFeed: "http://127.0.0.1:${port}/tampered" })`)
    await expect.poll(() => requested.filter((url) => url.startsWith('/tampered/Holderscope')).length).toBeGreaterThan(0)
    await app.evaluate(`window.holderscope.changeDesktopSettings({ updateFeed: "http://127.0.0.1:${port}/sound" })`)
    expect(await app.waitFor('messageBox')).toBe(`Holderscope ${NEW_VERSION} is ready.`)
    expect(count('messageBox')).toBe(1)
    expect(identities).toEqual(new Set(['']))
    await app.evaluate('window.holderscope.changeDesktopSettings({ updateFeed: null })')
  })

  test('keeps following in the tray after the last window is closed, and quits from there', async () => {
    while (!app.heard.some((message) => message['closed'] === 0)) await app.send({ closeWindow: true })
    const received = await transferTo('in the tray')
    await expect.poll(holders).toContain(received)
    const entry = 'A&&B (Ethereum)'
    const loaded = count('loaded')
    expect(await app.send({ trayMenu: [entry] })).toEqual(['Open Holderscope', 'Followed tokens', entry, 'Quit Holderscope'])
    await expect.poll(() => count('loaded')).toBe(loaded + 1)
    await expect.poll(() => app.evaluate('location.pathname')).toBe(path())
    const exit = new Promise((resolve) => app.child.once('exit', resolve))
    await app.send({ trayMenu: ['Quit Holderscope'] })
    expect(await exit).toBe(0)
    // Turned off, the release feed no longer replaces the app on quit.
    expect(await readFile(join(dataDir, 'Holderscope.AppImage'), 'utf8')).toBe('the old version')
  })
})

/** A release feed as electron-builder publishes it. The feed below `/tampered` serves a file that does not match its checksum. */
async function startFeed(requested: string[], identities: Set<string>): Promise<Server> {
  const file = Buffer.from('the new version')
  const sha512 = createHash('sha512').update(file).digest('base64')
  const latest = `version: ${NEW_VERSION}
files:
  - url: Holderscope.AppImage
    sha512: ${sha512}
    size: ${file.byteLength}
path: Holderscope.AppImage
sha512: ${sha512}
releaseDate: '2026-11-01T00:00:00.000Z'
`
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    requested.push(url)
    if (url.includes('latest-linux')) {
      identities.add(String(request.headers['x-user-staging-id']))
      response.end(latest)
    } else response.end(url.startsWith('/tampered') ? 'the bad version' : file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
