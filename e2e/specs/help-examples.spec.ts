import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXAMPLES } from '../../src-main/cli/examples.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { openDevChain } from '../fixtures/anvil/chain.ts'
import { ownArtifact } from '../fixtures/anvil/uniswap.ts'
import { missingPostgres, startPostgres, type PostgresServer } from '../fixtures/postgres.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, sampleFolder, temporaryFolder } from '../fixtures/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLI = join(ROOT, 'out', 'main', 'cli.js')
const SAMPLE = join(ROOT, 'resources', 'sample')
const RECEIPTS = join(ROOT, 'src-main', 'chains', 'evm', 'fixtures', 'eth')
const ANVIL_PORT = 8545
const HOUR_SECONDS = 3_600
/** Of anvil and of every other dev node: the first account, and the first contract that it deploys. */
const FIRST_ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FIRST_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** Commands that run until they are stopped. */
const GO_ON = /^holderscope (serve|replay|follow|watch(?= --json$|$))/
/** Five payments of 1,000 raw units, each to an address of one repeated digit, from which nobody can spend. */
const TRACED = /sent 0\.0{14}5 FIRST\. 1 wallet read[^]*(?:^1\t0\.0{14}1\t0\.0{14}1\tservice\tBurn pattern address\t0x([1-5])\1{39}$\n?){5}/m
/** For one example. */
const LIMIT_MS = 60_000
/** Deletions run after all other examples, which read what they delete, and before the restore. */
const turnOf = (line: string): number => (line.startsWith('holderscope restore') ? 2 : line.startsWith('holderscope delete') ? 1 : 0)
const RESTORE = /holderscope restore (\d+)/
/** This server does not exist: a real one takes its place. */
const DATABASE = /postgres:\/\/\S+/

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

interface Run {
  readonly code: number | null
  readonly output: string
}

/** Every example of every command's help, run as printed in a shell. */
test.describe('the examples of the help', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ timeout: 900_000 })
  let folder: string
  let dataDir: string
  let node: Anvil | null = null
  let postgres: PostgresServer | null = null
  let env: NodeJS.ProcessEnv

  test.beforeAll(async () => {
    folder = await temporaryFolder()
    dataDir = await sampleFolder()
    writeFileSync(join(folder, 'holderscope'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`)
    chmodSync(join(folder, 'holderscope'), 0o755)
    env = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      HOLDERSCOPE_DATA_DIR: dataDir,
      // The port of the examples that name none may be taken on this machine.
      HOLDERSCOPE_PORT: '0',
      // Examples that keep running are stopped after their first output, which must not be a log line of the start.
      HOLDERSCOPE_LOG_LEVEL: 'error',
    }
    mkdirSync(join(folder, 'recorded-answers'))
    for (const target of ['block-254170887.json.gz', 'recorded-answers/block.json.gz']) {
      copyFileSync(join(SAMPLE, 'sol-block-254170887.json.gz'), join(folder, target))
    }
    copyFileSync(join(SAMPLE, 'BOME-ukHH6c7m.json'), join(folder, 'holder-map.json'))
    copyFileSync(join(dataDir, 'holderscope.db'), join(folder, 'holderscope.db'))
    writeFileSync(join(folder, 'holders.csv'), `Holder,Quantity\n${FIRST_ACCOUNT},600\n${FIRST_CONTRACT},400\n`)
    writeFileSync(join(folder, 'exchanges.yaml'), `title: Exchanges\ntags:\n- address: '${FIRST_ACCOUNT}'\n  label: Exchange\n  network: ETH\n`)
    copyFileSync(join(RECEIPTS, '0x0297cc824348e477.tx.json'), join(folder, 'transaction.json'))
    copyFileSync(join(RECEIPTS, '0x0297cc824348e477.receipt.json'), join(folder, 'receipt.json'))
    copyFileSync(join(RECEIPTS, '0x03f148c39b347c2d.receipt.json'), join(folder, 'receipts-1.json'))
    copyFileSync(join(RECEIPTS, '0x04df701a75c3dc3f.receipt.json'), join(folder, 'receipts-2.json'))
  })
  test.afterAll(async () => {
    await node?.stop()
    await postgres?.remove()
    for (const each of [folder, dataDir]) await removeFolder(each)
  })

  function run(line: string): Promise<Run> {
    const child = spawn('bash', ['-c', line], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const stop = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    }
    const timer = setTimeout(stop, LIMIT_MS)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (output === '' && GO_ON.test(line)) setTimeout(stop, 500)
        output += chunk.toString('utf8')
      })
    }
    return new Promise((resolve) =>
      child.on('close', (code) => {
        clearTimeout(timer)
        resolve({ code, output })
      }),
    )
  }

  test('run as they are printed', async () => {
    test.skip(!(await isPortFree(ANVIL_PORT)), `port ${ANVIL_PORT} is taken`)
    // A trace looks at the last 30 days.
    node = await spawnAnvil({ port: ANVIL_PORT, timestamp: Math.floor(Date.now() / 1_000) - HOUR_SECONDS })
    const chain = await openDevChain(node.url)
    const sender = { impersonate: FIRST_ACCOUNT } as const
    const token = await chain.deploy(sender, ownArtifact('LaunchToken'), ['First', 'FIRST', 1_000_000n])
    expect(token.address.toLowerCase()).toBe(FIRST_CONTRACT.toLowerCase())
    for (const n of [1, 2, 3]) await chain.call(sender, token, 'transfer', [`0x${String(n).repeat(40)}`, 1_000n])

    const { stdout } = await runCli(['--help'])
    const lines = [...stdout.slice(stdout.indexOf('Examples:')).matchAll(/^ {2}(holderscope .*)/gm)].map(([, line]) => String(line))
    expect(lines.length).toBeGreaterThan(2)
    lines.push(...Object.values(EXAMPLES).flat())

    // Some examples assume a token with two snapshots.
    for (const n of [4, 5]) {
      expect((await run(`holderscope read eth ${FIRST_CONTRACT} --source http://127.0.0.1:8545`)).code).toBe(0)
      await chain.call(sender, token, 'transfer', [`0x${String(n).repeat(40)}`, 1_000n])
    }
    if (missingPostgres === null) postgres = await startPostgres()
    const failed: string[] = []
    let deletion = ''
    for (const line of [...new Set(lines)].sort((a, b) => turnOf(a) - turnOf(b))) {
      if (DATABASE.test(line) && postgres === null) continue
      // The number that the previous deletion printed.
      const { code, output } = await run(line.replace(RESTORE, `holderscope restore ${deletion}`).replace(DATABASE, postgres?.url() ?? ''))
      deletion = RESTORE.exec(output)?.[1] ?? deletion
      // No service runs on the folder.
      const isRight = code === (line.startsWith('holderscope status') ? 1 : 0) && (!line.startsWith('holderscope trace') || TRACED.test(output))
      if (!isRight) failed.push(`${line}: ${code}\n${output.slice(0, 500)}`)
    }
    expect(failed).toEqual([])
  })
})
