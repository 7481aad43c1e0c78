import * as grpc from '@grpc/grpc-js'
import { base58 } from '@scure/base'
import { blockUpdate, SubscribeRequest, SubscribeUpdate, transactionUpdate, type JsonBlock } from './geyser-types.ts'

/**
 * A `geyser.Geyser/Subscribe` server over HTTP/2 that publishes given blocks like a Yellowstone server: all updates of a slot once it
 * is confirmed, with filters, replay from `from_slot`, and pongs. It does not imitate a provider's ordering, delays or limits.
 */
export interface GeyserServer {
  readonly url: string
  /** Subscription requests, oldest first, without pings. */
  readonly requests: readonly Request[]
  /** Number of streams that are subscribed. */
  readonly subscribers: number
  /** Sends a confirmed block to all subscribers. */
  publish(block: PublishedBlock): void
  /** Breaks all streams and rejects new ones until `join`. */
  cut(): void
  join(): void
  stop(): Promise<void>
}

export interface GeyserServerOptions {
  /** Required `x-token` header. */
  readonly token?: string
  /** Rejects every `from_slot`, as servers without replay do. */
  readonly withoutReplay?: boolean
}

export type PublishedBlock = JsonBlock

export interface Request {
  readonly accounts: Readonly<Record<string, { owner: string[]; filters: { memcmp: { bytes: Uint8Array } }[] }>>
  readonly transactions: Readonly<Record<string, { accountInclude: string[] }>>
  readonly blocks: Readonly<Record<string, { accountInclude: string[]; includeTransactions?: boolean }>>
  readonly fromSlot?: bigint
  readonly ping?: { id: number }
}

type Stream = grpc.ServerDuplexStream<Uint8Array, Uint8Array>

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes)
const update = (fields: Record<string, unknown>): Uint8Array => SubscribeUpdate.toBinary(SubscribeUpdate.create({ filters: ['token'], ...fields }))

export async function startGeyserServer(options: GeyserServerOptions = {}): Promise<GeyserServer> {
  const requests: Request[] = []
  const blocks: PublishedBlock[] = []
  const streams = new Map<Stream, Request>()
  let joined = true

  function send(stream: Stream, request: Request, block: PublishedBlock): void {
    if (Object.values(request.blocks).some(({ includeTransactions }) => includeTransactions)) {
      stream.write(blockUpdate(block))
      return
    }
    const wanted = new Set(Object.values(request.transactions).flatMap((filter) => filter.accountInclude))
    const mints = new Set(Object.values(request.accounts).flatMap((filter) => filter.filters.map(({ memcmp }) => base58.encode(memcmp.bytes))))
    const { slot, parentSlot, blockhash, blockTime } = block
    for (const [index, row] of block.transactions.entries()) {
      const { message } = row.transaction
      const keys = [...message.accountKeys, ...(row.meta.loadedAddresses?.writable ?? []), ...(row.meta.loadedAddresses?.readonly ?? [])]
      for (const { mint, accountIndex, uiTokenAmount } of row.meta.postTokenBalances ?? []) {
        const pubkey = base58.decode(keys[accountIndex] ?? '')
        const data = Buffer.alloc(8)
        data.writeBigUInt64LE(BigInt(uiTokenAmount.amount))
        if (mints.has(mint)) stream.write(update({ account: { slot: BigInt(slot), account: { pubkey, data } } }))
      }
      if (row.meta.err === null && keys.some((key) => wanted.has(key))) stream.write(transactionUpdate({ ...row, slot }, index))
    }
    const time = blockTime === null ? {} : { blockTime: { timestamp: BigInt(blockTime) } }
    stream.write(update({ blockMeta: { slot: BigInt(slot), parentSlot: BigInt(parentSlot), blockhash, ...time } }))
  }

  const fail = (stream: Stream, code: grpc.status, details: string): boolean => stream.emit('error', { code, details })

  function handleRequest(stream: Stream, bytes: Uint8Array): void {
    const request = SubscribeRequest.fromBinary(bytes, { readUnknownField: 'throw' }) as unknown as Request
    if (request.ping !== undefined) {
      stream.write(update({ pong: { id: request.ping.id } }))
      return
    }
    requests.push(request)
    const from = request.fromSlot
    if (from !== undefined && options.withoutReplay === true) {
      fail(stream, grpc.status.INTERNAL, 'from_slot is not supported')
      return
    }
    streams.set(stream, request)
    if (from !== undefined) for (const block of blocks) if (block.slot >= from) send(stream, request, block)
  }

  const server = new grpc.Server()
  server.register(
    '/geyser.Geyser/Subscribe',
    (stream: Stream) => {
      stream.on('error', () => streams.delete(stream))
      stream.on('cancelled', () => streams.delete(stream))
      if (!joined) fail(stream, grpc.status.UNAVAILABLE, 'the node restarts')
      else if (options.token !== undefined && stream.metadata.get('x-token')[0] !== options.token) {
        fail(stream, grpc.status.UNAUTHENTICATED, 'no valid auth token')
      } else stream.on('data', (bytes: Uint8Array) => handleRequest(stream, bytes))
    },
    asBuffer,
    (bytes: Buffer) => bytes,
    'bidi',
  )
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, at) => (error === null ? resolve(at) : reject(error)))
  })
  return {
    url: `grpc://127.0.0.1:${port}${options.token === undefined ? '' : `?x-token=${options.token}`}`,
    requests,
    get subscribers() {
      return streams.size
    },
    publish(block) {
      blocks.push(block)
      for (const [stream, request] of streams) send(stream, request, block)
    },
    cut() {
      joined = false
      for (const stream of [...streams.keys()]) fail(stream, grpc.status.UNAVAILABLE, 'the node restarts')
    },
    join() {
      joined = true
    },
    stop: () =>
      new Promise((resolve) => {
        server.forceShutdown()
        resolve()
      }),
  }
}
