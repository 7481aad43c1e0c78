import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { NetworkBlock, PoolCache } from '../../../adapter.ts'
import { unwrapEnvelope } from '../../encoding/json.ts'
import { decodeBlock } from '../../decode/decode-block.ts'
import type { SolanaEndpoints } from '../../rpc/endpoints.ts'
import { readEndpoints } from '../../rpc/endpoints.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { startGeyserServer, type GeyserServer } from '../../geyser/testing/geyser-server.ts'
import type { JsonBlock, JsonTransaction } from '../../geyser/testing/geyser-types.ts'
import { RECORDED } from '../../decode/testing/recorded.ts'
import { openWholeNetwork } from '../whole-network.ts'

/** Blocks of recorded transactions, from a node and as a stream or subscription sends them, over real connections. */

const NO_POOLS: PoolCache = { read: async () => [], write: () => undefined }
const FIRST = 10
const AT_MOST_MS = 10_000

const transactions = RECORDED.flatMap(({ text }) => {
  const bare = unwrapEnvelope(JSON.parse(text))
  return (Array.isArray(bare) ? bare.map(unwrapEnvelope) : [bare]).flatMap((answer) => (isInJson(answer) ? [answer] : []))
})

function isInJson(answer: unknown): answer is JsonTransaction {
  const { message } = (answer as JsonTransaction).transaction as Partial<JsonTransaction['transaction']>
  return typeof message?.accountKeys[0] === 'string' && typeof message.header === 'object'
}

/** Slots without every third. */
const slotOf = (n: number): number => FIRST + n + Math.floor(n / 2)

function block(n: number, chain = 'block'): JsonBlock {
  return {
    ...{ slot: slotOf(n), parentSlot: n === 0 ? FIRST - 1 : slotOf(n - 1) },
    ...{ blockhash: `${chain} ${n}`, previousBlockhash: `${chain} ${n - 1}`, blockTime: 1_700_000_000 + n },
    transactions: transactions.slice(n * 5, n * 5 + 5).map(({ slot: _slot, blockTime: _time, ...rest }) => rest as Omit<JsonTransaction, 'slot'>),
  }
}

/** A node that has the blocks so far, and counts its calls. */
function openNode() {
  const blocks: JsonBlock[] = []
  const calls: string[] = []
  const answers: Record<string, (params: readonly number[]) => unknown> = {
    getSlot: () => blocks.at(-1)?.slot ?? FIRST - 1,
    getBlocks: ([from = 0, to = 0]) => blocks.map(({ slot }) => slot).filter((slot) => slot >= from && slot <= to),
    getBlock: ([wanted]) => blocks.find(({ slot }) => slot === wanted) ?? null,
  }
  const rpc = { hosts: 'fake', call: async (method: string, params: readonly number[]) => (calls.push(method), answers[method]?.(params)) }
  return { blocks, calls, node: { rpc, isDevelopment: () => false } as unknown as SolanaNode }
}

describe('blocks that are sent', () => {
  let chain: ReturnType<typeof openNode>
  let stream: GeyserServer
  let stop: AbortController
  let ended: Promise<void>
  let received: NetworkBlock[]
  let messages: (string | null)[]
  let sockets: WebSocketServer
  let asked: WebSocket[]
  let offersBlocks: boolean

  beforeEach(async () => {
    chain = openNode()
    stream = await startGeyserServer()
    stop = new AbortController()
    ended = Promise.resolve()
    received = []
    messages = []
    asked = []
    offersBlocks = true
    sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => sockets.once('listening', resolve))
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => {
        const { id, method } = JSON.parse((data as Buffer).toString('utf8')) as { id: number; method: string }
        if (method === 'blockSubscribe') asked.push(socket)
        socket.send(
          JSON.stringify({ jsonrpc: '2.0', id, ...(offersBlocks ? { result: 1 } : { error: { code: -32601, message: 'Method not found' } }) }),
        )
      }),
    )
  })
  afterEach(async () => {
    stop.abort()
    await ended
    await stream.stop()
    sockets.close()
  })

  function follow(endpoints: SolanaEndpoints): void {
    ended = (async () => {
      for await (const update of openWholeNetwork(chain.node, endpoints, 20).follow(FIRST, NO_POOLS, stop.signal)) {
        if (update.kind === 'block') received.push(update.block)
        else if (update.kind === 'state') messages.push(update.message)
      }
    })()
  }
  const socketUrl = (): string => `ws://127.0.0.1:${(sockets.address() as { port: number }).port}`
  const streamed = (): SolanaEndpoints => readEndpoints([stream.url])
  const notify = (made: JsonBlock): void => {
    const value = { slot: made.slot, err: null, block: { ...made, padding: 'x'.repeat(1_000) } }
    const text = JSON.stringify({
      jsonrpc: '2.0',
      method: 'blockNotification',
      params: { result: { context: { slot: made.slot }, value }, subscription: 1 },
    })
    for (const socket of asked) socket.send(text)
  }
  const reached = (n: number) => expect.poll(() => received.at(-1)?.number, { timeout: AT_MOST_MS }).toBe(slotOf(n))
  /** Every block once, in order, with the trades that a getBlock call would have returned. */
  function expectAll(last: number): void {
    const wanted = Array.from({ length: last + 1 }, (_, n) => decodeBlock(slotOf(n), block(n)))
    expect(received).toEqual(wanted.map(({ slot, hash, time, trades }) => ({ number: slot, hash, time, trades })))
    expect(received.flatMap(({ trades }) => trades).length).toBeGreaterThan(last)
  }

  test('come from a Yellowstone stream, and take no calls once they continue the chain', async () => {
    follow(streamed())
    await expect.poll(() => stream.requests.length, { timeout: AT_MOST_MS }).toBe(1)
    chain.blocks.push(block(0))
    await reached(0)
    for (const n of [1, 2]) stream.publish(block(n))
    await reached(2)
    const calls = chain.calls.length
    for (const n of [3, 4, 5]) stream.publish(block(n))
    await reached(5)
    expect(chain.calls.length).toBe(calls)
    await expect.poll(() => messages.at(-1)).toBe(null)
    expectAll(5)
  })

  test('that a stream leaves out while it is down are read by calls', async () => {
    follow(streamed())
    await expect.poll(() => stream.requests.length, { timeout: AT_MOST_MS }).toBe(1)
    chain.blocks.push(block(0))
    await reached(0)
    stream.publish(block(1))
    await reached(1)
    stream.cut()
    chain.blocks.push(block(1), block(2))
    await reached(2)
    await expect.poll(() => messages.at(-1)).toMatch(/is not streaming \(the node restarts\)/)
    stream.join()
    await expect.poll(() => stream.requests.length, { timeout: AT_MOST_MS }).toBe(2)
    chain.blocks.push(block(3))
    stream.publish(block(4))
    await reached(4)
    expectAll(4)
  })

  test('come from blockSubscribe where no stream is set', async () => {
    follow({ rpc: [], sockets: [socketUrl()], streams: [] })
    await expect.poll(() => asked.length, { timeout: AT_MOST_MS }).toBe(1)
    chain.blocks.push(block(0))
    await reached(0)
    for (const n of [1, 2, 3]) notify(block(n))
    await reached(3)
    expectAll(3)
    expect(chain.calls.filter((method) => method === 'getBlock').length).toBe(1)
  })

  test('an endpoint without blockSubscribe is asked for it once, and its blocks are polled', async () => {
    offersBlocks = false
    follow({ rpc: [], sockets: [socketUrl()], streams: [] })
    await expect.poll(() => asked.length, { timeout: AT_MOST_MS }).toBe(1)
    chain.blocks.push(block(0), block(1), block(2))
    await reached(2)
    expectAll(2)
    expect(asked.length).toBe(1)
  })

  test('of another chain are not used', async () => {
    follow(streamed())
    await expect.poll(() => stream.requests.length, { timeout: AT_MOST_MS }).toBe(1)
    chain.blocks.push(block(0))
    await reached(0)
    for (const n of [1, 2]) stream.publish(block(n, 'another chain'))
    chain.blocks.push(block(1), block(2))
    await reached(2)
    expectAll(2)
    expect(messages.at(-1)).toMatch(/is not streaming/)
  })
})
