import type { Trade } from './api.ts'
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import type { Live } from './live.ts'
import { TradeCounts, tradeKey } from './trade-counts.ts'
import { concerns, type TradeSubject } from './trade-subject.ts'
import { retryDelayMs } from './retry-delay.ts'

/** Trades that could not be recovered after a loss. */
export interface TradeGap {
  /** Block of the last trade delivered before the loss; null when there was none. */
  readonly after: number | null
  /** Block of the first trade delivered after the loss; null when there was none. */
  readonly before: number | null
  readonly reason: string
}

export interface TradeHandlers {
  /** Each trade once, in the order of the chain. */
  readonly onTrade: (trade: Trade) => void
  /** The service has confirmed the subscription, and every missed trade has been delivered. Called again after each reconnect. */
  readonly onReady?: () => void
  readonly onGap?: (gap: TradeGap) => void
  readonly onRefused?: (message: string) => void
}

export interface FollowOptions {
  /** Maximum trades to read for one gap (default 20,000). */
  readonly maxGapTrades?: number
  readonly setTimer?: (run: () => void, ms: number) => unknown
}

const PAGE_SIZE = 200
const MAX_GAP_TRADES = 20_000
/** Delivered trades that are compared with new ones. */
const MAX_DELIVERED = 50_000

/**
 * Follows trades across lost connections. Services of other versions give no cursors. So each time a subscription is confirmed, the trades since the
 * last delivered one are read from `/dex/v1/{network}/trades`. Trades that the stream sends meanwhile are delivered after them.
 */
export function followTrades(client: Client, live: Live, subject: TradeSubject, handlers: TradeHandlers, options: FollowOptions = {}): () => void {
  const { network, address, by = 'token' } = subject
  const { maxGapTrades = MAX_GAP_TRADES, setTimer = (run, ms) => setTimeout(run, ms) } = options
  const delivered = new TradeCounts(MAX_DELIVERED)
  /** Delivered from pages. The stream may still send them. */
  const recovered = new TradeCounts(MAX_DELIVERED)
  /** Trades that arrive while a gap is being closed; null at other times. */
  let waiting: Trade[] | null = []
  let lastBlock: number | null = null
  let abort = new AbortController()

  function deliver(trade: Trade): void {
    delivered.add(tradeKey(trade))
    lastBlock = Math.max(lastBlock ?? 0, trade.block)
    handlers.onTrade(trade)
  }

  function receive(trade: Trade): void {
    if (waiting !== null) waiting.push(trade)
    else if (!recovered.take(tradeKey(trade))) deliver(trade)
  }

  async function readPage(cursor: string | null, signal: AbortSignal) {
    const query = { [by]: address, sort: 'desc' as const, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }
    return (await client.call('trades', { params: { network }, query }, { signal })).value
  }

  /** Trades of a block and all later ones, newest first. `reached` is false if the limit ends the read before the block. */
  async function readSince(block: number, signal: AbortSignal): Promise<{ trades: Trade[]; reached: boolean }> {
    const trades: Trade[] = []
    let cursor: string | null = null
    do {
      const page = await readPage(cursor, signal)
      trades.push(...page.trades)
      cursor = page.next_cursor
    } while (cursor !== null && (trades.at(-1)?.block ?? 0) >= block && trades.length < maxGapTrades)
    const reached = cursor === null || (trades.at(-1)?.block ?? 0) < block
    return { trades: trades.filter((trade) => trade.block >= block), reached }
  }

  /** The first subscription begins after the trades stored at that moment. */
  async function readStart(signal: AbortSignal): Promise<void> {
    const newest = (await readPage(null, signal)).trades
    lastBlock = newest[0]?.block ?? 0
    const counts = Map.groupBy(newest, tradeKey)
    for (const [key, trades] of counts) delivered.raise(key, trades.length)
  }

  async function closeGap(since: number, signal: AbortSignal): Promise<void> {
    const { trades, reached } = await readSince(since, signal)
    if (signal.aborted) return
    const missed = missedTrades(trades.toReversed())
    if (!reached) {
      const reason = `More than ${maxGapTrades} trades were missed.`
      handlers.onGap?.({ after: lastBlock, before: missed[0]?.block ?? null, reason })
    }
    for (const trade of missed) {
      recovered.add(tradeKey(trade))
      deliver(trade)
    }
  }

  /** Equal trades are numbered: if two were delivered, the third is missing. */
  function missedTrades(trades: readonly Trade[]): Trade[] {
    const found = new Map<string, number>()
    return trades.filter((trade) => {
      const key = tradeKey(trade)
      const nth = (found.get(key) ?? 0) + 1
      found.set(key, nth)
      return nth > delivered.of(key)
    })
  }

  async function catchUp(signal: AbortSignal, failures = 0): Promise<void> {
    try {
      if (lastBlock === null) await readStart(signal)
      else await closeGap(lastBlock, signal)
      if (signal.aborted) return
      const arrived = waiting ?? []
      waiting = null
      for (const trade of arrived) receive(trade)
      handlers.onReady?.()
    } catch (error) {
      if (signal.aborted) return
      const after = error instanceof ApiError ? error.retryAfter : null
      if (after === null) return giveUp(error)
      setTimer(() => void (signal.aborted || catchUp(signal, failures + 1)), Math.max(after * 1000, retryDelayMs(failures + 1)))
    }
  }

  /** Resumes the stream without the missed trades. */
  function giveUp(error: unknown): void {
    const arrived = waiting ?? []
    waiting = null
    handlers.onGap?.({ after: lastBlock, before: arrived[0]?.block ?? null, reason: error instanceof Error ? error.message : String(error) })
    for (const trade of arrived) receive(trade)
  }

  if (address === 'ALL') {
    handlers.onRefused?.('ALL has no history from which missed trades could be recovered; use subscribe.')
    return () => undefined
  }
  const leave = live.subscribe(
    { network, address, stream: 'dex_trades' },
    ({ data }) => {
      if (concerns(subject, data)) receive(data)
    },
    () => {
      abort.abort()
      abort = new AbortController()
      waiting ??= []
      void catchUp(abort.signal)
    },
    handlers.onRefused,
  )
  // Set before the next subscription, whose first events may precede its confirmation.
  const stopWatching = live.onState(() => {
    if (live.state() !== 'open') waiting ??= []
  })
  return () => {
    abort.abort()
    stopWatching()
    leave()
  }
}
