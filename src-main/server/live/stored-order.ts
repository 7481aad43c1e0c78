import type { NetworkId } from '../../../src-shared/networks.ts'
import { pick, type RevertedTrades, type StoredTrades } from '../../bus/events.ts'
import { eventsOf, inOrder } from '../../bus/page-events.ts'
import { Backoff } from '../../lib/backoff.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'

const TRADES_PER_PAGE = 250
const RETRY = { firstMs: 100, longestMs: 2_000 }
/** Rows to remember that were sent early, because a later row was published first. */
const MAX_EARLY = 20_000

/**
 * Trades of a network and their retractions in the order of their rows, for several processes that store and publish them. A row becomes visible
 * after all smaller ones (docs/team.md#order), but its message may overtake theirs. Clients resume after the last row they received, so before a row
 * is sent, the stored rows below it are read and sent. The messages of those rows are dropped when they arrive.
 */
export class StoredOrder {
  readonly #store: Pick<Store, 'read'>
  readonly #network: NetworkId
  readonly #send: (event: OfRows) => void
  /** Every visible row up to this one was sent; null before the first event. */
  #upTo: number | null = null
  readonly #logger: Logger
  readonly #early = new Set<number>()
  readonly #stopping = new AbortController()
  #pending: Promise<void> = Promise.resolve()

  constructor(store: Pick<Store, 'read'>, network: NetworkId, send: (event: OfRows) => void, logger: Logger) {
    this.#store = store
    this.#network = network
    this.#send = send
    this.#logger = logger
  }

  /** Resolves once the currently stored rows count as sent: clients have them from the store. */
  begin(): Promise<void> {
    return this.#queue(async () => {
      this.#upTo ??= (await this.#read(Number.MAX_SAFE_INTEGER)).newest
    })
  }

  add(event: OfRows): Promise<void> {
    return this.#queue(() => this.#add(event))
  }

  /** While the database is unreachable, events wait. If they were sent without the rows below them, they would move cursors past those rows. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#pending = this.#pending.then(async () => {
      const backoff = new Backoff(RETRY)
      for (;;) {
        try {
          return await work()
        } catch (error) {
          this.#logger.warn({ err: error, network: this.#network }, 'the order of trades could not be read from the store')
          await backoff.pause(this.#stopping.signal)
          if (this.#stopping.signal.aborted) return
        }
      }
    })
    return this.#pending
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #add(event: OfRows): Promise<void> {
    const numbers = numbersOf(event)
    if (numbers === null || this.#upTo === null) return this.#send(event)
    const first = numbers.find((number) => !this.#early.has(number))
    if (first !== undefined && first > this.#upTo + 1) await this.#fill(this.#upTo, first)
    const indexes = numbers.flatMap((number, index) => (this.#early.delete(number) ? [] : [index]))
    if (indexes.length === 0) return
    this.#send(pick(event, indexes))
    this.#upTo = Math.max(this.#upTo, ...numbers)
  }

  /** Sends the stored rows between two numbers. */
  async #fill(after: number, before: number): Promise<void> {
    for (let at = after; at < before - 1;) {
      const { upTo, newest, ...page } = await this.#read(at)
      const entries = inOrder(page).filter(({ number }) => number < before)
      for (const { number } of entries) this.#early.add(number)
      for (const event of eventsOf(entries)) this.#send(event)
      for (const number of this.#early) if (this.#early.size > MAX_EARLY) this.#early.delete(number)
      this.#upTo = entries.at(-1)?.number ?? at
      if (upTo >= newest) return
      at = upTo
    }
  }

  #read(after: number) {
    return this.#store.read.tradesAfter({ network: this.#network, subject: null, after, limit: TRADES_PER_PAGE })
  }
}

type OfRows = StoredTrades | RevertedTrades

/** Retractions are numbered as rows are (src-main/store/tables/trades/reverted-trades.ts). */
const numbersOf = (event: OfRows): readonly number[] | null => (event.kind === 'stored' ? event.rows : event.retractions)
