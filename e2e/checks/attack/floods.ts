import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { openSocket } from '../../../src-main/server/testing/frame-socket.ts'
import { startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { check, pause, waitFor, type Attack } from './attack.ts'
import type { LaunchedToken } from './launched-token.ts'
import { endedJob, figures, startRead } from './read-token.ts'

const SLOW_SENDERS = 50
const CLOSED_MS = 30_000
const DRIP_MS = 1_000
const SOCKETS = 300
const CLIENTS = 32
const REQUESTS = 3_000
const ANSWER_MS = 5_000
/** Enough to start, and fewer than the connections that are opened. */
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

/** Sends the start of a request and one more drop each second, until the service closes the connection. */
const slowSenders = (name: string, service: RunningService, start: string, drop: string): Attack => ({
  name: `drip: ${SLOW_SENDERS} ${name}`,
  async try() {
    const sockets = Array.from({ length: SLOW_SENDERS }, () => openConnection(service))
    const timers = sockets.map((socket) => {
      socket.write(start)
      return setInterval(() => socket.write(drop), DRIP_MS)
    })
    const closed = Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close'))))
    try {
      check((await alive(service)) === true, 'the service stopped answering')
      const all = await Promise.race([closed.then(() => true), pause(CLOSED_MS).then(() => false)])
      check(all, `${sockets.filter((socket) => !socket.closed).length} connections are still open after ${CLOSED_MS / 1000} s`)
    } finally {
      timers.forEach(clearInterval)
      for (const socket of sockets) socket.destroy()
    }
  },
})

export function floodAttacks(service: RunningService): Attack[] {
  const { url, ws, key } = service
  const { host } = new URL(url)
  const head = `POST /local/v1/jobs HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`
  return [
    slowSenders('headers that never end', service, `GET /health HTTP/1.1\r\nHost: ${host}\r\n`, 'X-Drop: 1\r\n'),
    slowSenders('bodies that never end', service, `${head}Content-Length: 60000\r\n\r\n{`, ' '),
    slowSenders('connections that send nothing', service, '', ''),
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

/** A service without a free descriptor can neither accept connections nor reach its node. */
export const descriptorAttack = (token: LaunchedToken, truth: () => string): Attack => ({
  name: `flood: ${HELD} connections to a service with ${DESCRIPTORS} descriptors, in the middle of a read`,
  async try() {
    const service = await startService({ dataDir: await temporaryFolder(), sources: [`eth=${token.url}`], descriptors: DESCRIPTORS })
    try {
      const id = await startRead(service, token.address)
      const held = Array.from({ length: HELD }, () => openConnection(service))
      await pause(HELD_MS)
      for (const socket of held) socket.destroy()
      await waitFor('an answer once descriptors are free', 15_000, () => alive(service))
      const job = await waitFor('the end of the read', READ_MS, () => endedJob(service, id))
      check(job.state === 'done', `the read ended ${job.state}: ${job.error ?? job.stages.map(({ message }) => message ?? '').join(' ')}`)
      check((await figures(service, token.address)) === truth(), 'the figures differ from those of an undisturbed read')
    } finally {
      await service.stop()
    }
  },
})
