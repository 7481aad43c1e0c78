import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installPacked } from '../fixtures/installed-package.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder } from '../fixtures/service.ts'

/** The command finds Node by its first line. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` }
const RECORDED = fileURLToPath(new URL('../../resources/sample', import.meta.url))

/** The packed command line, installed from the registry as its user would. */
test.describe('the packed command line', () => {
  test.describe.configure({ timeout: 300_000 })
  let folder: string
  let command: string
  let dataDir: string
  test.beforeAll(async () => {
    folder = await installPacked(/^holderscope-\d/)
    command = join(folder, 'node_modules', '.bin', 'holderscope')
    dataDir = join(folder, 'data')
  })
  test.afterAll(() => removeFolder(folder))

  test('is installed without Electron and without anything to build', () => {
    expect(existsSync(join(folder, 'node_modules', 'electron'))).toBe(false)
    expect(readdirSync(join(folder, 'node_modules/holderscope/out/main')).filter((name) => /^main\.|updater/.test(name))).toEqual([])
    expect(existsSync(join(folder, 'node_modules', 'better-sqlite3', 'build'))).toBe(false)
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules', 'holderscope', 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest).not.toHaveProperty('optionalDependencies')
  })

  test('decodes', () => {
    const file = readdirSync(RECORDED).find((name) => name.startsWith('sol-block'))
    const lines = execFileSync(command, ['decode', 'sol', join(RECORDED, String(file))], { encoding: 'utf8', maxBuffer: 1 << 28, env })
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(10)
    expect(JSON.parse(String(lines[0]))).toMatchObject({ kind: 'trade' })
  })

  test('serves the API and the page, and tools for agents', async () => {
    const service = spawn(command, ['serve', '--json', '--no-open', '--port', '0', '--data-dir', dataDir], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env,
    })
    const ready = JSON.parse(String((await createInterface({ input: service.stdout })[Symbol.asyncIterator]().next()).value)) as { url: string }
    expect(await (await fetch(ready.url)).text()).toContain('<div id="root">')
    expect((await fetch(`${ready.url}/health`)).status).toBe(200)

    const agent = spawn(command, ['mcp', '--data-dir', dataDir], { stdio: ['pipe', 'pipe', 'inherit'], env })
    agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`)
    const reply = JSON.parse(String((await createInterface({ input: agent.stdout })[Symbol.asyncIterator]().next()).value)) as {
      result: { tools: unknown[] }
    }
    expect(reply.result.tools).toHaveLength(20)
    agent.stdin.end()
    await once(agent, 'exit')
    service.kill('SIGTERM')
    const [code] = (await once(service, 'exit')) as [number | null]
    expect(code).toBe(0)
  })
})
