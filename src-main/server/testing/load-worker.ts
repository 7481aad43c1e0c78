import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** Asks one URL a number of times over some connections, one request at a time on each, and tells how long it took. */

export interface LoadOrder {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly requests: number
  readonly connections: number
}

const HEAD_END = '\r\n\r\n'

function askOver(order: LoadOrder, request: Buffer, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(order.port, '127.0.0.1')
    let waitingFor = 0
    const next = (): void => {
      if (take()) socket.write(request)
      else socket.end(() => resolve())
    }
    socket.setNoDelay(true).once('connect', next).once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (waitingFor === 0) {
        const head = chunk.toString('latin1', 0, Math.min(chunk.length, 4_096))
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) return reject(new Error(head.slice(0, 200)))
        waitingFor = head.indexOf(HEAD_END) + HEAD_END.length + Number(length)
      }
      waitingFor -= chunk.length
      if (waitingFor === 0) next()
    })
  })
}

parentPort?.on('message', (order: LoadOrder) => {
  const lines = [
    `GET ${order.path} HTTP/1.1`,
    `host: 127.0.0.1:${order.port}`,
    ...Object.entries(order.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const request = Buffer.from(lines.join('\r\n') + HEAD_END)
  let left = order.requests
  const take = (): boolean => left-- > 0
  const start = performance.now()
  Promise.all(Array.from({ length: order.connections }, () => askOver(order, request, take))).then(
    () => parentPort?.postMessage({ ms: performance.now() - start }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  )
})
