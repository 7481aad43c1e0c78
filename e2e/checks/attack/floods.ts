import { readdir } from 'node:fs/promises'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { openSocket } from '../../../src-main/server/testing/frame-socket.ts'
import { sendRequest } from '../../../src-main/server/testing/http-client.ts'
import { startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { check, pause, waitFor, type Attack } from './attack.ts'
import { sourcesOf, type LaunchedToken } from './launched-token.ts'
import { endedJob, figures } from './read-token.ts'

const SLOW_SENDERS = 50
const CLOSED_MS = 30_000
const DRIP_MS = 1_000
const SOCKETS = 300
const CLIENTS = 32
const REQUESTS = 3_000
const VANISHING = 1_200
const ENCODINGS = ['gzip', 'br', 'identity'] as const
const ANSWER_MS = 5_000
/** Enough for the service to start, and fewer than the connections that the attack opens. */
const DESCRIPTORS = 90
const HELD = 200
const HELD_MS = 5_000
const READ_MS = 60_000

const alive = async ({ url }: RunningService): Promise<boolean | null> =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok || null,
    () => null,
  )

function openConnection({ url }: RunningService): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  return socket
}

/** Sends the start of each request, then one drop per connection every second, until the service closes the connections. */
const slowSenders = (service: RunningService, kinds: readonly { readonly start: string; readonly drop: string }[]): Attack => ({
  name: `drip: ${SLOW_SENDERS} each of headers and bodies that never end, and of connections that send nothing`,
  async try() {
    const senders = kinds.flatMap((kind) => Array.from({ length: SLOW_SENDERS }, () => ({ ...kind, socket: openConnection(service) })))
    const timers = senders.map(({ socket, start, drop }) => {
      socket.write(start)
      return setInterval(() => socket.write(drop), DRIP_MS)
    })
    const open = () => senders.filter(({ socket }) => !socket.closed).length
    try {
      check((await alive(service)) === true, 'the service stopped answering')
      await waitFor('closing every connection', CLOSED_MS, () => Promise.resolve(open() === 0 || null))
    } finally {
      timers.forEach(clearInterval)
      for (const { socket } of senders) socket.destroy()
    }
  },
})

/** Requests answers of every kind, and closes each connection before or while the answer arrives. */
const vanishingReaders = (service: RunningService, { network, address }: LaunchedToken): Attack => ({
  name: `abort: ${VANISHING} answers, whole and in lines, whose readers go away`,
  async try() {
    const { url, key } = service
    const token = `${network}/${address}`
    const paths = [
      `/local/v1/${token}/holder-lines`,
      `/local/v1/${token}/holder-lines?format=csv`,
      `/local/v1/${network}/trades?token=${address}`,
      '/openapi.json',
    ]
    for (let n = 0; n < VANISHING; n++) {
      const headers = { 'x-api-key': key, 'accept-encoding': ENCODINGS[n % ENCODINGS.length] }
      await new Promise<void>((resolve) => {
        const request = get(url + (paths[n % paths.length] ?? ''), { headers }, (response) => {
          const leave = (): void => void response.destroy()
          if (n % 2 === 0) leave()
          else response.once('data', leave)
          response.once('close', resolve).once('error', () => undefined)
        })
        request.once('error', () => resolve())
      })
    }
    await waitFor('an answer after the aborts', ANSWER_MS, () => alive(service))
  },
})

export function floodAttacks(service: RunningService, token: LaunchedToken): Attack[] {
  const { url, ws, key } = service
  const { host } = new URL(url)
  const head = `POST /local/v1/jobs HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`
  return [
    vanishingReaders(service, token),
    slowSenders(service, [
      { start: `GET /health HTTP/1.1\r\nHost: ${host}\r\n`, drop: 'X-Drop: 1\r\n' },
      { start: `${head}Content-Length: 60000\r\n\r\n{`, drop: ' ' },
      { start: '', drop: '' },
    ]),
    {
      name: `flood: ${REQUESTS} requests with and without a key`,
      async try() {
        let sent = 0
        const statuses = new Set<number>()
        const client = async (): Promise<void> => {
          while (sent < REQUESTS) {
            const headers = sent++ % 2 === 0 ? { 'X-API-Key': key } : { 'X-API-Key': `hs_guess_${sent}` }
            const answer = await fetch(`${url}/local/v1/tokens`, { headers, signal: AbortSignal.timeout(20_000) })
            await answer.arrayBuffer()
            statuses.add(answer.status)
          }
        }
        await Promise.all(Array.from({ length: CLIENTS }, client))
        check(![...statuses].some((status) => status >= 500), `statuses were ${[...statuses].join(', ')}`)
        check((await alive(service)) === true, 'the service stopped answering')
      },
    },
    {
      name: `flood: ${SOCKETS} sockets with frames that mean nothing`,
      async try() {
        const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(ws, { key })))
        for (const socket of sockets) for (const frame of [null, [], '\u0000', { type: '__proto__' }, { id: -1 }]) socket.send(frame)
        check((await alive(service)) === true, 'the service stopped answering')
        for (const socket of sockets) socket.ws.terminate()
        await waitFor('an answer after the flood', ANSWER_MS, () => alive(service))
      },
    },
  ]
}

const countDescriptors = async ({ child }: RunningService): Promise<number> => (await readdir(`/proc/${child.pid}/fd`)).length

/** A service without a free descriptor can neither accept connections nor reach its node. */
export const descriptorAttack = (token: LaunchedToken, truth: string): Attack => ({
  name: `flood: a read that starts while ${HELD} connections hold all ${DESCRIPTORS} descriptors`,
  async try() {
    const service = await startService({ dataDir: await temporaryFolder(), sources: sourcesOf(token), descriptors: DESCRIPTORS })
    try {
      // The connection of this request stays open, and the next request reuses it.
      await sendRequest(service.url, '/health')
      const held = Array.from({ length: HELD }, () => openConnection(service))
      await waitFor('running out of descriptors', 5_000, async () => ((await countDescriptors(service)) >= DESCRIPTORS - 1 ? true : null))
      const { status, body } = await sendRequest(service.url, '/local/v1/jobs', {
        method: 'POST',
        headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'read', network: token.network, token_address: token.address }),
      })
      check(status < 300, `starting a read answered ${status}: ${body.toString()}`)
      const { id } = JSON.parse(body.toString()) as { id: string }
      await pause(HELD_MS)
      for (const socket of held) socket.destroy()
      await waitFor('an answer once descriptors are free', 15_000, () => alive(service))
      const job = await waitFor('the end of the read', READ_MS, () => endedJob(service, id))
      check(job.state === 'done', `the read ended ${job.state}: ${job.error ?? job.stages.map(({ message }) => message ?? '').join(' ')}`)
      check((await figures(service, token)) === truth, 'the figures differ from those of an undisturbed read')
    } finally {
      await service.stop()
    }
  },
})
