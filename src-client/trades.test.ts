import { beforeEach, describe, expect, it } from 'vitest'
import { ROUTES } from '../src-shared/contract/routes.ts'
import type { Trade } from './api.ts'
import { createClient } from './client.ts'
import { createLive, type Socket } from './live.ts'
import { followTrades, type TradeGap } from './trades.ts'
import { concerns, type TradeSubject } from './trade-subject.ts'

const SUBJECT = { network: 'sol', address: 'mint' } as const
const TOPIC = { ...SUBJECT, stream: 'dex_trades' }

const trade = (block: number, over: Partial<Trade> = {}): Trade => ({
  block_time: '2025-04-07T00:37:14.000Z',
  block,
  tx_signature: `t${block}`,
  dex: 'raydium',
  dex_version: 'v4',
  signer: 'w',
  receiver: null,
  pool_address: 'p',
  token_in: { address: 'SOL', amount: 2, amount_usd: null },
  token_out: { address: 'mint', amount: 1, amount_usd: null },
  fee_usd: null,
  local: { id: 'id', leg: 0, token_in_amount_raw: '2', token_out_amount_raw: '1' },
  ...over,
})

/** An in-memory service with pages of three trades. e2e/specs/client-package.spec.ts tests real sockets and restarts. */
class Service {
  readonly stored: Trade[] = []
  socket: (Socket & { url: string }) | null = null
  timers: (() => void)[] = []
  readonly got: string[] = []
  readonly gaps: TradeGap[] = []
  readyCount = 0
  answer: () => Response | null = () => null

  readonly refused: string[] = []

  start(maxGapTrades?: number, subject: TradeSubject = SUBJECT): void {
    const session = { origin: 'http://127.0.0.1:4690', key: '' }
    const client = createClient({ session, routes: ROUTES, fetch: async (url) => this.answer() ?? this.#page(new URL(String(url))) })
    const setTimer = (run: () => void): number => this.timers.push(run)
    const live = createLive({ session, open: (url) => this.#open(url), setTimer, clearTimer: () => undefined })
    followTrades(
      client,
      live,
      subject,
      {
        onTrade: ({ tx_signature, block }) => this.got.push(tx_signature === `t${block}` ? tx_signature : `${tx_signature}@${block}`),
        onReady: () => (this.readyCount += 1),
        onGap: (gap) => this.gaps.push(gap),
        onRefused: (message) => this.refused.push(message),
      },
      { setTimer, ...(maxGapTrades === undefined ? {} : { maxGapTrades }) },
    )
  }

  /** Stores trades, and sends them if a client listens. */
  trades(...made: Trade[]): void {
    this.stored.push(...made)
    for (const each of made) this.emit(each)
  }

  emit(data: Trade): void {
    this.#send({ op: 'event', ...TOPIC, timestamp: data.block_time, data })
  }

  async confirm(): Promise<void> {
    this.#send({ op: 'ready' })
    this.#send({ op: 'subscribed', results: [{ ...TOPIC, status: 'ok' }] })
    await settled()
  }

  drop(): void {
    const lost = this.socket
    this.socket = null
    lost?.onclose?.({ code: 1006 })
  }

  async reconnect(): Promise<void> {
    this.runTimers()
    await this.confirm()
  }

  runTimers(): void {
    for (const run of this.timers.splice(0)) run()
  }

  #send(frame: object): void {
    this.socket?.onmessage?.({ data: JSON.stringify(frame) })
  }

  #open(url: string): Socket {
    this.socket = { url, onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined }
    return this.socket
  }

  #page(url: URL): Response {
    const offset = Number(url.searchParams.get('cursor') ?? 0)
    const trades = this.stored.toReversed().slice(offset, offset + 3)
    return Response.json({ trades, next_cursor: offset + 3 < this.stored.length ? String(offset + 3) : null })
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
const failed = (status: number, code: string) => () => Response.json({ detail: 'No.', code, request_id: 'r' }, { status })

let service: Service
beforeEach(() => {
  service = new Service()
})

describe('followed trades', () => {
  it('begin after the trades that are stored at the subscription', async () => {
    service.stored.push(trade(1), trade(2))
    service.start()
    await service.confirm()
    service.trades(trade(3))
    expect(service.got).toEqual(['t3'])
  })

  it('are delivered once and in order through a loss', async () => {
    service.stored.push(trade(1))
    service.start()
    await service.confirm()
    service.trades(trade(2))
    service.drop()
    for (let block = 3; block < 10; block++) service.trades(trade(block))
    await service.reconnect()
    service.trades(trade(10))
    expect(service.got).toEqual(['t2', 't3', 't4', 't5', 't6', 't7', 't8', 't9', 't10'])
    expect(service.readyCount).toBe(2)
  })

  it('are recovered when the connection is lost before the first trade, and when nothing was stored', async () => {
    service.start()
    await service.confirm()
    service.drop()
    service.trades(trade(1), trade(2))
    await service.reconnect()
    expect(service.got).toEqual(['t1', 't2'])
  })

  it('are not delivered twice when the stream sends what a page had', async () => {
    service.start()
    await service.confirm()
    service.drop()
    service.trades(trade(5), trade(6))
    await service.reconnect()
    service.emit(trade(5))
    service.emit({ ...trade(6), fee_usd: 0.5 })
    service.trades(trade(7))
    expect(service.got).toEqual(['t5', 't6', 't7'])
  })

  it('wait behind the missed ones when they arrive while a gap is closed', async () => {
    service.stored.push(trade(1))
    service.start()
    await service.confirm()
    service.drop()
    service.trades(trade(2))
    service.runTimers()
    const confirmed = service.confirm()
    service.trades(trade(3))
    await confirmed
    expect(service.got).toEqual(['t2', 't3'])
  })

  it('counts equal legs of one transaction', async () => {
    service.start()
    await service.confirm()
    service.trades(trade(4))
    service.drop()
    service.trades(trade(4), trade(4))
    await service.reconnect()
    expect(service.got).toEqual(['t4', 't4', 't4'])
  })

  it('delivers a transaction again that a reorg moved to another block', async () => {
    service.start()
    await service.confirm()
    service.trades(trade(4), trade(5, { tx_signature: 't4' }))
    expect(service.got).toEqual(['t4', 't4@5'])
  })

  it('report a gap that is longer than the limit', async () => {
    service.stored.push(trade(1))
    service.start(4)
    await service.confirm()
    service.drop()
    for (let block = 2; block < 20; block++) service.trades(trade(block))
    await service.reconnect()
    expect(service.gaps).toEqual([{ after: 1, before: 14, reason: 'More than 4 trades were missed.' }])
    expect(service.got).toEqual(['t14', 't15', 't16', 't17', 't18', 't19'])
  })

  it('try again while the service starts, and keep what the stream sends', async () => {
    service.stored.push(trade(1))
    service.start()
    await service.confirm()
    service.drop()
    service.trades(trade(2))
    service.answer = failed(503, 'token_pending')
    await service.reconnect()
    service.trades(trade(3))
    expect(service.got).toEqual([])
    service.answer = () => null
    service.runTimers()
    await settled()
    expect(service.got).toEqual(['t2', 't3'])
    expect(service.gaps).toEqual([])
  })

  it('report a gap that the service refuses to fill, and go on', async () => {
    service.stored.push(trade(1))
    service.start()
    await service.confirm()
    service.drop()
    service.answer = failed(403, 'forbidden')
    await service.reconnect()
    service.trades(trade(3))
    expect(service.gaps).toEqual([{ after: 1, before: null, reason: 'No.' }])
    expect(service.got).toEqual(['t3'])
  })

  it.each([
    ['signer', { signer: 'mint' }],
    ['pool', { pool_address: 'mint' }],
    ['token', { token_in: { address: 'mint', amount: 1, amount_usd: null } }],
    ['token', { pool_address: 'mint' }],
  ] as const)('are those that the pages of a %s have', async (by, own) => {
    const other = { address: 'other', amount: 1, amount_usd: null }
    service.start(undefined, { ...SUBJECT, by })
    await service.confirm()
    service.emit(trade(1, { receiver: 'mint', token_out: other }))
    service.emit(trade(2, { token_out: other, ...own }))
    expect(service.got).toEqual(['t2'])
  })

  it('are found by an address in capitals or without leading zeros', () => {
    const pool = trade(1, { pool_address: '0x00ab::x::Y' })
    const matches = (address: string): boolean => concerns({ network: 'sui', address, by: 'pool' }, pool)
    expect(['0xAB::x::Y', '0x00ab::x::Y', '0xab::x::y', '0xb::x::Y'].map(matches)).toEqual([true, true, false, false])
  })

  it('of ALL are refused, since they have no history', () => {
    service.start(undefined, { ...SUBJECT, address: 'ALL' })
    expect([service.refused, service.socket]).toEqual([[expect.stringMatching(/^ALL has no history/)], null])
  })
})
