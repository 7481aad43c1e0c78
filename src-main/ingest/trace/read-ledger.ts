import type { Address } from '../../../src-shared/domain/address.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { NATIVE, type Transfer } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Store, TraceRead, TraceReadKey } from '../../store/interface.ts'

/** Payments of one wallet in one coin, from the store and, for missing periods, from the node. */

export interface LedgerContext {
  readonly store: Store
  readonly adapter: ChainAdapter
  readonly network: NetworkId
  readonly coin: Address
  readonly since: number
  readonly until: number
  readonly head: BlockRef
  /** Unix seconds up to which no block can be reverted. */
  readonly finalUntil: number
  readonly signal: AbortSignal
  /** Called before each read from the node. */
  readonly onRead: () => void
}

export interface Ledger {
  readonly rows: readonly Transfer[]
  /** Lower bound of the raw units held before the period. Null if unknown. */
  readonly opening: bigint | null
  /** Payments that are not listed, or that the endpoint cannot report. */
  readonly missing: string | null
}

interface SideRead extends TraceRead {
  /** Payments that the endpoint could not report. They are requested again, because another endpoint may. */
  readonly unread: string | null
}

/** Payments of a wallet up to this number are read. A service makes more, and its payments say nothing about one customer. */
const MAX_PAYMENTS = 300

/** @returns `busy`, the reason, if there are too many payments on the followed side to read them all */
export async function readLedger(context: LedgerContext, wallet: Address, followed: TraceRead['side']): Promise<Ledger | { readonly busy: string }> {
  const first = await readSide(context, wallet, followed)
  if (!first.complete) return { busy: first.unlisted ?? '' }
  const other = await readSide(context, wallet, followed === 'paid' ? 'received' : 'paid')
  const missing = first.unread ?? other.unread ?? first.unlisted ?? other.unlisted
  const isWhole = other.complete && missing === null && context.until >= context.head.time
  const [paid, received] = followed === 'paid' ? [first, other] : [other, first]
  return { rows: [...paid.rows, ...received.rows], opening: isWhole ? await readOpening(context, wallet, paid, received) : null, missing }
}

/** The current balance, minus received and plus paid amounts. Lists of payments contain no fees, so the true value may be higher. */
async function readOpening(context: LedgerContext, wallet: Address, paid: TraceRead, received: TraceRead): Promise<bigint | null> {
  const { store, adapter, coin, since, head, signal } = context
  if (paid.opening !== null) return paid.opening
  context.onRead()
  const balances = coin === NATIVE ? await adapter.nativeBalances([wallet], head, signal) : await adapter.balances(coin, [wallet], head, signal)
  const now = balances.find(({ address }) => address === wallet)?.raw
  if (now === undefined) return null
  const before = now + sumRaw(paid.rows.map(({ raw }) => raw)) - sumRaw(received.rows.map(({ raw }) => raw))
  const opening = before > 0n ? before : 0n
  const stored = await store.read.traceRead(paid)
  if (stored?.complete === true && stored.since === since) await store.write.saveTraceRead({ ...stored, opening })
  return opening
}

/** Requests only periods that are not stored. Payments that may still be reverted, or that the endpoint could not report, are not stored. */
async function readSide(context: LedgerContext, wallet: Address, side: TraceRead['side']): Promise<SideRead> {
  const { store, network, coin, since, until, finalUntil } = context
  const key = { network, wallet, coin, side }
  const stored = await store.read.traceRead(key)
  if (stored !== null && !stored.complete && stored.since === since) return { ...within(stored, since, until), unread: null }
  if (stored === null || !stored.complete) {
    const read = await readPeriod(context, key, since, until)
    await save(store, read, finalUntil)
    return read
  }
  const earlier = since < stored.since ? await readPeriod(context, key, since, stored.since - 1) : null
  const later = until > stored.until ? await readPeriod(context, key, stored.until + 1, until) : null
  const parts = [earlier, stored, later].filter((part) => part !== null)
  const joined: SideRead = {
    ...key,
    since: Math.min(since, stored.since),
    until: Math.max(until, stored.until),
    complete: parts.every(({ complete }) => complete),
    unlisted: parts.find((part) => part.unlisted !== null)?.unlisted ?? null,
    rows: parts.flatMap(({ rows }) => rows),
    unread: earlier?.unread ?? later?.unread ?? null,
    opening: earlier === null ? stored.opening : null,
  }
  if (parts.length > 1 && joined.complete) await save(store, joined, finalUntil)
  return { ...within(joined, since, until), unread: joined.unread }
}

async function readPeriod({ adapter, head, signal, onRead }: LedgerContext, key: TraceReadKey, since: number, until: number): Promise<SideRead> {
  onRead()
  const { wallet, coin, side } = key
  const found = await adapter.coinPayments({ wallet, coin, side, since, until, most: MAX_PAYMENTS }, head, signal)
  const { rows, stopped, unlisted, unread } = found
  return { ...key, since, until, rows, complete: stopped === null, unlisted: stopped ?? unlisted, unread, opening: null }
}

async function save(store: Store, { unread, ...read }: SideRead, finalUntil: number): Promise<void> {
  if (unread === null && finalUntil >= read.since) await store.write.saveTraceRead(within(read, read.since, Math.min(read.until, finalUntil)))
}

const within = (read: TraceRead, since: number, until: number): TraceRead => ({
  ...read,
  since,
  until,
  opening: since === read.since ? read.opening : null,
  rows: read.rows.filter(({ time }) => time !== null && time >= since && time <= until),
})
