import type { TradePage, TradeRecord } from '../../../../src-shared/contract/records/trade.ts'
import { TradeBuffer } from './trade-buffer.ts'
import { createTradeReader, type TradeRow } from './trade-rows.ts'

/** The trades of one token: past pages and the live stream merged into one list without gaps or duplicates. */

export interface TapeState {
  /** Newest first. While held, starts at the row that was on top when the hold began. */
  readonly rows: readonly TradeRow[]
  /** Number of trades since the hold began. */
  readonly waiting: number
  /** State of the first page. */
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Older trades: available, loading, failed, exhausted, or over the row limit. */
  readonly older: 'more' | 'loading' | 'failed' | 'end' | 'full'
  /** Trades missed during a disconnect: none, loading, or failed. */
  readonly gap: 'none' | 'filling' | 'failed'
  readonly error: Error | null
}

/** A longer gap is not filled: the tape restarts and pages back from the newest trade. */
const MAX_GAP_TRADES = 10_000

export interface TapeOptions {
  readonly token: string
  /** Loads one page, newest first; a null cursor requests the first. */
  readonly page: (cursor: string | null, signal: AbortSignal) => Promise<TradePage>
  /** Calls back when it is time to render. */
  readonly schedule: (run: () => void) => void
  readonly buffer?: TradeBuffer
  readonly maxGapTrades?: number
}

export interface Tape {
  state(): TapeState
  subscribe(listener: () => void): () => void
  /** Loads the first page. */
  start(): void
  stop(): void
  /** Loads the next older page. */
  loadOlder(): void
  /** Adds a trade from the stream. */
  push(trade: TradeRecord): void
  /** Loads what the stream missed. Called when the subscription is confirmed. */
  fillGap(): void
  hold(held: boolean): void
  /** Drops trades from this block on after a reorg. */
  revert(from: number): void
}

export function createTape({
  token,
  page,
  schedule: frame,
  buffer = new TradeBuffer(),
  maxGapTrades: longestGap = MAX_GAP_TRADES,
}: TapeOptions): Tape {
  const listeners = new Set<() => void>()
  const readLive = createTradeReader(token)
  let readPages = createTradeReader(token)
  let live: TradeRow[] = []
  let cursor: string | null = null
  let abort = new AbortController()
  let framed = false
  /** While a gap is open, the block up to which everything is known. */
  let gapAbove: number | null = null
  /** The top row when the hold began. */
  let anchor: TradeRow | null = null
  let current: TapeState = { rows: [], waiting: 0, phase: 'loading', older: 'loading', gap: 'none', error: null }

  /** Publishes everything received since the last commit. */
  function commit(change: Partial<TapeState> = {}): void {
    if (live.length > 0) buffer.add(live.toReversed())
    live = []
    if (buffer.trim()) change = { ...change, older: 'full' }
    const from = anchor === null ? 0 : Math.max(0, buffer.indexOf(anchor))
    current = { ...current, ...change, rows: sliceRows(buffer, from, current.rows), waiting: from }
    for (const listener of listeners) listener()
  }

  function scheduleCommit(): void {
    if (framed) return
    framed = true
    frame(() => {
      framed = false
      commit()
    })
  }

  async function fetchTrades(
    from: string | null,
    signal: AbortSignal,
    read: (trade: TradeRecord) => TradeRow,
  ): Promise<{ rows: TradeRow[]; next: string | null } | null> {
    const answer = await page(from, signal)
    return signal.aborted ? null : { rows: answer.trades.map(read), next: answer.next_cursor }
  }

  async function older(): Promise<void> {
    const { signal } = abort
    try {
      const got = await fetchTrades(cursor, signal, readPages)
      if (got === null) return
      buffer.add(got.rows)
      cursor = got.next
      commit({ phase: 'ready', older: cursor === null ? 'end' : 'more', error: null })
    } catch (error) {
      if (!signal.aborted) commit({ phase: current.phase === 'loading' ? 'failed' : current.phase, older: 'failed', error: toError(error) })
    }
  }

  /** Pages from the newest trade down to the known trades. */
  async function fillGap(above: number): Promise<void> {
    const { signal } = abort
    const read = createTradeReader(token)
    const missed: TradeRow[] = []
    let at: string | null = null
    try {
      do {
        const got = await fetchTrades(at, signal, read)
        if (got === null) return
        missed.push(...got.rows)
        at = got.next
      } while (at !== null && (missed.at(-1)?.block ?? 0) >= above && missed.length < longestGap)
      const reached = at === null || (missed.at(-1)?.block ?? 0) < above
      if (!reached && at !== null) beginAnew(at, read)
      buffer.add(missed)
      gapAbove = null
      commit(reached ? { gap: 'none' } : { gap: 'none', older: 'more' })
    } catch (error) {
      if (!signal.aborted) commit({ gap: 'failed', error: toError(error) })
    }
  }

  function beginAnew(at: string, read: typeof readPages): void {
    buffer.revert(0)
    anchor = null
    cursor = at
    readPages = read
  }

  function start() {
    abort.abort()
    abort = new AbortController()
    readPages = createTradeReader(token)
    cursor = null
    commit({ phase: buffer.length === 0 ? 'loading' : 'ready', older: 'loading' })
    void older()
  }

  function fill() {
    const known = buffer.at(0)?.block
    if (known === undefined) return start()
    gapAbove = gapAbove === null ? known : Math.min(gapAbove, known)
    commit({ gap: 'filling' })
    void fillGap(gapAbove)
  }

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    stop: () => abort.abort(),
    loadOlder() {
      if (current.older !== 'more' && current.older !== 'failed') return
      commit({ older: 'loading' })
      void older()
    },
    push(trade) {
      live.push(readLive(trade))
      scheduleCommit()
    },
    fillGap: fill,
    hold(held) {
      if (held === (anchor !== null)) return
      // The rendered rows are held. Newer ones wait.
      anchor = held ? (current.rows[0] ?? null) : null
      commit()
    },
    revert(from) {
      commit()
      buffer.revert(from)
      fill()
    },
  }
}

/** Rows from an index on; returns the previous array if unchanged, to keep its identity. */
function sliceRows(buffer: TradeBuffer, from: number, had: readonly TradeRow[]): readonly TradeRow[] {
  if (from === 0) return buffer.rows
  const same = buffer.length - from === had.length && buffer.at(from) === had[0] && buffer.at(buffer.length - 1) === had.at(-1)
  return same ? had : buffer.rows.slice(from)
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
