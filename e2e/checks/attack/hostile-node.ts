import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lie } from './lies.ts'

/** What a hostile node sends instead of the answer. */
export type Hostility = (response: ServerResponse, call: RpcCall) => Promise<void> | void

interface RpcCall {
  readonly id: number
  readonly method: string
}

/** A node that is hostile while `hostility` or `lie` is set. Otherwise it passes requests on. */
export interface HostileNode {
  readonly url: string
  hostility: Hostility | null
  lie: Lie | null
  close(): Promise<unknown>
}

const CHUNK = 'a'.repeat(1024 * 1024)
const HUGE_CHUNKS = 512
const NESTED = 1_000_000
const json = (response: ServerResponse, id: number, rest: object): void => void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))

async function huge(response: ServerResponse): Promise<void> {
  response.write('{"jsonrpc":"2.0","id":1,"result":"0x')
  for (let n = 0; n < HUGE_CHUNKS && !response.destroyed; n++) {
    response.write(CHUNK)
    while (response.writableNeedDrain && !response.destroyed) await pause(5)
  }
  response.end('"}')
}

async function drip(response: ServerResponse): Promise<void> {
  response.write('{"jsonrpc":"2.0","id":1,"result":"0x')
  while (!response.destroyed) {
    response.write('0')
    await pause(200)
  }
}

export const HOSTILITIES: Readonly<Record<string, Hostility>> = {
  'HTML instead of JSON': (response) => void response.end('<html><body>502 Bad Gateway</body></html>'),
  'half a gigabyte in one answer': huge,
  'a million nested arrays': (response, { id }) =>
    void response.end(`{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(NESTED)}${']'.repeat(NESTED)}}`),
  'an object for every result': (response, { id }) => json(response, id, { result: { number: { a: -1 }, timestamp: [] } }),
  'null for every result': (response, { id }) => json(response, id, { result: null }),
  'negative and huge numbers': (response, { id }) => json(response, id, { result: -1e308 }),
  'text for every result': (response, { id }) => json(response, id, { result: '0xzz\u0000<script>alert(1)</script>' }),
  'a polluted prototype': (response, { id }) =>
    void response.end(`{"jsonrpc":"2.0","id":${id},"__proto__":{"result":"0x1"},"constructor":{"prototype":1}}`),
  'an endless drip': drip,
  'a connection cut in the middle': (response) => {
    response.write('{"jsonrpc":"2.0","id":1,"res')
    response.destroy()
  },
  'a redirect to a private address': (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'an error that is a megabyte long': (response, { id }) => json(response, id, { error: { code: -32_000, message: CHUNK } }),
}

export async function openHostileNode(nodeUrl: string): Promise<HostileNode> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const parsed = JSON.parse(body) as RpcCall | RpcCall[]
      const call = Array.isArray(parsed) ? parsed[0] : parsed
      if (node.hostility !== null) return node.hostility(response, call ?? { id: 0, method: '' })
      const answer = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const { lie } = node
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      if (lie === null) return void response.end(await answer.text())
      const whole = (await answer.json()) as { readonly result?: unknown }
      // GraphQL has neither methods nor results.
      const changed = 'result' in whole ? { ...whole, result: lie(call?.method ?? '', whole.result) } : lie('', whole)
      response.end(JSON.stringify(changed))
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const path = new URL(nodeUrl).pathname
  const node: HostileNode = {
    url: `http://127.0.0.1:${port}${path === '/' ? '' : path}`,
    hostility: null,
    lie: null,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return node
}
