import { AppError } from '../../../../lib/app-error.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import type { RpcClient } from '../../../rpc/request.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { inspectEnd } from './account-history.ts'
import { listMentions, MENTIONS_PER_PAGE, oldestSlot, type Mention } from './history.ts'
import type { Transactions } from './transactions.ts'

export interface CursorQuery {
  readonly address: string
  /** Closed range of slots. */
  readonly from: number
  readonly to: number
}

/** A cursor over the mentions of an address in a range of slots, page by page, newest first. Mutable. */
export class MentionCursor {
  readonly #node: SolanaNode
  readonly #transactions: Transactions
  readonly #query: CursorQuery
  readonly #endpoints: readonly RpcClient[]
  #endpoint = 0
  /** Read but not taken, newest first. */
  #buffer: Mention[] = []
  #oldest: Mention[] = []
  #last: Mention | null = null
  #state: 'open' | 'done' | 'cut' = 'open'
  #completeFrom: number

  constructor(node: SolanaNode, transactions: Transactions, query: CursorQuery) {
    this.#node = node
    this.#transactions = transactions
    this.#query = query
    this.#endpoints = node.archives()
    this.#completeFrom = query.to + 1
  }

  /** The first slot of the range from which all mentions were read. */
  get completeFrom(): number {
    return this.#completeFrom
  }

  /** Whether the list ends before it reaches the start of the range, although the account did not begin there. */
  get isCut(): boolean {
    return this.#state === 'cut'
  }

  get isDone(): boolean {
    return this.#state !== 'open'
  }

  /** Removes and returns the buffered mentions from a slot on. */
  take(from: number): Mention[] {
    const end = this.#buffer.findIndex(({ slot }) => slot < from)
    return this.#buffer.splice(0, end === -1 ? this.#buffer.length : end)
  }

  /** Reads one page. */
  async advance(signal: AbortSignal): Promise<void> {
    const endpoint = this.#endpoints[this.#endpoint]
    if (endpoint === undefined) throw new Error('the cursor has no endpoint')
    let rows: readonly Mention[]
    try {
      rows = this.#last === null ? await this.#firstPage(endpoint, signal) : await this.#pageBefore(endpoint, this.#last, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || !this.#nextEndpoint()) throw error
      return
    }
    const last = rows.at(-1)
    if (last === undefined) return this.#end(signal)
    const { from, to } = this.#query
    this.#buffer.push(...rows.filter(({ slot, failed }) => !failed && slot >= from && slot <= to))
    this.#oldest = oldestSlot([...this.#oldest, ...rows])
    this.#last = last
    // The page may end in the middle of a slot.
    this.#completeFrom = Math.min(this.#completeFrom, Math.max(from, last.slot + 1))
    if (last.slot < from) this.#state = 'done'
  }

  /** The newest page, or the page at the end of the range if the endpoint lists from any slot. */
  async #firstPage(endpoint: RpcClient, signal: AbortSignal): Promise<readonly Mention[]> {
    const { address, to } = this.#query
    const newest = await listMentions(endpoint, address, { limit: MENTIONS_PER_PAGE, before: null }, signal)
    const last = newest.at(-1)
    if (last === undefined || last.slot <= to + 1) return newest
    const listing = this.#transactions.listing(endpoint)
    if (!(await listing.isSupported(address, newest, signal))) return newest
    const page = await listing.listBelow(address, to + 1, last.slot, signal)
    return page === null || page.rows.length === 0 ? newest : page.rows
  }

  async #pageBefore(endpoint: RpcClient, last: Mention, signal: AbortSignal): Promise<readonly Mention[]> {
    const rows = await listMentions(endpoint, this.#query.address, { limit: MENTIONS_PER_PAGE, before: last.signature }, signal)
    if (rows.some(({ slot, signature }) => slot > last.slot || signature === last.signature)) {
      throw contradiction(endpoint.hosts, `a list before transaction ${last.signature} has newer ones`)
    }
    return rows
  }

  async #end(signal: AbortSignal): Promise<void> {
    const { address, from } = this.#query
    const { proof } = await inspectEnd(this.#node, this.#transactions, { address, oldest: this.#oldest.toReversed() }, signal)
    if (proof === 'cut' && this.#nextEndpoint()) return
    this.#state = proof === 'cut' ? 'cut' : 'done'
    if (proof !== 'cut') this.#completeFrom = from
  }

  #nextEndpoint(): boolean {
    if (this.#endpoint + 1 >= this.#endpoints.length) return false
    this.#endpoint += 1
    return true
  }
}
