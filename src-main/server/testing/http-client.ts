import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** One call over the wire, its path sent exactly as it is given. */
export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const PATIENCE_MS = 30_000
const agents = { 'http:': new HttpAgent({ keepAlive: true, maxSockets: 8 }), 'https:': new HttpsAgent({ keepAlive: true, maxSockets: 8 }) }

/** @throws Error when no answer comes in time or the connection breaks. */
export function sendRequest(base: string, path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Answer> {
  const { protocol, hostname, port, host } = new URL(base)
  const secure = protocol === 'https:'
  const call = secure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = call(
      {
        hostname,
        port,
        path,
        method,
        agent: secure ? agents['https:'] : agents['http:'],
        headers: { host, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
        setHost: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
      },
    )
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    request.once('error', reject)
    request.end(body)
  })
}
