import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { postWebhook, webhookProblem } from './webhook-post.ts'

/** A receiver that records the calls it accepts, and answers with an error while `refuses` returns true. */
interface Receiver {
  readonly url: string
  readonly accepted: { readonly id: string; readonly signature: string; readonly body: string }[]
  refuses: () => boolean
}

let server: Server
let receiver: Receiver
beforeEach(async () => {
  const accepted: Receiver['accepted'] = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { 'holderscope-event-id': id, 'holderscope-signature': signature } = request.headers
      if (receiver.refuses()) response.statusCode = 503
      else accepted.push({ id: String(id), signature: String(signature), body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver = { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`, accepted, refuses: () => false }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const post = (url: string, signal = new AbortController().signal): Promise<string | null> =>
  postWebhook({ id: 'id', url, secret: 'whsec_key', body: '{"a":1}' }, 1_700_000_000, signal)

describe('a webhook', () => {
  it('goes over https to public hosts, or to this machine', () => {
    for (const url of ['https://example.com/x', 'http://127.0.0.1:9000/', 'http://localhost/', 'https://[::1]/'])
      expect(webhookProblem(url), url).toBeNull()
    for (const url of [
      'http://example.com/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://[fd00::1]/',
      'ftp://example.com/',
      'https://u:p@example.com/',
      'x',
    ])
      expect(webhookProblem(url), url).not.toBeNull()
  })

  it('is signed with the time and the body', async () => {
    expect(await post(receiver.url)).toBeNull()
    const hmac = createHmac('sha256', 'whsec_key').update('1700000000.{"a":1}').digest('hex')
    expect(receiver.accepted).toEqual([{ id: 'id', signature: `t=1700000000,v1=${hmac}`, body: '{"a":1}' }])
  })

  it('says why it failed without naming its URL', async () => {
    receiver.refuses = () => true
    expect(await post(receiver.url)).toBe('The receiver answered 503.')
    expect(await post('http://127.0.0.1:1/secret')).toBe('The receiver could not be reached.')
    // A name that resolves to this machine is not public.
    expect(await post('https://localtest.invalid/secret')).toBe('The receiver could not be reached.')
  })
})

const FULL = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all'
const [ALERTS, KILLS] = FULL ? [1_000, 50] : [60, 4]

it(`delivers each of ${ALERTS} alerts through ${KILLS} kills to a receiver that fails half the time, and repeats only ids`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  let [calls, kills] = [0, 0]
  receiver.refuses = () => ++calls % 2 === 0
  const stored = new Set<string>()
  try {
    for (let ended = false; !ended;) {
      const reports = join(folder, 'reports')
      const file = openSync(reports, 'w')
      const child = spawn(process.execPath, [scriptPath('webhook-child'), join(folder, 'store.db'), receiver.url, String(ALERTS)], {
        stdio: ['ignore', 'inherit', 'inherit', file],
      })
      // Killed after a few deliveries, at whatever point the child has reached.
      const killAt = receiver.accepted.length + 1 + ((kills * 7) % 15)
      const watcher = setInterval(() => {
        if (kills < KILLS && receiver.accepted.length >= killAt && child.kill('SIGKILL')) {
          kills += 1
          clearInterval(watcher)
        }
      }, 1)
      const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => child.on('close', (...end) => resolve(end)))
      clearInterval(watcher)
      closeSync(file)
      for (const line of readFileSync(reports, 'utf8').split('\n').slice(0, -1)) stored.add(line)
      expect(signal ?? code).toSatisfy((end) => end === 'SIGKILL' || end === 0)
      ended = code === 0
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const bodies = Map.groupBy(receiver.accepted, ({ id }) => id)
  expect(kills).toBe(KILLS)
  expect(bodies.size).toBe(ALERTS)
  for (const id of stored) expect(bodies.has(id)).toBe(true)
  for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
})
