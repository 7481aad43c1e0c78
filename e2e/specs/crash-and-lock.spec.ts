import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import type { Scenario } from '../fixtures/anvil/scenario.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, startService, sampleFolder } from '../fixtures/service.ts'

interface Job {
  readonly id: string
  readonly state: string
  readonly error: string | null
}

/** Forwards calls to the node with a delay, so that a crash falls into the middle of a read. */
class SlowNode {
  #server: Server | undefined
  readonly #target: string
  delayMs = 0
  calls = 0

  constructor(target: string) {
    this.#target = target
  }

  async listen(): Promise<string> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on(
        'end',
        () =>
          void this.#pass(Buffer.concat(chunks)).then(
            (body) => response.setHeader('Content-Type', 'application/json').end(body),
            () => response.destroy(),
          ),
      )
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #pass(body: Buffer): Promise<string> {
    this.calls += 1
    await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    return (await fetch(this.#target, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: new Uint8Array(body) })).text()
  }

  close(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }
}

test.describe('a crash in the middle of a read', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ timeout: 240_000 })

  let launch: Scenario
  let slow: SlowNode
  let endpoint: string

  test.beforeAll(async ({ ethLaunch }) => {
    launch = ethLaunch.launch
    slow = new SlowNode(ethLaunch.node.url)
    endpoint = await slow.listen()
  })
  test.afterAll(() => slow?.close())

  for (const killAfterCalls of [50, 200, 400]) {
    test(`after ${killAfterCalls} calls: the read resumes and the result is complete`, async () => {
      const dataDir = await sampleFolder()
      slow.delayMs = 15
      slow.calls = 0
      const first = await startService({ dataDir, sources: [`eth=${endpoint}`] })
      const started = await first.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: launch.token })
      expect(started.status).toBeLessThan(300)
      const { id } = (await started.json()) as Job
      await expect.poll(() => slow.calls, { intervals: [10], timeout: 30_000 }).toBeGreaterThanOrEqual(killAfterCalls)
      await first.crash()

      slow.delayMs = 0
      const second = await startService({ dataDir, sources: [`eth=${endpoint}`] })
      await expect.poll(async () => (await second.json<Job>(`/local/v1/jobs/${id}`)).state, { timeout: 120_000 }).toBe('done')

      const { holders } = await second.json<{ holders: { address: string; balance_raw: string }[] }>(
        `/local/v1/eth/${launch.token}/holders?limit=10000`,
      )
      expect(Object.fromEntries(holders.map((h) => [h.address, h.balance_raw]))).toEqual(
        Object.fromEntries(launch.holders.map((h) => [h.address.toLowerCase(), h.raw])),
      )
      const lines = (await (await second.get(`/local/v1/eth/trades?token=${launch.token}`)).text()).trim().split('\n')
      expect(lines).toHaveLength(launch.swaps.length)
      await second.stop()
      await removeFolder(dataDir)
    })
  }
})

test('a second process on the same data folder is refused in one sentence', async () => {
  const service = await startService()
  const second = await runCli(['serve', '--json', '--no-open', '--port', '0', '--data-dir', service.dataDir])
  expect(second.code).toBe(1)
  expect(second.stdout).toBe('')
  const { error } = JSON.parse(second.stderr) as { error: { message: string } }
  expect(error.message).toMatch(
    /^Another Holderscope process \(pid \d+\) already uses the data folder .+; stop it or choose another folder with --data-dir\.$/,
  )
  expect(await service.stop()).toBe(0)
  await removeFolder(service.dataDir)
})

test('the address that a killed service leaves behind is not reported', async () => {
  const service = await startService()
  const status = () => runCli(['status', '--json', '--data-dir', service.dataDir])
  expect(JSON.parse((await status()).stdout)).toMatchObject({ running: true, url: service.url, pid: service.child.pid })
  await service.crash()
  const { code, stdout } = await status()
  expect([code, JSON.parse(stdout)]).toEqual([1, { running: false, data_dir: service.dataDir }])
  await removeFolder(service.dataDir)
})

test('a signal stops the service cleanly and releases the data folder', async () => {
  const service = await startService()
  expect(await service.stop()).toBe(0)
  const again = await startService({ dataDir: service.dataDir })
  expect(again.key).toBe(service.key)
  await again.stop()
  await removeFolder(service.dataDir)
})
