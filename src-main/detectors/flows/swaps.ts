import { NATIVE, type TradeFact, type TransferFact } from '../../../src-shared/domain/events.ts'
import { comparePositions, type Position } from '../../../src-shared/domain/position.ts'
import { isBurnAddress } from '../labels/burn-addresses.ts'
import type { TokenFacts } from '../facts.ts'
import { compareText } from '../math/order.ts'

/** Transfers and trade legs of one transaction brought together: what it did to whose balance. */

/** What swaps of one transaction did to one wallet, net (docs/detection.md#wallets: the owner whose balance changed, not the signer). */
export interface Swap {
  readonly wallet: string
  readonly isBuy: boolean
  readonly signer: string | null
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  /** Tokens that a buy received or a sale gave, raw units. */
  readonly raw: bigint
  /** Native coin that a buy paid or a sale received, raw units; null when another token was paid or it is not decoded. */
  readonly native: bigint | null
}

/** Each in chain order. */
export interface TransactionFlows {
  readonly moves: TransferFact[]
  readonly buys: Swap[]
  readonly sells: Swap[]
  /** Buys and sells together; of one transaction the buys first. */
  readonly swaps: Swap[]
}

/** @param transfers @param trades in chain order */
export function readTransactions(
  facts: TokenFacts,
  transfers: readonly TransferFact[],
  trades: readonly TradeFact[],
  pools: ReadonlySet<string>,
): TransactionFlows {
  const moves: TransferFact[] = []
  const buys: Swap[] = []
  const sells: Swap[] = []
  const { address, network } = facts.token
  const swaps: Swap[] = []
  const emit = (
    { position, time, tx }: TransferFact | TradeFact,
    legs: readonly TradeFact[],
    wallet: string,
    isBuy: boolean,
    raw: bigint,
    alone: boolean,
  ): void => {
    const native = alone ? sumNative(facts, legs, isBuy ? 'tokenIn' : 'tokenOut') : null
    const swap = { wallet, isBuy, signer: legs[0]?.signer ?? null, position, time, tx, raw, native }
    if (isBuy) buys.push(swap)
    else sells.push(swap)
    swaps.push(swap)
  }
  const add = (first: TransferFact | TradeFact, legs: readonly TradeFact[], changed: readonly Change[]): void => {
    const people = changed.filter(([wallet]) => !pools.has(wallet))
    for (const isBuy of [true, false]) {
      const own = people.filter(([, raw]) => raw > 0n === isBuy)
      for (const [wallet, change] of own) emit(first, legs, wallet, isBuy, isBuy ? change : -change, own.length === 1)
    }
  }
  /** The common case of one transfer, where nothing needs adding up. */
  const addOne = (row: TransferFact, legs: readonly TradeFact[], isBought: boolean, isSold: boolean): void => {
    const { from, to, raw } = row
    if (from === to || raw === 0n || isBurnAddress(network, from)) return
    if (isBought && to !== '' && !pools.has(to)) emit(row, legs, to, true, raw, true)
    if (isSold && from !== '' && !pools.has(from)) emit(row, legs, from, false, raw, true)
  }
  const apart = legsWithoutTransfers(transfers, trades)
  const moved = new Set<string>()
  let leg = 0
  /** False where a transaction was emitted before one that precedes it. */
  let isOrdered = true
  let before: TransferFact | null = null
  for (let start = 0, end = 0; start < transfers.length; start = end) {
    const first = transfers[start]
    if (first === undefined) break
    const { tx, position } = first
    isOrdered &&= before === null || compareChainOrder(before, first) < 0
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
    const changed = netChanges(transfers.slice(start, end).filter(({ from }) => !isBurnAddress(network, from)))
    add(first, legs, isSold && isBought ? changed : changed.filter(([, raw]) => (raw > 0n ? isBought : isSold)))
  }
  for (const [tx, legs] of apart) {
    const [first] = legs
    if (moved.has(tx) || first === undefined) continue
    add(first, legs, netChanges(legs.flatMap((one) => ownMoves(facts, one))))
    isOrdered = false
  }
  if (isOrdered) return { moves, buys, sells, swaps }
  buys.sort(compareSwaps)
  sells.sort(compareSwaps)
  return { moves, buys, sells, swaps: mergeSwaps(buys, sells) }
}

function mergeSwaps(buys: readonly Swap[], sells: readonly Swap[]): Swap[] {
  const swaps: Swap[] = []
  let next = 0
  for (const buy of buys) {
    for (let sale = sells[next]; sale !== undefined && compareChainOrder(sale, buy) < 0; sale = sells[++next]) swaps.push(sale)
    swaps.push(buy)
  }
  for (; next < sells.length; next++) swaps.push(sells[next] as Swap)
  return swaps
}

/** By position, then by transaction id: positions are not known for every row. */
function compareChainOrder({ position: x, tx: a }: TransferFact | Swap, { position: y, tx: b }: TransferFact | Swap): number {
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

/** By transaction, all legs of the transactions that have a leg at a position without a transfer. */
function legsWithoutTransfers(transfers: readonly TransferFact[], trades: readonly TradeFact[]): Map<string, TradeFact[]> {
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

/** The token's movements according to a trade leg, where its transfers are not stored. */
function ownMoves({ token }: TokenFacts, { tokenIn, tokenOut, receiver, signer, pool }: TradeFact): Moved[] {
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

/** Net change of each balance in one transaction, sorted by address; unchanged balances are left out. */
function netChanges(rows: readonly Moved[]): readonly Change[] {
  const changed = new Map<string, bigint>()
  for (const { from, to, raw } of rows) {
    changed.set(from, (changed.get(from) ?? 0n) - raw)
    changed.set(to, (changed.get(to) ?? 0n) + raw)
  }
  changed.delete('')
  return [...changed].filter(([, raw]) => raw !== 0n).sort(([a], [b]) => compareText(a, b))
}

/** Native coin on one side of the legs; null where the route neither begins nor ends with it. */
function sumNative(facts: TokenFacts, legs: readonly TradeFact[], side: 'tokenIn' | 'tokenOut'): bigint | null {
  let moved: bigint | null = null
  for (const leg of legs) {
    const { token, raw } = leg[side]
    if (token === NATIVE || facts.nativeTokens.has(token)) moved = moved === null ? raw : moved + raw
  }
  return moved
}
