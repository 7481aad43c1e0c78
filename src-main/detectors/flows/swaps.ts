import { NATIVE, type TradeFact, type TransferFact } from '../../../src-shared/domain/events.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { comparePositions, type Position } from '../../../src-shared/domain/position.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { TokenFacts } from '../facts.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { joinPassedOn } from './passed-on.ts'
import { findVault } from '../taxes/payouts.ts'
import { findSideTransfers, type TaxContext } from '../taxes/tax-legs.ts'
import { compareChainOrder, visitTransactions, type TokenRows } from './transactions.ts'

/** Combines the transfers and trade legs of one transaction into balance changes. */

/** Net effect of a transaction's swaps on one wallet (docs/detection.md#wallets: the owner whose balance changed, not the signer). */
export interface Swap {
  readonly wallet: string
  readonly isBuy: boolean
  /** Who ordered it. For a user operation that is its account, not the bundler that signed the transaction. */
  readonly signer: string | null
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  /** Tokens that a buy received or a sale gave, raw units. */
  readonly raw: bigint
  /**
   * Native coin that a buy paid or a sale received, raw units; null if another token was used, even for a part, if a part came from no pool, or if it is
   * not decoded.
   */
  readonly native: bigint | null
  /** The sender of the tokens if several wallets bought in the transaction and the sender is no pool; else null. */
  readonly handedBy: string | null
}

/** Each in chain order. */
export interface TransactionFlows {
  readonly moves: TransferFact[]
  readonly buys: Swap[]
  readonly sells: Swap[]
  /** Buys and sells together; within a transaction the buys first. */
  readonly swaps: Swap[]
}

/**
 * Taxes are neither moves nor swaps of their receivers (docs/detection.md#taxes).
 *
 * @param traded pools with a stored trade
 */
export function readTransactions(facts: TokenFacts, rows: TokenRows, taxes: TaxContext, traded: ReadonlySet<string>): TransactionFlows {
  const moves: TransferFact[] = []
  const buys: Swap[] = []
  const sells: Swap[] = []
  const { address, network } = facts.token
  const { pools } = taxes
  const swaps: Swap[] = []
  const isTrader = (wallet: string): boolean => wallet !== address && !pools.has(wallet) && !isBurnAddress(network, wallet)
  const emit = (
    { position, time, tx }: TransferFact | TradeFact,
    legs: readonly TradeFact[],
    wallet: string,
    isBuy: boolean,
    raw: bigint,
    alone: boolean,
    handedBy: string | null = null,
  ): void => {
    const native = alone ? sumNative(facts, legs, isBuy ? 'tokenIn' : 'tokenOut') : null
    const swap = { wallet, isBuy, signer: legs[0]?.signer ?? null, position, time, tx, raw, native, handedBy }
    if (isBuy) buys.push(swap)
    else sells.push(swap)
    swaps.push(swap)
  }
  const add = (
    first: TransferFact | TradeFact,
    legs: readonly TradeFact[],
    changed: readonly Change[],
    rows: readonly Moved[] = [],
    vault: string | null = null,
  ): void => {
    const people = changed.filter(([wallet]) => isTrader(wallet) && wallet !== vault)
    for (const isBuy of [true, false]) {
      const changing = people.filter(([, raw]) => raw > 0n === isBuy)
      const own = isBuy && first.tx !== facts.token.createdTx ? withoutLeftovers(changing, legs, rows, address) : changing
      const handed = isBuy && own.length > 1 ? rows.filter(({ from }) => !pools.has(from)) : []
      const ordered = own.map(([wallet, change]) => ({ wallet, change, ownLegs: legsFor(wallet, legs) }))
      for (const { wallet, change, ownLegs } of ordered) {
        const handedBy = handed.find(({ to }) => to === wallet)?.from ?? null
        const isPooled = !isBuy || ownLegs.length === 0 || change <= boughtIn(ownLegs, address)
        const alone = isPooled && ordered.filter((one) => one.ownLegs[0] === ownLegs[0]).length === 1
        emit(first, ownLegs, wallet, isBuy, isBuy ? change : -change, alone, handedBy)
      }
    }
  }
  /** Fast path for the common case of a single transfer. */
  const addOne = (row: TransferFact, legs: readonly TradeFact[], isBought: boolean, isSold: boolean): void => {
    const { from, to, raw } = row
    if (from === to || raw === 0n || isBurnAddress(network, from)) return
    if (isBought && to !== '' && isTrader(to)) emit(row, legs, to, true, raw, true)
    if (isSold && from !== '' && isTrader(from)) emit(row, legs, from, false, raw, true)
  }
  const { unmoved, isOrdered } = visitTransactions(rows, 1, (all, legs) => {
    const [first] = all
    if (first === undefined) return
    const taken = findTaxes(all, legs, taxes)
    if (legs.length === 0 && !all.some(({ from, to }) => pools.has(from) || pools.has(to))) {
      moves.push(...joinPassedOn(facts, taken.size === 0 ? all : all.filter((row) => !taken.has(row))))
      return
    }
    if (legs.length === 0 && isLiquidity(facts, all, pools, traded)) return
    const isSold = legs.length === 0 || legs.some(({ tokenIn }) => tokenIn.token === address)
    const isBought = legs.length === 0 || legs.some(({ tokenOut }) => tokenOut.token === address)
    if (all.length === 1) {
      addOne(first, legs, isBought, isSold)
      return
    }
    const ownLegs = withoutOwnSales(all, legs, taxes)
    const given = all.filter(({ from }) => !isBurnAddress(network, from) && !isOwnSupply(from, taxes))
    const changed = netChanges(given, taken)
    const swapped = isSold && isBought ? changed : changed.filter(([, raw]) => (raw > 0n ? isBought : isSold))
    add(first, ownLegs, swapped, given, findVault(all, legs, taxes))
  })
  for (const [, legs] of unmoved) {
    const [first] = legs
    if (first !== undefined)
      add(first, legs, netChanges([...Map.groupBy(legs, ({ account }) => account).values()].flatMap((own) => ownMoves(facts, own))))
  }
  if (isOrdered && unmoved.size === 0) return { moves, buys, sells, swaps }
  buys.sort(compareSwaps)
  sells.sort(compareSwaps)
  return { moves, buys, sells, swaps: mergeSwaps(buys, sells) }
}

/**
 * Removes wallets that a pool gave tokens without a sale: if the receivers named by its legs got exactly what the legs sold, no other wallet's
 * tokens came from a swap. A launchpad that closes a curve in the last buyer's transaction keeps the leftovers. What it gives away in the creation
 * is the team's share.
 */
function withoutLeftovers(gained: readonly Change[], legs: readonly TradeFact[], rows: readonly Moved[], token: string): readonly Change[] {
  const sold = gained.length < 2 ? [] : legs.filter(({ tokenOut }) => tokenOut.token === token)
  const receivers = new Set<string | null>(sold.map(({ receiver }) => receiver))
  const named = gained.filter(([wallet]) => receivers.has(wallet))
  if (named.length === 0 || sumRaw(named.map(([, raw]) => raw)) !== sumRaw(sold.map(({ tokenOut }) => tokenOut.raw))) return gained
  const sellers = new Set<string | null>(sold.map(({ pool }) => pool))
  return gained.filter(([wallet]) => receivers.has(wallet) || rows.some(({ from, to }) => to === wallet && !sellers.has(from)))
}

/** The legs of the user operation by which a wallet traded; all legs if the transaction executes no user operation (ERC-4337). */
function legsFor(wallet: string, legs: readonly TradeFact[]): readonly TradeFact[] {
  if (legs.every(({ account }) => account === undefined)) return legs
  const own = legs.find(({ receiver, account }) => receiver === wallet || account === wallet) ?? legs[0]
  return legs.filter(({ account }) => account === own?.account)
}

/**
 * Whether tokens that a transaction without a trade moved into or out of pools are liquidity, fees of its owners or gifts. A pool with stored trades
 * reports its swaps, so none is missing if the trades of that block are stored. Other pools may belong to venues whose swaps are not decoded.
 */
function isLiquidity(facts: TokenFacts, rows: readonly TransferFact[], pools: TaxContext['pools'], traded: ReadonlySet<string>): boolean {
  const readTo = tradesReadTo(facts)
  const isSwapFree = (address: string): boolean => !pools.has(address) || traded.has(address)
  return rows.every(({ from, to, position }) => position.block <= readTo && isSwapFree(from) && isSwapFree(to))
}

/** Last block up to which the trades since the token's birth are stored; before all blocks if none are. */
export const tradesReadTo = (facts: Pick<TokenFacts, 'tradesFromBirth' | 'tradesReadTo'>): number =>
  facts.tradesFromBirth ? Number.POSITIVE_INFINITY : (facts.tradesReadTo ?? -1)

/** Transfers alongside another wallet's move, to a tax recipient or to the token's contract, which collects or withholds taxes. */
function findTaxes(rows: readonly TransferFact[], legs: readonly TradeFact[], taxes: TaxContext): ReadonlySet<Moved> {
  const isRecipient = ({ to }: TransferFact): boolean => taxes.recipients.has(to) || (to === taxes.token && !taxes.pools.has(to))
  if (rows.length < 2 || !rows.some(isRecipient)) return NONE
  const beside = findSideTransfers(rows, legs, taxes).map(({ row }) => row)
  return new Set(beside.filter(isRecipient))
}

const NONE: ReadonlySet<Moved> = new Set()

/** Whether tokens come from the token's contract, which is not a purchase. A contract that is its own pool does sell. */
const isOwnSupply = (from: string, { token, pools }: TaxContext): boolean => from === token && !pools.has(token)

/** Legs, excluding those in which the token's contract sells its collected taxes in another wallet's transaction. */
function withoutOwnSales(rows: readonly TransferFact[], legs: readonly TradeFact[], taxes: TaxContext): readonly TradeFact[] {
  const sold = rows.filter(({ from, to }) => isOwnSupply(from, taxes) && taxes.pools.has(to))
  if (sold.length === 0) return legs
  return legs.filter(({ pool, tokenIn }) => tokenIn.token !== taxes.token || !sold.some(({ to, raw }) => to === pool && raw === tokenIn.raw))
}

/** What pools sold. Of a batch auction, a buyer may get more than that, because others sold to it without a pool. */
function boughtIn(legs: readonly TradeFact[], token: string): bigint {
  let bought = 0n
  for (const { tokenOut } of legs) if (tokenOut.token === token) bought += tokenOut.raw
  return bought
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

function compareSwaps(x: Swap, y: Swap): number {
  return comparePositions(x.position, y.position) || compareText(x.tx, y.tx) || compareText(x.wallet, y.wallet)
}

/**
 * The token's movements according to the trade legs of one transaction, used if its transfers are not stored. Tokens that a route bought and sold again
 * went from pool to pool, which a pool manager settles without a transfer. Both sides then belong to one wallet: the receiver if more was bought, else
 * the signer. On EVM, a buy without a receiver may be of several wallets, as in a batch auction, so it is nobody's until the transfers show them.
 */
function ownMoves({ token }: TokenFacts, legs: readonly TradeFact[]): Moved[] {
  const bought = legs.filter(({ tokenOut }) => tokenOut.token === token.address)
  const sold = legs.filter(({ tokenIn }) => tokenIn.token === token.address)
  const takers = new Set(bought.map(({ receiver, signer }) => receiver ?? signer))
  const isRoute = takers.size === 1 && sold.length > 0
  const isMore = sumRaw(bought.map(({ tokenOut }) => tokenOut.raw)) > sumRaw(sold.map(({ tokenIn }) => tokenIn.raw))
  const isEvm = NETWORKS[token.network].family === 'evm'
  const buyerOf = ({ receiver, signer }: TradeFact): string => {
    if (isRoute) return isMore ? (receiver ?? signer) : signer
    return receiver ?? (isEvm ? '' : signer)
  }
  return [
    ...bought.map((leg) => ({ from: leg.pool ?? '', to: buyerOf(leg), raw: leg.tokenOut.raw })),
    ...sold.map(({ pool, tokenIn, signer }) => ({ from: (isRoute && isMore ? [...takers][0] : null) ?? signer, to: pool ?? '', raw: tokenIn.raw })),
  ]
}

interface Moved {
  readonly from: string
  readonly to: string
  readonly raw: bigint
}
type Change = readonly [address: string, raw: bigint]

/**
 * Net change of each balance in one transaction, sorted by address; unchanged balances are left out.
 *
 * @param taken rows that are taxes: the payer has less, and the receiver did not trade
 */
function netChanges(rows: readonly Moved[], taken = NONE): readonly Change[] {
  const changed = new Map<string, bigint>()
  for (const row of rows) {
    const { from, to, raw } = row
    changed.set(from, (changed.get(from) ?? 0n) - raw)
    if (!taken.has(row)) changed.set(to, (changed.get(to) ?? 0n) + raw)
  }
  changed.delete('')
  return [...changed].filter(([, raw]) => raw !== 0n).sort(([a], [b]) => compareText(a, b))
}

/** Native coin on one side of the legs; null if any leg traded the token for another coin. */
export function sumNative(facts: TokenFacts, legs: readonly TradeFact[], side: 'tokenIn' | 'tokenOut'): bigint | null {
  const own = side === 'tokenIn' ? 'tokenOut' : 'tokenIn'
  let moved: bigint | null = null
  for (const leg of legs) {
    const { token, raw } = leg[side]
    if (token === NATIVE || facts.nativeTokens.has(token)) moved = moved === null ? raw : moved + raw
    else if (leg[own].token === facts.token.address) return null
  }
  return moved
}
