import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'

/** An archive on loopback that serves given blocks in the form of the SQD Portal, with the faults of a script. */

export interface ServedBlock {
  readonly header: { readonly number: number; readonly hash: string; readonly parentHash: string }
  readonly logs?: readonly unknown[]
}

type Encoding = 'none' | 'gzip' | 'zstd'

/** What one request does; the next request takes the next entry, and requests after the last one are answered properly. */
export type Script =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Ends the connection after a share of the packed body. */
  | { readonly kind: 'cut'; readonly share: number; readonly encoding: Encoding }
  | { readonly kind: 'packed'; readonly encoding: Encoding }
  /** Ends the answer properly within a line. */
  | { readonly kind: 'half-line' }
  | { readonly kind: 'drip'; readonly everyMs: number }
  | { readonly kind: 'stall' }
  | { readonly kind: 'text'; readonly change: (lines: readonly string[]) => readonly string[] }

export interface ArchiveServer {
  readonly url: string
  /** `fromBlock` of each request for blocks. */
  readonly requested: number[]
  readonly headers: IncomingMessage['headers'][]
  script: Script[]
  close(): Promise<void>
}

const CHUNK_BLOCKS = 5
const CHUNKS_PER_ANSWER = 3

export async function serveArchive(blocks: readonly ServedBlock[], chunk = CHUNK_BLOCKS): Promise<ArchiveServer> {
  const state = { requested: [] as number[], headers: [] as IncomingMessage['headers'][], script: [] as Script[] }
  const server = createServer((incoming, answer) => {
    void readBody(incoming).then((body) => respond(incoming, answer, body))
  })
  const respond = (incoming: IncomingMessage, answer: ServerResponse, body: string): void => {
    if (incoming.url !== '/datasets/test-net/finalized-stream') {
      answer.writeHead(404).end()
      return
    }
    const { fromBlock, toBlock } = JSON.parse(body) as { fromBlock: number; toBlock: number }
    state.requested.push(fromBlock)
    state.headers.push(incoming.headers)
    const step = state.script.shift()
    if (step?.kind === 'status') {
      answer.writeHead(step.status, step.headers).end(step.body)
      return
    }
    if (fromBlock > (blocks.at(-1)?.header.number ?? -1)) {
      answer.writeHead(204).end()
      return
    }
    const lines = linesOf(blocks, fromBlock, toBlock, chunk)
    send(answer, step?.kind === 'text' ? step.change(lines) : lines, step, String(incoming.headers['accept-encoding']))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** Blocks with rows, and bare headers at both ends and at the boundaries of chunks. */
function linesOf(blocks: readonly ServedBlock[], from: number, to: number, chunk: number): string[] {
  const last = Math.min(to, Math.floor(from / chunk) * chunk + CHUNKS_PER_ANSWER * chunk - 1)
  const inRange = blocks.filter(({ header }) => header.number >= from && header.number <= last)
  return inRange
    .filter(({ header: { number }, logs }, i) => logs !== undefined || i === 0 || i === inRange.length - 1 || number % chunk === 0)
    .map((block) => JSON.stringify(block))
}

function send(answer: ServerResponse, lines: readonly string[], step: Script | undefined, accepted: string): void {
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const text = step?.kind === 'half-line' ? whole.subarray(0, whole.length - 9) : whole
  const asked = accepted.includes('zstd') ? 'zstd' : 'gzip'
  const encoding = step !== undefined && 'encoding' in step ? step.encoding : asked
  const packed = encoding === 'none' ? text : encoding === 'zstd' ? zstdCompressSync(text) : gzipSync(text)
  answer.writeHead(200, { 'content-type': 'application/jsonl', ...(encoding === 'none' ? {} : { 'content-encoding': encoding }) })
  if (step?.kind === 'cut') {
    answer.write(packed.subarray(0, Math.floor(packed.length * step.share)), () => setTimeout(() => answer.destroy(), 20))
  } else if (step?.kind === 'stall') {
    answer.flushHeaders()
  } else if (step?.kind === 'drip') {
    drip(answer, packed, step.everyMs)
  } else answer.end(packed)
}

function drip(answer: ServerResponse, bytes: Buffer, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    answer.write(bytes.subarray(at, at + 1))
    at += 1
    if (at < bytes.length) return
    clearInterval(timer)
    answer.end()
  }, everyMs)
  answer.on('close', () => clearInterval(timer))
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
