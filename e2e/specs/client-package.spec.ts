import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, sell, type Exchange } from '../fixtures/anvil/uniswap.ts'
import { codeBlock, installPacked } from '../fixtures/installed-package.ts'
import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'

const ETHER = 10n ** 18n
const MAX_BYTES = 15_000
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const COMPILER_OPTIONS = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom'],
  types: [],
}

interface Line {
  readonly overview?: Record<string, number>
  readonly trade?: string
  readonly ready?: boolean
  readonly gap?: unknown
}

/** A line to a service that can be cut. */
class Wire {
  readonly #sockets = new Set<Socket>()
  readonly #server = createTcpServer((socket) => this.#join(socket))
  /** Port of the service; null while the line is cut. */
  #target: number | null = null

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  point(url: string | null): void {
    this.#target = url === null ? null : Number(new URL(url).port)
    if (url === null) for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.point(null)
    this.#server.close()
  }

  #join(socket: Socket): void {
    if (this.#target === null) return void socket.destroy()
    const service = connect(this.#target, '127.0.0.1')
    for (const [one, other] of [
      [socket, service],
      [service, socket],
    ] as const) {
      this.#sockets.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
    }
    socket.pipe(service).pipe(socket)
  }
}

/** The packed client in an empty folder, against the built service on a real node. */
test.describe('the packed client', () => {
  let folder: string
  let installed: string
  test.beforeAll(async () => {
    folder = await installPacked(/^holderscope-client-/)
    installed = join(folder, 'node_modules', '@holderscope', 'client')
  })
  test.afterAll(() => removeFolder(folder))

  test('is one small file without dependencies, and its types have none', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@holderscope'])
    expect(statSync(join(installed, 'index.js')).size).toBeLessThan(MAX_BYTES)
    for (const name of readdirSync(installed).filter((file) => file.endsWith('.d.ts'))) {
      expect(readFileSync(join(installed, name), 'utf8').match(/from '(?!\.\/[\w-]+\.js')[^']*'/g), name).toBeNull()
    }
  })

  test('has types that its examples fit, and that stop wrong code', () => {
    const compile = (...files: string[]): string => {
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }))
      try {
        return execFileSync(process.execPath, [TSC, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const name of ['node.ts', 'browser.ts']) {
      writeFileSync(join(folder, name), readFileSync(join(installed, 'examples', name), 'utf8'))
    }
    writeFileSync(
      join(folder, 'wrong.ts'),
      `import { connect } from '@holderscope/client'
const holderscope = connect()
export const { value } = await holderscope.call('overview', { params: { network: 'doge', token_address: '' } })
export const text: string = value.cluster_pct
holderscope.call('why', { params: { network: 'sol', token_address: '' }, query: { a: 1, b: '' } })
holderscope.subscribe({ network: 'sol', address: '', stream: 'whales' }, () => undefined)`,
    )
    expect(compile('node.ts', 'browser.ts')).toBe('')
    expect(compile('wrong.ts').match(/wrong\.ts\(\d+/g)).toEqual(['wrong.ts(3', 'wrong.ts(4', 'wrong.ts(5', 'wrong.ts(6'])
  })

  test('has a Python example that runs on /openapi.json alone', async ({ service }) => {
    const env = { ...process.env, HOLDERSCOPE_URL: service.url, HOLDERSCOPE_KEY: service.key }
    const text = execFileSync('python3', [join(installed, 'examples', 'python.py'), 'sol', BOME], { env, encoding: 'utf8' })
    expect(text).toMatch(/^cluster_pct \d/)
    expect(text).toMatch(/\d+ trades/)
  })

  test.describe('on a node', () => {
    const missing = anvilMissing()
    test.skip(missing !== null, missing ?? '')
    let node: Anvil
    let chain: DevChain
    let exchange: Exchange
    let token: Contract
    let service: RunningService
    let pages: Server
    let pagesUrl: string
    const wire = new Wire()
    let wireUrl: string
    const creator: Sender = account('client creator')

    test.beforeAll(async () => {
      node = await spawnAnvil()
      chain = await openDevChain(node.url)
      await chain.setBalance(addressOf(creator), 1_000n * ETHER)
      exchange = await deployUniswap(chain, creator)
      token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Live', 'LIVE', 1_000_000n * ETHER])
      await seedPool(chain, exchange, creator, token, 500_000n * ETHER, 100n * ETHER)
      await buy(chain, exchange, creator, token, ETHER)
      pages = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://pages').pathname
        if (path === '/')
          response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${codeBlock(join(installed, 'README.md'), 'html')}`)
        else if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, path)))
        else response.writeHead(404).end()
      }).listen(0, '127.0.0.1')
      await once(pages, 'listening')
      pagesUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
      const host = `127.0.0.1:${await wire.open()}`
      wireUrl = `http://${host}`
      const dataDir = await temporaryFolder()
      writeFileSync(join(dataDir, 'holderscope.config.json'), JSON.stringify({ allowed_origins: [pagesUrl], allowed_hosts: [host] }))
      service = await startService({ dataDir, sources: [`eth=${node.url}`] })
      await service.json(`/dex-metrics/v1/eth/${token.address}`)
      // Trades are stored while no client listens, so only the client can close the gap.
      expect((await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })).status).toBe(200)
    })
    test.afterAll(async () => {
      await service?.stop()
      await node?.stop()
      pages?.close()
      wire.close()
      if (service !== undefined) await removeFolder(service.dataDir)
    })

    const stored = async (): Promise<string[]> => {
      const page = await service.json<{ trades: { tx_signature: string }[] }>(`/dex/v1/eth/trades?token=${token.address}&sort=asc&limit=200`)
      return page.trades.map((trade) => trade.tx_signature)
    }
    const swap = (name: string): Promise<string> => buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account(name)))

    /** Swaps before, during and after an outage of the service. `lines` returns what the example printed. */
    async function throughRestart(lines: () => Promise<readonly Line[]>, crash: boolean): Promise<void> {
      const seen = async (): Promise<(string | undefined)[]> => (await lines()).flatMap(({ trade }) => trade ?? [])
      await expect.poll(async () => (await lines()).some(({ ready }) => ready), { timeout: 60_000 }).toBe(true)
      const before = await stored()
      const made = [await swap('client one'), await swap('client two')]
      await expect.poll(seen, { timeout: 60_000 }).toEqual(made)
      wire.point(null)
      await (crash ? service.crash() : service.stop())
      made.push(await swap('client three'), await sell(chain, exchange, creator, token, ETHER), await swap('client four'))
      service = await startService({ dataDir: service.dataDir, sources: [`eth=${node.url}`] })
      made.push(await swap('client five'))
      await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(before.length + made.length)
      expect(await seen()).toHaveLength(2)
      wire.point(service.url)
      await expect.poll(async () => (await seen()).length, { timeout: 60_000 }).toBe(made.length)
      made.push(await swap('client six'))
      await expect.poll(seen, { timeout: 60_000 }).toEqual(made)
      expect(await stored()).toEqual([...before, ...made])
      expect((await lines()).filter(({ gap }) => gap !== undefined)).toEqual([])
      expect((await lines())[0]?.overview).toMatchObject({ cluster_pct: expect.any(Number) })
    }

    for (const crash of [false, true]) {
      test(`follows trades in Node through ${crash ? 'a crash' : 'a restart'} of the service without a hole or a double`, async () => {
        writeFileSync(join(folder, 'example.mjs'), codeBlock(join(installed, 'README.md'), 'js'))
        const env = { ...process.env, HOLDERSCOPE_URL: wireUrl, HOLDERSCOPE_KEY: service.key }
        wire.point(service.url)
        const child: ChildProcess = spawn(process.execPath, ['example.mjs', 'eth', token.address], {
          cwd: folder,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const lines: Line[] = []
        if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line))
        try {
          await throughRestart(async () => lines, crash)
        } finally {
          child.kill()
        }
      })
    }

    test('does the same in Chromium', async ({ page }) => {
      wire.point(service.url)
      const values = new URLSearchParams({ url: wireUrl, key: service.key, network: 'eth', address: token.address })
      await page.goto(`${pagesUrl}/#${values.toString()}`)
      const lines = async (): Promise<Line[]> => (await page.locator('pre').allTextContents()).map((text) => JSON.parse(text) as Line)
      await throughRestart(lines, true)
    })
  })
})
