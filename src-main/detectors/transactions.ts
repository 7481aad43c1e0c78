import { NATIVE, type TradeFact, type TransferFact } from '../../src-shared/domain/events.ts'
import { comparePositions, type Position } from '../../src-shared/domain/position.ts'
import { isBurnAddress } from './burn-addresses.ts'
import type { TokenFacts } from './facts.ts'
import { compareText } from './order.ts'

/** Transfers and trade legs of one transaction brought together: what it did to whose balance. */

/** What swaps of one transaction did to one wallet, net (engine.md §1.1: the owner whose balance changed, not the signer). */
export interface Swap {
  readonly wallet: string
  readonly isBuy: boolean
  readonly signer: string | null
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  /** Tokens received by a buy, given by a sale; raw units. */
  readonly raw: bigint
  /** Native coin given by a buy, received by a sale, raw units; null when it was something else or is not decoded. */
  readonly native: bigint | null
}

/** Each in chain order. */
export interface Told {
  readonly moves: readonly TransferFact[]
  readonly buys: readonly Swap[]
  readonly sells: readonly Swap[]
  /** Buys and sells together; of one transaction the buys first. */
  readonly swaps: readonly Swap[]
}

/** @param transfers @param trades in chain order */
export function readTransactions(
  facts: TokenFacts,
  transfers: readonly TransferFact[],
  trades: readonly TradeFact[],
  pools: ReadonlySet<string>,
): Told {
  const moves: TransferFact[] = []
  const buys: Swap[] = []
  const sells: Swap[] = []
  const { address, network } = facts.token
  const swaps: Swap[] = []
  const tell = (
    { position, time, tx }: TransferFact | TradeFact,
    legs: readonly TradeFact[],
    wallet: string,
    isBuy: boolean,
    raw: bigint,
    alone: boolean,
  ): void => {
    const native = alone ? nativeMoved(facts, legs, isBuy ? 'tokenIn' : 'tokenOut') : null
    const swap = { wallet, isBuy, signer: legs[0]?.signer ?? null, position, time, tx, raw, native }
    if (isBuy) buys.push(swap)
    else sells.push(swap)
    swaps.push(swap)
  }
  const add = (first: TransferFact | TradeFact, legs: readonly TradeFact[], changed: readonly Change[]): void => {
    const people = changed.filter(([wallet]) => !pools.has(wallet))
    for (const isBuy of [true, false]) {
      const own = people.filter(([, raw]) => raw > 0n === isBuy)
      for (const [wallet, change] of own) tell(first, legs, wallet, isBuy, isBuy ? change : -change, own.length === 1)
    }
  }
  /** A transaction of one transfer, as most are: nothing is to be added up. */
  const addOne = (row: TransferFact, legs: readonly TradeFact[], isBought: boolean, isSold: boolean): void => {
    const { from, to, raw } = row
    if (from === to || raw === 0n || isBurnAddress(network, from)) return
    if (isBought && to !== '' && !pools.has(to)) tell(row, legs, to, true, raw, true)
    if (isSold && from !== '' && !pools.has(from)) tell(row, legs, from, false, raw, true)
  }
  const apart = legsApart(transfers, trades)
  const moved = new Set<string>()
  let leg = 0
  /** False where a transaction comes behind another that is told after it. */
  let isOrdered = true
  let before: TransferFact | null = null
  for (let start = 0, end = 0; start < transfers.length; start = end) {
    const first = transfers[start]
    if (first === undefined) break
    const { tx, position } = first
    isOrdered &&= before === null || inChainOrder(before, first) < 0
    before = first
    let isSwap = false
    for (let row: TransferFact | undefined = first; row?.tx === tx; row = transfers[++end]) isSwap ||= pools.has(row.from) || pools.has(row.to)
    while (leg < trades.length && isEarlier(trades[leg], first)) leg++
    const legs: TradeFact[] = []
    for (let i = leg; trades[i]?.position.block === position.block && trades[i]?.position.tx === position.tx; i++) {
      const trade = trades[i]
      if (trade?.tx === tx) legs.push(trade)
    }
    if (apart.size > 0 && apart.has(tx)) {
      moved.add(tx)
      legs.splice(0, legs.length, ...(apart.get(tx) ?? []))
    }
    if (!isSwap && legs.length === 0) {
      for (let i = start; i < end; i++) moves.push(transfers[i] ?? first)
      continue
    }
    const isSold = legs.length === 0 || legs.some(({ tokenIn }) => tokenIn.token === address)
    const isBought = legs.length === 0 || legs.some(({ tokenOut }) => tokenOut.token === address)
    if (end - start === 1) {
      addOne(first, legs, isBought, isSold)
      continue
    }
    const changed = changes(transfers.slice(start, end).filter(({ from }) => !isBurnAddress(network, from)))
    add(first, legs, isSold && isBought ? changed : changed.filter(([, raw]) => (raw > 0n ? isBought : isSold)))
  }
  for (const [tx, legs] of apart) {
    const [first] = legs
    if (moved.has(tx) || first === undefined) continue
    add(first, legs, changes(legs.flatMap((one) => ownMove(facts, one))))
    isOrdered = false
  }
  if (isOrdered) return { moves, buys, sells, swaps }
  buys.sort(compareSwaps)
  sells.sort(compareSwaps)
  return { moves, buys, sells, swaps: together(buys, sells) }
}

function together(buys: readonly Swap[], sells: readonly Swap[]): Swap[] {
  const swaps: Swap[] = []
  let next = 0
  for (const buy of buys) {
    for (let sale = sells[next]; sale !== undefined && inChainOrder(sale, buy) < 0; sale = sells[++next]) swaps.push(sale)
    swaps.push(buy)
  }
  for (; next < sells.length; next++) swaps.push(sells[next] as Swap)
  return swaps
}

/** By place, then by transaction where several have the same: places are not known of all. */
function inChainOrder({ position: x, tx: a }: TransferFact | Swap, { position: y, tx: b }: TransferFact | Swap): number {
  return x.block - y.block || x.tx - y.tx || compareText(a, b)
}

function compareSwaps(x: Swap, y: Swap): number {
  return comparePositions(x.position, y.position) || compareText(x.tx, y.tx) || compareText(x.wallet, y.wallet)
}

function isEarlier(trade: TradeFact | undefined, transfer: TransferFact): boolean {
  if (trade === undefined) return false
  const { block, tx } = trade.position
  return block < transfer.position.block || (block === transfer.position.block && tx < transfer.position.tx)
}

/** All legs of those transactions of which a leg stands where no transfer of the same transaction does, by transaction. */
function legsApart(transfers: readonly TransferFact[], trades: readonly TradeFact[]): Map<string, TradeFact[]> {
  const found = new Map<string, TradeFact[]>()
  let at = 0
  for (const trade of trades) {
    for (let row = transfers[at]; row !== undefined && isBefore(row, trade); row = transfers[++at]);
    let isThere = false
    for (let i = at; !isThere && isAtPlaceOf(transfers[i], trade); i++) isThere = transfers[i]?.tx === trade.tx
    if (!isThere) found.set(trade.tx, [])
  }
  if (found.size > 0) for (const trade of trades) found.get(trade.tx)?.push(trade)
  return found
}

const isBefore = ({ position: x }: TransferFact, { position: y }: TradeFact): boolean => x.block < y.block || (x.block === y.block && x.tx < y.tx)
const isAtPlaceOf = (row: TransferFact | undefined, { position }: TradeFact): boolean =>
  row?.position.block === position.block && row.position.tx === position.tx

/** What a trade leg says of the token itself where its transfers are not stored. */
function ownMove({ token }: TokenFacts, { tokenIn, tokenOut, receiver, signer, pool }: TradeFact): Moved[] {
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
type Change = readonly [address: string, raw: bigint]

/** What a transaction did to each balance of the token, by address; those it left as they were are left out. */
function changes(rows: readonly Moved[]): readonly Change[] {
  const changed = new Map<string, bigint>()
  for (const { from, to, raw } of rows) {
    changed.set(from, (changed.get(from) ?? 0n) - raw)
    changed.set(to, (changed.get(to) ?? 0n) + raw)
  }
  changed.delete('')
  return [...changed].filter(([, raw]) => raw !== 0n).sort(([a], [b]) => compareText(a, b))
}

/** Native coin on one side of the legs, where a route begins or ends with it. */
function nativeMoved(facts: TokenFacts, legs: readonly TradeFact[], side: 'tokenIn' | 'tokenOut'): bigint | null {
  let moved: bigint | null = null
  for (const leg of legs) {
    const { token, raw } = leg[side]
    if (token === NATIVE || facts.nativeTokens.has(token)) moved = moved === null ? raw : moved + raw
  }
  return moved
}
