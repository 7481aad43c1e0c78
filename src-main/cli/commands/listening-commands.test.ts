import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { APP_KEY_FILE, keyFile, readKeyFile } from '../../config/secrets.ts'
import { readServiceAddress, writeServiceAddress } from '../../config/service-address.ts'
import { EXIT } from '../output.ts'
import { RESOURCES_DIR } from '../session.ts'
import { runCommand } from '../testing/command-line.ts'
import { killCommands, startCommand, type CommandProcess } from '../testing/command-process.ts'

/** The commands that run until they are stopped, each in its own process, on one data folder with the sample case. */

const BOME = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const BLOCK = join(RESOURCES_DIR, 'sample', 'sol-block-254170887.json.gz')
const folder = mkdtempSync(join(tmpdir(), 'holderscope-listening-'))
const dataDir = join(folder, 'data')
const inFolder = (...words: string[]): Promise<string> => runCommand(['--data-dir', dataDir, ...words])

const exitCode = process.exitCode
afterEach(() => {
  process.exitCode = exitCode
})
afterAll(async () => {
  await killCommands()
  rmSync(folder, { recursive: true })
})

interface Reply {
  readonly error?: { readonly message: string }
  readonly result?: {
    readonly serverInfo?: { readonly name: string }
    readonly tools?: { readonly name: string; readonly annotations: { readonly readOnlyHint: boolean } }[]
    readonly isError?: boolean
    readonly structuredContent?: { readonly data: unknown }
  }
}

interface Agent {
  readonly process: CommandProcess
  ask(method: string, params?: object): Promise<Reply>
  /** Ends stdin, like an agent that no longer needs the tools. */
  leave(): Promise<number | null>
}

/** `holderscope mcp` after the handshake. */
async function mcp(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Agent> {
  const process = startCommand(['mcp', ...words], env)
  let id = 0
  const write = (message: object): unknown => process.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method: string, params: object = {}): Promise<Reply> => {
    id += 1
    write({ id, method, params })
    const reply = JSON.parse(await process.line()) as Reply & { readonly id: number }
    // Stdout has one reply per request and nothing else.
    expect(reply.id).toBe(id)
    return reply
  }
  const hello = await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } })
  expect(hello.result?.serverInfo?.name).toBe('holderscope')
  write({ method: 'notifications/initialized' })
  return {
    process,
    ask,
    leave() {
      process.child.stdin.end()
      return process.ended
    },
  }
}

const ABOUT_BOME = { network: 'sol', token_address: BOME }
const overview = async ({ ask }: Agent): Promise<unknown> => {
  const { result } = await ask('tools/call', { name: 'token_overview', arguments: ABOUT_BOME })
  return result?.structuredContent?.data
}
const isBome = { token: expect.objectContaining({ symbol: 'BOME' }) as unknown }

async function writingTools({ ask }: Agent): Promise<string[]> {
  const tools = (await ask('tools/list')).result?.tools ?? []
  expect(tools.map(({ name }) => name)).toContain('token_overview')
  return tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)
}

describe('mcp', () => {
  it('starts a service on its data folder, and stops it when stdin ends', async () => {
    expect(await inFolder('status')).toBe(`No Holderscope service runs on ${dataDir}. Start one with holderscope serve.\n`)
    const agent = await mcp(['--data-dir', dataDir])
    expect(await writingTools(agent)).toEqual([])
    expect(await overview(agent)).toMatchObject(isBome)
    const refused = await agent.ask('tools/call', { name: 'take_snapshot', arguments: ABOUT_BOME })
    expect(refused.error?.message).toBe('There is no tool "take_snapshot".')
    expect(await readServiceAddress(dataDir)).toMatchObject({
      pid: agent.process.child.pid,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) as string,
    })
    expect([await agent.leave(), agent.process.stderr()]).toEqual([EXIT.ok, ''])
    expect(await readServiceAddress(dataDir)).toBeNull()
  })

  it('refuses what is no address, and says so on stderr with the exit code of wrong usage', async () => {
    const sentence = '--url must be the address of a service, such as http://127.0.0.1:4690.'
    await expect(inFolder('mcp', '--url', 'localhost')).rejects.toMatchObject({ message: sentence, exitCode: EXIT.usage })
    const { child, ended, stderr } = startCommand(['mcp', '--json', '--url', 'localhost', '--data-dir', dataDir])
    child.stdout.on('data', (text) => expect(String(text)).toBe(''))
    expect(await ended).toBe(EXIT.usage)
    expect(JSON.parse(stderr())).toEqual({ error: { code: 'usage', message: sentence } })
  })
})

describe('a service that serve runs', () => {
  let service: CommandProcess
  let ready: { event: string; url: string; ws: string; key: string; data_dir: string }

  beforeAll(async () => {
    service = startCommand(['serve', '--json', '--no-open', '--port', '0', '--log-level', 'silent', '--data-dir', dataDir])
    ready = JSON.parse(await service.line()) as typeof ready
  })

  it('names its address, its data folder and a key that may manage', async () => {
    expect(ready).toMatchObject({ event: 'ready', data_dir: dataDir })
    expect(ready.key).toBe(await readKeyFile(keyFile(dataDir, APP_KEY_FILE)))
    const keys = await fetch(`${ready.url}/local/v1/keys`, { headers: { 'X-API-Key': ready.key } })
    expect(keys.status).toBe(200)
    expect(await inFolder('status')).toContain(` listens on ${ready.url} (process ${service.child.pid}, data folder ${dataDir}).\n`)
    expect(JSON.parse(await inFolder('status', '--json'))).toMatchObject({ running: true, url: ready.url, ws: ready.ws })
    expect(process.exitCode).toBe(exitCode)
  })

  it('keeps other commands from its data folder', async () => {
    await expect(inFolder('tokens')).rejects.toThrow(
      `Another Holderscope process (pid ${service.child.pid}) already uses the data folder ${dataDir};`,
    )
  })

  it('is joined by mcp on its data folder or at its address, and outlives it', async () => {
    const elsewhere = ['--data-dir', join(folder, 'empty')]
    const [manager, reader] = await Promise.all([
      mcp(['--data-dir', dataDir, '--manage']),
      mcp([...elsewhere, '--url', `${ready.url}/t/sol`], { HOLDERSCOPE_KEY: ready.key }),
    ])
    expect(await writingTools(manager)).toContain('take_snapshot')
    expect(await writingTools(reader)).toEqual([])
    const taken = await manager.ask('tools/call', { name: 'take_snapshot', arguments: ABOUT_BOME })
    expect(taken.result).toMatchObject({ structuredContent: { data: { snapshot: { is_new: false } } } })
    expect(await overview(reader)).toMatchObject(isBome)
    expect(await Promise.all([manager.leave(), reader.leave()])).toEqual([EXIT.ok, EXIT.ok])
    expect(existsSync(join(folder, 'empty', 'holderscope.db'))).toBe(false)
    expect(await readServiceAddress(dataDir)).toMatchObject({ pid: service.child.pid })
  })

  it('is not joined with a wrong key, nor where none listens', async () => {
    const failed = async (...words: string[]): Promise<unknown> => inFolder('mcp', ...words).catch((error: unknown) => error)
    expect(await failed('--url', `${ready.url}/t/sol`, '--key', 'wrong')).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${ready.url}: .*\\. Name the service with --url and its key with --key\\.$`)) as string,
      exitCode: EXIT.failed,
    })
    // The key of the data folder is only for its own service.
    expect(await failed('--key', 'wrong')).toMatchObject({ exitCode: EXIT.failed })
    expect(await failed('--url', 'http://127.0.0.1:9')).toMatchObject({
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9: /) as string,
      exitCode: EXIT.failed,
    })
  })

  it('stops with a signal and leaves the data folder to others', async () => {
    service.child.kill('SIGTERM')
    expect([await service.ended, service.stderr()]).toEqual([EXIT.ok, ''])
    expect(await readServiceAddress(dataDir)).toBeNull()
    // As a killed service leaves it behind.
    await writeServiceAddress(dataDir, { url: ready.url, ws: ready.ws, pid: service.child.pid ?? 0, version: packageJson.version })
    expect(JSON.parse(await inFolder('status', '--json'))).toEqual({ running: false, data_dir: dataDir })
    expect(process.exitCode).toBe(EXIT.failed)
    expect(await inFolder('tokens', 'BOME')).toBe(`sol\tBOME\t150 of ?\t0\t1\t${BOME}\n`)
    // Each command also releases the folder.
    expect(await inFolder('tokens', 'nothing')).toContain('No token is stored.')
  })
})

describe('replay', () => {
  it('sends the trades of a file to the first subscriber, and removes its own data folder', async () => {
    const { line, ended, stderr } = startCommand(['replay', BLOCK, '--speed', '1000', '--port', '0', '--json'])
    const ready = JSON.parse(await line()) as { event: string; ws: string; key: string; data_dir: string }
    expect([ready.event, existsSync(ready.data_dir)]).toEqual(['ready', true])
    const socket = new WebSocket(`${ready.ws}?api-key=${ready.key}`)
    const frames: { stream?: string; data?: { block: number } }[] = []
    socket.addEventListener('message', ({ data }) => void frames.push(JSON.parse(String(data)) as (typeof frames)[number]))
    const closed = once(socket, 'close')
    await once(socket, 'open')
    socket.send(JSON.stringify({ op: 'subscribe', network: 'sol', address: 'ALL', stream: 'dex_trades' }))
    const { event, sent, total } = JSON.parse(await line()) as { event: string; sent: number; total: number }
    expect([event, sent]).toEqual(['replayed', total])
    await closed
    const trades = frames.filter(({ stream }) => stream === 'dex_trades')
    expect(trades).toHaveLength(sent)
    expect(new Set(trades.map(({ data }) => data?.block))).toEqual(new Set([254170887]))
    expect([await ended, stderr(), existsSync(ready.data_dir)]).toEqual([EXIT.ok, '', false])
  })

  it('refuses a speed that is none, and a network without a token', async () => {
    for (const words of [[BLOCK, '--speed', '0'], [BLOCK, '--speed', 'fast'], ['eth']]) {
      await expect(inFolder('replay', ...words)).rejects.toMatchObject({ exitCode: EXIT.usage })
    }
  })
})

it('completion prints a script that names every command', async () => {
  const script = await runCommand(['completion', 'bash'])
  for (const name of ['holders', 'watch', 'mcp', 'take-back']) expect(script).toContain(name)
  expect(spawnSync('bash', ['-n'], { input: script }).status).toBe(0)
})
