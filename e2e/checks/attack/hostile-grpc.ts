import { once } from 'node:events'
import { connect, createServer, type ServerHttp2Stream } from 'node:http2'
import { setTimeout as pause } from 'node:timers/promises'

/** What a hostile node does instead of answering a gRPC call. */
type GrpcHostility = (stream: ServerHttp2Stream) => Promise<void> | void

/** A gRPC node that is hostile while `hostility` is set. Otherwise it passes calls on. */
export interface HostileGrpcNode {
  readonly url: string
  hostility: GrpcHostility | null
  close(): Promise<unknown>
}

const CHUNK = Buffer.alloc(1024 * 1024, 0x61)
const HUGE_CHUNKS = 512
const GRPC = { ':status': 200, 'content-type': 'application/grpc+proto' }

/** The five bytes before a message: not compressed, and its length. */
function prefix(length: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt32BE(length, 1)
  return bytes
}

/** A message that declares `length` bytes but carries `body`; the call then succeeds. */
function respond(stream: ServerHttp2Stream, length: number, body: Buffer): void {
  stream.respond(GRPC, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(Buffer.concat([prefix(length), body]))
}

async function huge(stream: ServerHttp2Stream): Promise<void> {
  stream.respond(GRPC)
  stream.write(prefix(HUGE_CHUNKS * CHUNK.length))
  for (let n = 0; n < HUGE_CHUNKS && !stream.destroyed; n++) {
    stream.write(CHUNK)
    while (stream.writableNeedDrain && !stream.destroyed) await pause(5)
  }
}

async function drip(stream: ServerHttp2Stream): Promise<void> {
  stream.respond(GRPC)
  stream.write(prefix(1_000_000))
  while (!stream.destroyed) {
    stream.write('a')
    await pause(200)
  }
}

/** By name: that of the matching HTTP hostility, if there is one. */
export const GRPC_HOSTILITIES: Readonly<Record<string, GrpcHostility>> = {
  'HTML instead of JSON': (stream) => {
    stream.respond({ ':status': 502, 'content-type': 'text/html' })
    stream.end('<html><body>502 Bad Gateway</body></html>')
  },
  'half a gigabyte in one answer': huge,
  'null for every result': (stream) => respond(stream, 0, Buffer.alloc(0)),
  'negative and huge numbers': (stream) => respond(stream, 64, Buffer.alloc(64, 0xff)),
  'a million nested arrays': (stream) => respond(stream, CHUNK.length, Buffer.alloc(CHUNK.length, 0x0a)),
  'text for every result': (stream) => respond(stream, 10, CHUNK.subarray(0, 1_000)),
  'an endless drip': drip,
  'a connection cut in the middle': (stream) => {
    stream.respond(GRPC)
    stream.write(prefix(100))
    stream.session?.destroy()
  },
  'an error that is a megabyte long': (stream) => {
    stream.respond({ ...GRPC, 'grpc-status': '2', 'grpc-message': 'a'.repeat(60_000) }, { endStream: true })
  },
}

export async function openHostileGrpcNode(nodeUrl: string): Promise<HostileGrpcNode> {
  const upstream = connect(nodeUrl)
  upstream.on('error', () => undefined)
  const server = createServer()
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session)).on('error', () => undefined)
  })
  server.on('stream', (stream, { ':path': path = '', ':method': method = 'POST', ...headers }) => {
    stream.on('error', () => undefined)
    if (node.hostility !== null) return void node.hostility(stream)
    const passed = upstream.request({ ':path': path, ':method': method, 'content-type': headers['content-type'], te: 'trailers' })
    passed.on('error', () => stream.close())
    let trailers = {}
    passed.on('response', (answer, flags) => {
      stream.respond(answer, { waitForTrailers: (flags & END_STREAM) === 0, endStream: (flags & END_STREAM) !== 0 })
      passed.pipe(stream)
    })
    passed.on('trailers', (sent) => (trailers = sent))
    stream.on('wantTrailers', () => stream.sendTrailers(trailers))
    stream.on('close', () => passed.close())
    stream.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const node: HostileGrpcNode = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    hostility: null,
    close() {
      for (const session of sessions) session.destroy()
      upstream.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return node
}

/** The flag of a headers frame that ends the stream. */
const END_STREAM = 1
