import { comparePositions, type Position } from '../../src-shared/domain/position.ts'
import { NATIVE, type Transfer } from '../../src-shared/domain/events.ts'
import type { TokenFacts } from './facts.ts'
import { compareBig, compareText, pushTo } from './order.ts'

/** What moved between whom, told apart: swaps, plain moves of the token, and payments in native coin. */

/** A movement of native coin. */
export interface Payment {
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly tx: string
  readonly block: number | null
  readonly time: number | null
}

/** The token reached a wallet through a swap (engine.md §1.1: the owner whose balance grew, not the signer). */
export interface Buy {
  readonly wallet: string
  readonly signer: string | null
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  /** Tokens received, raw units. */
  readonly raw: bigint
  /** Native coin spent, raw units; null when the swap paid in something else or is not decoded. */
  readonly spent: bigint | null
}

export interface Flows {
  /** Token transfers outside swaps, in chain order. */
  readonly moves: readonly Transfer[]
  /** All token transfers, in chain order. */
  readonly transfers: readonly Transfer[]
  readonly buys: readonly Buy[]
  /** Oldest first. */
  readonly payments: readonly Payment[]
}

export function readFlows(facts: TokenFacts): Flows {
  const transfers = inOrder(facts.transfers, compareTransfers)
  const trades = inOrder(facts.trades, (x, y) => comparePositions(x.position, y.position) || x.leg - y.leg)
  const pools = new Set<string>(facts.pools.map((pool) => pool.address))
  const swapTxs = new Set<string>()
  for (const trade of trades) {
    swapTxs.add(trade.tx)
    if (trade.pool !== null) pools.add(trade.pool)
  }
  for (const transfer of transfers) if (pools.has(transfer.from) || pools.has(transfer.to)) swapTxs.add(transfer.tx)

  const moves: Transfer[] = []
  const swapMoves: Transfer[] = []
  for (const transfer of transfers) (swapTxs.has(transfer.tx) ? swapMoves : moves).push(transfer)
  return { moves, transfers, buys: readBuys(facts, trades, swapMoves, pools), payments: readPayments(facts) }
}

function inOrder<T>(rows: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const sorted = rows.every((row, i) => {
    const before = rows[i - 1]
    return before === undefined || compare(before, row) <= 0
  })
  return sorted ? rows : [...rows].sort(compare)
}

function compareTransfers(a: Transfer, b: Transfer): number {
  return (
    comparePositions(a.position, b.position) ||
    compareText(a.tx, b.tx) ||
    compareText(a.from, b.from) ||
    compareText(a.to, b.to) ||
    compareBig(a.raw, b.raw)
  )
}

function readBuys(facts: TokenFacts, trades: TokenFacts['trades'], swapMoves: readonly Transfer[], pools: ReadonlySet<string>): Buy[] {
  const tradesByTx = new Map<string, TokenFacts['trades'][number][]>()
  for (const trade of trades) pushTo(tradesByTx, trade.tx, trade)
  const moved = new Set<string>()
  const buys: Buy[] = []
  for (const rows of transactions(swapMoves)) {
    const [first] = rows
    if (first === undefined) continue
    moved.add(first.tx)
    const legs = tradesByTx.get(first.tx) ?? []
    const onlySold = legs.length > 0 && !legs.some((leg) => leg.tokenOut.token === facts.token.address)
    if (onlySold) continue
    const gainers = gains(rows).filter(([address]) => !pools.has(address))
    const spent = gainers.length === 1 ? nativeSpent(facts, legs) : null
    for (const [wallet, raw] of gainers) {
      buys.push({ wallet, signer: legs[0]?.signer ?? null, position: first.position, time: first.time, tx: first.tx, raw, spent })
    }
  }
  for (const [tx, legs] of tradesByTx) {
    if (moved.has(tx)) continue
    for (const leg of legs) {
      if (leg.tokenOut.token !== facts.token.address) continue
      const wallet = leg.receiver ?? leg.signer
      const spent = nativeSpent(facts, [leg])
      buys.push({ wallet, signer: leg.signer, position: leg.position, time: leg.time, tx, raw: leg.tokenOut.raw, spent })
    }
  }
  return [...inOrder(buys, (x, y) => comparePositions(x.position, y.position) || compareText(x.tx, y.tx) || compareText(x.wallet, y.wallet))]
}

/** Rows in chain order, cut where the transaction changes. */
function* transactions(rows: readonly Transfer[]): Generator<readonly Transfer[]> {
  let start = 0
  for (let i = 1; i <= rows.length; i++) {
    if (i < rows.length && rows[i]?.tx === rows[start]?.tx) continue
    yield rows.slice(start, i)
    start = i
  }
}

/** Who had more of the token after a transaction than before, by address. */
function gains(rows: readonly Transfer[]): [string, bigint][] {
  const [only] = rows
  if (rows.length === 1 && only !== undefined) return only.from !== only.to && only.raw > 0n ? [[only.to, only.raw]] : []
  const grown = new Map<string, bigint>()
  for (const { from, to, raw } of rows) {
    grown.set(from, (grown.get(from) ?? 0n) - raw)
    grown.set(to, (grown.get(to) ?? 0n) + raw)
  }
  return [...grown].filter(([, raw]) => raw > 0n).sort(([a], [b]) => compareText(a, b))
}

/** Native coin that went in where a route begins with it. */
function nativeSpent(facts: TokenFacts, legs: TokenFacts['trades']): bigint | null {
  let spent: bigint | null = null
  for (const { tokenIn } of legs) {
    if (tokenIn.token === NATIVE || facts.nativeTokens.has(tokenIn.token)) spent = (spent ?? 0n) + tokenIn.raw
  }
  return spent
}

function readPayments(facts: TokenFacts): Payment[] {
  const seen = new Set<string>()
  const payments: Payment[] = []
  const add = (payment: Payment): void => {
    const key = `${payment.tx} ${payment.from} ${payment.to} ${payment.raw}`
    if (seen.has(key) || payment.raw <= 0n) return
    seen.add(key)
    payments.push(payment)
  }
  for (const { from, to, raw, tx, time, position } of facts.nativeTransfers) add({ from, to, raw, tx, time, block: position.block })
  for (const { wallet, funder, raw, tx, time, block } of facts.funding) {
    if (funder !== null && raw !== null && tx !== null) add({ from: funder, to: wallet, raw, tx, time, block })
  }
  const last = Number.MAX_SAFE_INTEGER
  return payments.sort(
    (x, y) =>
      (x.block ?? last) - (y.block ?? last) ||
      (x.time ?? last) - (y.time ?? last) ||
      compareText(x.tx, y.tx) ||
      compareText(x.from, y.from) ||
      compareText(x.to, y.to) ||
      compareBig(x.raw, y.raw),
  )
}
