import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { NATIVE, type DecodeWarning } from '../../../../../../src-shared/domain/events.ts'
import type { RawLog } from '../../../transaction/log.ts'
import type { Settlement } from '../../../venues/settlements.ts'
import { readWithdrawal } from '../events.ts'
import { closest, type Leg, type LegLookups, type Move, type SwapTransaction } from '../leg.ts'
import { orderEventOf, type FilledOrder } from './order-events.ts'

/** What settlement contracts report: exchanges without a pool, and decode warnings. */
export interface OrdersRead {
  readonly legs: readonly Leg[]
  readonly warnings: readonly DecodeWarning[]
}

const NONE: OrdersRead = { legs: [], warnings: [] }

/**
 * The filled orders of listed settlement contracts as legs without a pool, from the taker's view. An order that other legs of the transaction serve is
 * no leg of its own: they exchange the same tokens. If neither an event nor the movements before it state what was exchanged, or they serve it in part, and a token moved that no
 * leg trades, that is a warning.
 *
 * @param legs swaps on pools
 */
export function readOrders(transaction: SwapTransaction, legs: readonly Leg[], moves: readonly Move[], lookups: LegLookups): OrdersRead {
  let last = -1
  const filled = transaction.logs.flatMap((log) => {
    const event = orderEventOf(log)
    if (event === null) return []
    const settlement = event.settlement ?? lookups.settlement(log.address)
    if (settlement === null) return []
    const before = event.isPartial ? moves.filter(({ index }) => index > last && index < log.logIndex) : []
    if (event.isPartial) last = log.logIndex
    const order = event.read(log, settlement, before)
    return [{ log, event, settlement, order, isUnstated: event.kind === 'unstated' || (event.isPartial === true && order === null) }]
  })
  if (filled.length === 0) return NONE
  const warnings: DecodeWarning[] = []
  const warn = (code: string, detail: string): void =>
    void warnings.push({ kind: 'decode_warning', network: transaction.network, tx: transaction.tx, code, detail })
  const own: Leg[] = []
  const others: { readonly leg: Leg; readonly kind: 'order' | 'settled' }[] = []
  for (const { log, event, settlement, order, isUnstated } of filled) {
    if (isUnstated || event.kind === 'unstated') continue
    if (order === null) warn('swap_unreadable', `log ${log.logIndex} of ${log.address} has the topic of ${event.signature} but not its fields`)
    else if (order.rawIn <= 0n || order.rawOut <= 0n || order.tokenIn === order.tokenOut)
      warn('swap_one_sided', `log ${log.logIndex} of ${log.address}: ${order.rawIn} in and ${order.rawOut} out is no exchange`)
    else if (event.kind === 'quote') own.push(legOf(log, order, settlement, moves))
    else others.push({ leg: legOf(log, order, settlement, moves), kind: event.kind })
  }
  const exchanged = openExchanges(transaction, [...legs, ...own])
  const [served, alone] = partition(others, ({ leg, kind }) => exchanged[kind](leg))
  own.push(...alone.map(({ leg }) => leg))
  const traded = new Set([...legs, ...own].flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))
  const moved = new Set(moves.map(({ token }) => token))
  const unread = moved.size > 1 && [...moved].some((token) => !traded.has(token)) ? filled.filter(({ isUnstated }) => isUnstated) : []
  const partly = served.filter(({ leg: { tokenIn, tokenOut } }) => [tokenIn, tokenOut].some((token) => token !== NATIVE && !traded.has(token)))
  for (const address of new Set([...unread.map(({ log }) => log.address), ...partly.map(({ leg }) => leg.log.address)]))
    warn('exchange_undecoded', `${address}: no event states all that it exchanged.`)
  return { legs: own, warnings }
}

function legOf(
  log: RawLog,
  { rawIn, rawOut, tokenIn, tokenOut, maker, taker }: FilledOrder,
  { dex, version, peg }: Settlement,
  moves: readonly Move[],
): Leg {
  const movedIn = closest(
    log,
    moves.filter((move) => move.token === tokenIn && move.raw === rawIn && move.to === maker),
  )
  // The coins of a peg module are also minted, burned or held elsewhere.
  const movedOut = closest(
    log,
    moves.filter((move) => move.token === tokenOut && move.raw === rawOut && (peg === null ? move.from === maker : move.to === taker)),
  )
  // A contract that unwraps the output for the taker received it first.
  const recipient = movedOut === undefined || (movedOut.to === log.address && taker !== null) ? taker : movedOut.to
  const confidence = movedIn !== undefined && movedOut !== undefined ? 'sure' : 'likely'
  return {
    kind: 'leg',
    log,
    pool: null,
    holder: maker,
    dex,
    version,
    tokenIn,
    tokenOut,
    rawIn,
    rawOut,
    feeIn: null,
    feeOut: null,
    recipient,
    confidence,
  }
}

/**
 * Whether legs serve an order: they lead from what the maker gave to what the maker wanted, or trade one of the tokens that a batch settled. The wrapped
 * coin counts as the coin.
 */
function openExchanges({ logs }: SwapTransaction, legs: readonly Leg[]): Readonly<Record<'order' | 'settled', (leg: Leg) => boolean>> {
  const wrapped = new Set(logs.flatMap((log) => readWithdrawal(log)?.token ?? []))
  const unwrap = (token: Address): Address => (wrapped.has(token) ? NATIVE : token)
  const sides = legs.map(({ tokenIn, tokenOut }) => [unwrap(tokenIn), unwrap(tokenOut)] as const)
  return {
    order: ({ tokenIn, tokenOut }) => {
      const reached = new Set([unwrap(tokenOut)])
      for (const token of reached) for (const [from, to] of sides) if (from === token) reached.add(to)
      return reached.has(unwrap(tokenIn))
    },
    settled: ({ tokenIn, tokenOut }) => sides.flat().some((token) => token === unwrap(tokenIn) || token === unwrap(tokenOut)),
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const { first = [], second = [] } = Object.groupBy(all, (one) => (isFirst(one) ? 'first' : 'second'))
  return [first, second]
}
