import type { TradePage, TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import { TradeBook } from './trade-book.ts'
import { tradeReader, type TradeRow } from './trade-rows.ts'

/** The tape of one token: pages of the past and the stream of the present as one list in which no trade is missing or twice. */

export interface TapeState {
  /** Newest first; while held, from the row that was on top when the hold began. */
  readonly rows: readonly TradeRow[]
  /** Trades that came since the hold began. */
  readonly waiting: number
  readonly held: boolean
  /** How the first page stands. */
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Older trades: there are more, they are on their way, asking failed, that was all, or there is no room for more. */
  readonly older: 'more' | 'loading' | 'failed' | 'end' | 'full'
  /** What the connection missed: nothing, being asked for, or could not be asked for. */
  readonly gap: 'none' | 'filling' | 'failed'
  readonly error: Error | null
}

/** A longer gap is not walked through: the tape begins anew, and what lies further back is paged as older trades are. */
const LONGEST_GAP = 10_000

export interface TapeOptions {
  readonly token: string
  /** One page, newest first; a null cursor asks for the first. */
  readonly page: (cursor: string | null, signal: AbortSignal) => Promise<TradePage>
  /** Calls back when it is time to draw what came in, a frame later or more. */
  readonly frame: (run: () => void) => void
  readonly book?: TradeBook
  readonly longestGap?: number
}

export interface Tape {
  state(): TapeState
  subscribe(listener: () => void): () => void
  /** Asks for the first page. */
  start(): void
  stop(): void
  /** The next older page. */
  more(): void
  /** A trade from the stream. */
  push(trade: TradeRecord): void
  /** The stream is confirmed: what came before it and is not known yet is asked for. */
  fill(): void
  hold(held: boolean): void
  /** Blocks from here on were taken back. */
  withdraw(from: number): void
}

export function createTape({ token, page, frame, book = new TradeBook(), longestGap = LONGEST_GAP }: TapeOptions): Tape {
  const listeners = new Set<() => void>()
  const readLive = tradeReader(token)
  let readPages = tradeReader(token)
  let live: TradeRow[] = []
  let cursor: string | null = null
  let abort = new AbortController()
  let framed = false
  /** The block up to which everything is known, while a gap above it is open. */
  let gapAbove: number | null = null
  /** The row that was on top when the hold began. */
  let anchor: TradeRow | null = null
  let current: TapeState = { rows: [], waiting: 0, held: false, phase: 'loading', older: 'loading', gap: 'none', error: null }

  /** Takes over what came in, in one go however much it was. */
  function commit(change: Partial<TapeState> = {}): void {
    if (live.length > 0) book.add(live.toReversed())
    live = []
    if (book.trim()) change = { ...change, older: 'full' }
    const from = anchor === null ? 0 : Math.max(0, book.indexOf(anchor))
    current = { ...current, ...change, rows: rowsFrom(book, from, current.rows), waiting: from, held: anchor !== null }
    for (const listener of listeners) listener()
  }

  function soon(): void {
    if (framed) return
    framed = true
    frame(() => {
      framed = false
      commit()
    })
  }

  async function ask(
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
      const got = await ask(cursor, signal, readPages)
      if (got === null) return
      book.add(got.rows)
      cursor = got.next
      commit({ phase: 'ready', older: cursor === null ? 'end' : 'more', error: null })
    } catch (error) {
      if (!signal.aborted) commit({ phase: current.phase === 'loading' ? 'failed' : current.phase, older: 'failed', error: asError(error) })
    }
  }

  /** Pages from the newest down to what was known before the gap. */
  async function fillGap(above: number): Promise<void> {
    const { signal } = abort
    const read = tradeReader(token)
    const missed: TradeRow[] = []
    let at: string | null = null
    try {
      do {
        const got = await ask(at, signal, read)
        if (got === null) return
        missed.push(...got.rows)
        at = got.next
      } while (at !== null && (missed.at(-1)?.block ?? 0) >= above && missed.length < longestGap)
      const reached = at === null || (missed.at(-1)?.block ?? 0) < above
      if (!reached && at !== null) beginAnew(at, read)
      book.add(missed)
      gapAbove = null
      commit(reached ? { gap: 'none' } : { gap: 'none', older: 'more' })
    } catch (error) {
      if (!signal.aborted) commit({ gap: 'failed', error: asError(error) })
    }
  }

  function beginAnew(at: string, read: typeof readPages): void {
    book.withdraw(0)
    anchor = null
    cursor = at
    readPages = read
  }

  function start() {
    abort.abort()
    abort = new AbortController()
    readPages = tradeReader(token)
    cursor = null
    commit({ phase: book.length === 0 ? 'loading' : 'ready', older: 'loading' })
    void older()
  }

  function fill() {
    const known = book.at(0)?.block
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
    more() {
      if (current.older !== 'more' && current.older !== 'failed') return
      commit({ older: 'loading' })
      void older()
    },
    push(trade) {
      live.push(readLive(trade))
      soon()
    },
    fill,
    hold(held) {
      if (held === (anchor !== null)) return
      // What is drawn is held; what came since then waits.
      anchor = held ? (current.rows[0] ?? null) : null
      commit()
    },
    withdraw(from) {
      commit()
      book.withdraw(from)
      fill()
    },
  }
}

/** The rows from one on; the very list that was there before where that is the same, so that nothing is worked out of it anew. */
function rowsFrom(book: TradeBook, from: number, had: readonly TradeRow[]): readonly TradeRow[] {
  if (from === 0) return book.rows
  const same = book.length - from === had.length && book.at(from) === had[0] && book.at(book.length - 1) === had.at(-1)
  return same ? had : book.rows.slice(from)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
