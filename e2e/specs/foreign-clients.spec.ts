import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { anvilMissing, freePort, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, type Exchange } from '../fixtures/anvil/uniswap.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { listenToTrades } from '../fixtures/trade-listener.ts'

/** Third-party clients over the public API: each gets the trades of a real node, and Prometheus scrapes the metrics. */

const ETHER = 10n ** 18n
const SUPPLY = 1_000_000n * ETHER
const WSCAT = fileURLToPath(new URL('../../node_modules/wscat/bin/wscat', import.meta.url))
const PYTHON_CLIENT = `
import asyncio, sys, websockets
async def main(url, key, text):
    # Renamed in version 14: https://websockets.readthedocs.io/en/stable/project/changelog.html
    name = "extra_headers" if int(websockets.__version__.split(".")[0]) < 14 else "additional_headers"
    async with websockets.connect(url, **{name: {"X-API-Key": key}}) as socket:
        await socket.send(text)
        async for frame in socket:
            print(frame, flush=True)
asyncio.run(main(*sys.argv[1:]))
`

/** The Python that has Debian's package python3-websockets; null if none has it. */
const python = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import websockets']).status === 0) ?? null
const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined

test.describe('clients that others wrote', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let node: Anvil
  let chain: DevChain
  let exchange: Exchange
  let token: Contract
  let dataDir: string
  let service: RunningService
  let programs: ChildProcessByStdio<Writable, Readable, null>[]
  const trader = account('trader of foreign clients')

  test.beforeEach(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(trader), 1_000n * ETHER)
    exchange = await deployUniswap(chain, trader)
    token = await chain.deploy(trader, ownArtifact('LaunchToken'), ['Foreign', 'FRGN', SUPPLY])
    await seedPool(chain, exchange, trader, token, SUPPLY / 10n, 100n * ETHER)
    dataDir = await temporaryFolder()
    service = await startService({ dataDir, sources: [`eth=${node.url}`] })
    programs = []
  })
  test.afterEach(async () => {
    for (const program of programs) program.kill('SIGKILL')
    await service.stop()
    await node.stop()
    await removeFolder(dataDir)
  })

  const subscription = (): string => JSON.stringify({ op: 'subscribe', network: 'eth', address: 'ALL', stream: 'dex_trades' })

  /** The lines that a program prints. */
  function run(command: string, ...args: string[]): string[] {
    const program = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    programs.push(program)
    const lines: string[] = []
    createInterface(program.stdout).on('line', (line) => lines.push(line))
    return lines
  }

  interface Frame {
    readonly op: string
    readonly data?: { readonly tx_signature: string }
  }
  const framesIn = (lines: readonly string[]): Frame[] => lines.flatMap((line) => (/^[^{]*(\{.*\})$/.exec(line)?.[1] ?? []) as string | []).map(parse)
  const parse = (text: string): Frame => JSON.parse(text) as Frame

  /** Each client is acknowledged, and gets three trades as our own client does. */
  async function expectTrades(lines: () => readonly string[] | Promise<readonly string[]>): Promise<void> {
    const own = await listenToTrades(service, { network: 'eth', address: 'ALL' })
    await own.acknowledged()
    await expect.poll(async () => framesIn(await lines()).map(({ op }) => op), { timeout: 30_000 }).toContain('ack')
    const sent: string[] = []
    for (let n = 0; n < 3; n++) sent.push(await buy(chain, exchange, trader, token, ETHER))
    const received = async (): Promise<string[]> => framesIn(await lines()).flatMap(({ data }) => data?.tx_signature ?? [])
    await expect.poll(received, { timeout: 30_000 }).toEqual(sent)
    await expect.poll(own.txs).toEqual(sent)
    own.close()
  }

  test('wscat', async () => {
    const lines = run(process.execPath, WSCAT, '-c', service.ws, '-H', `X-API-Key: ${service.key}`, '-x', subscription(), '-w', '100')
    await expectTrades(() => lines)
  })

  test('websockets of Python', async () => {
    test.skip(python === null, 'python3-websockets is not installed')
    const lines = run(python ?? '', '-c', PYTHON_CLIENT, service.ws, service.key, subscription())
    await expectTrades(() => lines)
  })

  test('undici, which is the WebSocket of Node', async () => {
    const socket = new WebSocket(`${service.ws}?api-key=${service.key}`)
    const lines: string[] = []
    socket.addEventListener('message', ({ data }) => lines.push(String(data)))
    socket.addEventListener('open', () => socket.send(subscription()))
    await expectTrades(() => lines)
    socket.close()
  })

  for (const transport of ['WebSocket', 'EventSource'] as const) {
    test(`${transport} of Chromium`, async ({ page }) => {
      await page.goto(service.url)
      const http = `${service.url}/local/v1/stream?network=eth&address=ALL&stream=dex_trades&api-key=${service.key}`
      const url = transport === 'WebSocket' ? `${service.ws}?api-key=${service.key}` : http
      await page.evaluate(
        ([name, at, text]) => {
          const lines: string[] = []
          Object.assign(globalThis, { lines })
          const client = name === 'WebSocket' ? new WebSocket(at) : new EventSource(at)
          const note = (event: Event): number => lines.push(String((event as MessageEvent).data))
          for (const kind of ['message', 'ack', 'event']) client.addEventListener(kind, note)
          if (client instanceof WebSocket) client.addEventListener('open', () => client.send(text))
        },
        [transport, url, subscription()] as const,
      )
      await expectTrades(() => page.evaluate(() => (globalThis as unknown as { lines: string[] }).lines))
    })
  }

  test('Prometheus', async () => {
    test.skip(!hasPrometheus, 'Prometheus is not installed')
    const config = join(dataDir, 'prometheus.yml')
    writeFileSync(
      config,
      `scrape_configs:
  - job_name: holderscope
    scrape_interval: 1s
    authorization: { credentials: ${service.key} }
    static_configs: [{ targets: ['${new URL(service.url).host}'] }]
`,
    )
    const at = `127.0.0.1:${await freePort()}`
    run('prometheus', `--config.file=${config}`, `--storage.tsdb.path=${join(dataDir, 'series')}`, `--web.listen-address=${at}`, '--log.level=error')
    const query = async (series: string): Promise<unknown> => {
      const answer = await fetch(`http://${at}/api/v1/query?query=${encodeURIComponent(series)}`).catch(() => null)
      return answer === null ? null : ((await answer.json()) as { data: { result: { value: unknown[] }[] } }).data.result[0]?.value[1]
    }
    await expect.poll(() => query('up{job="holderscope"}'), { timeout: 60_000 }).toBe('1')
    await expect.poll(() => query('count({__name__=~"holderscope_.+"}) > bool 5'), { timeout: 30_000 }).toBe('1')
  })
})
