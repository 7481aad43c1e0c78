import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TradePage } from '../../../src-shared/contract/records/trade.ts'
import { ROWS_PER_READ } from '../handlers/local-trades.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL, STORY_TRADES, storyTrade } from '../testing/story.ts'

/** Callers that read their answers slowly, over real sockets: pending rows stay in the store, and none are lost. */

/** Far more lines than the sockets of both ends hold together. */
const TRADES = 60_000
const SAVED_AT_ONCE = 10_000
const MISSED_AT_ONCE = 1_000
const PATH = `/local/v1/sol/trades?token=${SOL.token.address}`

const start = (): Promise<Running> => startRunning({ limits: { slowConsumerBytes: 256 * 1024, closeWithinMs: 60_000 } })

async function save(running: Running, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, n) => storyTrade(SOL, from + n))
  await running.store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
}

async function saveAll(running: Running): Promise<void> {
  for (let from = STORY_TRADES; from < TRADES; from += SAVED_AT_ONCE) await save(running, from, Math.min(TRADES, from + SAVED_AT_ONCE))
}

/** On a separate connection: one that has already carried an answer has larger buffers. */
async function openResponse(running: Running, path: string): Promise<IncomingMessage> {
  const request = get(running.server.origin + path, { agent: false, headers: { 'x-api-key': running.keys.reader } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  return response
}

async function linesOf(response: IncomingMessage): Promise<number> {
  let lines = 0
  for await (const chunk of response as AsyncIterable<Buffer>) lines += chunk.toString('latin1').split('\n').length - 1
  return lines
}

/** How often trades were read from the store so far. */
async function reads(running: Running): Promise<number> {
  const text = await (await running.call('/metrics', { key: running.keys.owner })).text()
  return Number(/store_call_duration_seconds_count\{call="trades"\} (\d+)/.exec(text)?.[1] ?? 0)
}

/** The number of reads once it has stopped growing. */
async function settledReads(running: Running): Promise<number> {
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await reads(running)
        const settled = now === before
        before = now
        return settled
      },
      { interval: 500, timeout: 30_000 },
    )
    .toBe(true)
  return before
}

describe('many stored trades', () => {
  let running: Running
  beforeAll(async () => {
    running = await start()
    await saveAll(running)
  })
  afterAll(() => running.stop())

  it.each([
    ['ndjson', TRADES],
    ['csv', TRADES + 1],
  ])('a stream of %s reads no further than a stalled caller takes, and ends whole when it goes on', async (format, lines) => {
    const before = await reads(running)
    const response = await openResponse(running, `${PATH}&format=${format}`)
    expect((await settledReads(running)) - before).toBeLessThan((TRADES / ROWS_PER_READ) * 0.75)
    expect(await linesOf(response)).toBe(lines)
  })

  it('a stop while clients read: each gets its whole answer, and new connections are refused', async () => {
    const responses = await Promise.all(Array.from({ length: 2 }, () => openResponse(running, PATH)))
    const closed = running.server.close()
    await expect(running.call('/health')).rejects.toThrow()
    expect(await Promise.all(responses.map(linesOf))).toEqual(responses.map(() => TRADES))
    await closed
  })
})

it('trades that a slow consumer of the stream missed are there to be paged', async ({ onTestFinished }) => {
  const running = await start()
  onTestFinished(() => running.stop())
  const { server, jobs, keys } = running
  const socket = await openSocket(server.wsUrl, { key: keys.reader })
  socket.send({ op: 'subscribe', network: 'sol', address: SOL.token.address, stream: 'dex_trades' })
  await socket.until((frame) => frame['op'] === 'subscribed')
  socket.ws.pause()
  let savedCount = STORY_TRADES
  while (server.subscriptions() > 0) {
    await save(running, savedCount, savedCount + MISSED_AT_ONCE)
    jobs.trade(
      'sol',
      Array.from({ length: MISSED_AT_ONCE }, (_, n) => storyTrade(SOL, savedCount + n)),
    )
    savedCount += MISSED_AT_ONCE
  }
  socket.ws.resume()
  const frames = await socket.until((frame) => frame['op'] === 'error')
  expect(frames.at(-1)).toMatchObject({ code: 'SLOW_CONSUMER' })
  expect((await socket.closed).code).toBe(1008)
  const heard = frames.slice(0, -1).map((frame) => (frame['data'] as { tx_signature: string }).tx_signature)
  const missed: string[] = []
  const last = heard.at(-1)
  let cursor: string | null = ''
  for (let met = false; cursor !== null && !met;) {
    const query = `token=${SOL.token.address}&sort=desc&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page = (await (await running.call(`/dex/v1/sol/trades?${query}`)).json()) as TradePage
    for (const { tx_signature } of page.trades) {
      met ||= tx_signature === last
      if (!met) missed.push(tx_signature)
    }
    cursor = page.next_cursor
  }
  const all = Array.from({ length: savedCount - STORY_TRADES }, (_, n) => `sol-trade-${STORY_TRADES + n}`)
  expect([...heard, ...missed.reverse()]).toEqual(all)
})
