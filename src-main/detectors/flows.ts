import { comparePositions, type Position } from '../../src-shared/domain/position.ts'
import { NATIVE, type Trade, type Transfer } from '../../src-shared/domain/events.ts'
import { isBurnAddress } from './burn-addresses.ts'
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

/** What swaps of one transaction did to one wallet, net (engine.md §1.1: the owner whose balance changed, not the signer). */
export interface Swap {
  readonly wallet: string
  readonly signer: string | null
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  /** Tokens received by a buy, given by a sale; raw units. */
  readonly raw: bigint
  /** Native coin given by a buy, received by a sale, raw units; null when it was something else or is not decoded. */
  readonly native: bigint | null
}

export interface Flows {
  /** Token transfers outside swaps, in chain order. */
  readonly moves: readonly Transfer[]
  /** All token transfers, in chain order. */
  readonly transfers: readonly Transfer[]
  readonly buys: readonly Swap[]
  readonly sells: readonly Swap[]
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
  return { moves, transfers, ...readSwaps(facts, trades, swapMoves, pools), payments: readPayments(facts) }
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

function readSwaps(
  facts: TokenFacts,
  trades: TokenFacts['trades'],
  swapMoves: readonly Transfer[],
  pools: ReadonlySet<string>,
): { buys: readonly Swap[]; sells: readonly Swap[] } {
  const tradesByTx = new Map<string, TokenFacts['trades'][number][]>()
  for (const trade of trades) pushTo(tradesByTx, trade.tx, trade)
  const moved = new Set<string>()
  const buys: Swap[] = []
  const sells: Swap[] = []
  const add = ({ position, time, tx }: Transfer | Trade, legs: TokenFacts['trades'], changed: readonly (readonly [string, bigint])[]): void => {
    const people = changed.filter(([address]) => !pools.has(address))
    for (const [wallet, change] of people) {
      const isBuy = change > 0n
      const alone = people.length === 1 || people.filter(([, raw]) => raw > 0n === isBuy).length === 1
      const native = alone ? nativeMoved(facts, legs, isBuy ? 'tokenIn' : 'tokenOut') : null
      const swap = { wallet, signer: legs[0]?.signer ?? null, position, time, tx, raw: isBuy ? change : -change, native }
      if (isBuy) buys.push(swap)
      else sells.push(swap)
    }
  }
  for (let start = 0, end = 0; start < swapMoves.length; start = end) {
    const first = swapMoves[start]
    if (first === undefined) break
    while (end < swapMoves.length && swapMoves[end]?.tx === first.tx) end++
    moved.add(first.tx)
    const legs = tradesByTx.get(first.tx) ?? []
    const traded = (side: 'tokenIn' | 'tokenOut'): boolean => legs.length === 0 || legs.some((leg) => leg[side].token === facts.token.address)
    const [sold, bought] = [traded('tokenIn'), traded('tokenOut')]
    const rows = end - start === 1 ? [first] : swapMoves.slice(start, end)
    const changed = changes(rows.filter(({ from }) => !isBurnAddress(facts.token.network, from)))
    add(first, legs, sold && bought ? changed : changed.filter(([, raw]) => (raw > 0n ? bought : sold)))
  }
  for (const [tx, legs] of tradesByTx) {
    const [first] = legs
    if (!moved.has(tx) && first !== undefined) add(first, legs, changes(legs.flatMap((leg) => ownMove(facts, leg))))
  }
  return { buys: inOrder(buys, compareSwaps), sells: inOrder(sells, compareSwaps) }
}

function compareSwaps(x: Swap, y: Swap): number {
  return comparePositions(x.position, y.position) || compareText(x.tx, y.tx) || compareText(x.wallet, y.wallet)
}

/** What a trade leg says of the token itself where its transfers are not stored. */
function ownMove({ token }: TokenFacts, { tokenIn, tokenOut, receiver, signer, pool }: TokenFacts['trades'][number]): Moved[] {
  const moved: Moved[] = []
  if (tokenOut.token === token.address) moved.push({ from: pool ?? '', to: receiver ?? signer, raw: tokenOut.raw })
  if (tokenIn.token === token.address) moved.push({ from: signer, to: pool ?? '', raw: tokenIn.raw })
  return moved
}

interface Moved {
  readonly from: string
  readonly to: string
  readonly raw: bigint
}

/** What a transaction did to each balance of the token, by address; those it left as they were are left out. */
function changes(rows: readonly Moved[]): (readonly [string, bigint])[] {
  const [only] = rows
  if (rows.length === 1 && only !== undefined) {
    if (only.from === only.to || only.raw === 0n) return []
    const sides = [[only.from, -only.raw] as const, [only.to, only.raw] as const].filter(([address]) => address !== '')
    return only.from < only.to ? sides : sides.reverse()
  }
  const changed = new Map<string, bigint>()
  for (const { from, to, raw } of rows) {
    changed.set(from, (changed.get(from) ?? 0n) - raw)
    changed.set(to, (changed.get(to) ?? 0n) + raw)
  }
  changed.delete('')
  return [...changed].filter(([, raw]) => raw !== 0n).sort(([a], [b]) => compareText(a, b))
}

/** Native coin on one side of the legs, where a route begins or ends with it. */
function nativeMoved(facts: TokenFacts, legs: TokenFacts['trades'], side: 'tokenIn' | 'tokenOut'): bigint | null {
  let moved: bigint | null = null
  for (const leg of legs) {
    const { token, raw } = leg[side]
    if (token === NATIVE || facts.nativeTokens.has(token)) moved = (moved ?? 0n) + raw
  }
  return moved
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
