import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import type { Trade, TradeLeg } from '../../../../src-shared/domain/events.ts'
import { parseSuiAddress } from '../encoding/move-type.ts'
import { KNOWN_DECIMALS } from '../encoding/known-decimals.ts'
import { eventBase, gainsWithoutGas, type SuiEvent, type SuiTransaction } from '../transaction/transaction.ts'
import { parsePoolCoins } from '../venues/pool-objects.ts'
import { findVenueEvent, looksLikeSwap } from '../venues/registry.ts'
import type { EventContext, Swap, SwapEvent } from '../venues/venue.ts'

/** The coins of a pool object, in the order of its type arguments; null for an unknown pool. */
export type PoolCoinLookup = (pool: string) => readonly [string, string] | null

/** One decoded swap event of a transaction. */
export interface SwapLeg extends Swap {
  readonly venue: SwapEvent
  readonly event: SuiEvent
}

export type UnreadReason = 'fields' | 'coins_unknown' | 'unconfirmed'

export interface DecodedSwaps {
  readonly legs: readonly SwapLeg[]
  /** Events of known venues that could not be decoded, with the reason. */
  readonly unread: readonly { readonly event: SuiEvent; readonly venue: SwapEvent; readonly reason: UnreadReason }[]
}

const UNKNOWN_DEX = 'unknown'

/** Coins of the pools that a transaction touched, from their object types. */
export function lookUpTouchedPools(tx: SuiTransaction, known: PoolCoinLookup): PoolCoinLookup {
  const types = new Map(tx.objects.flatMap(({ id, type }) => (type === null ? [] : [[id as string, type]])))
  return (pool) => {
    const type = types.get(pool)
    return (type === undefined ? null : parsePoolCoins(type)) ?? known(pool)
  }
}

/** Changed objects by type, for venues whose events do not name the pool. */
export const lookUpChangedObjects =
  (tx: SuiTransaction): EventContext['changedObject'] =>
  (type) =>
    tx.objects.find((object) => object.type === type)?.id ?? null

export function decodeSwaps(tx: SuiTransaction, known: PoolCoinLookup): DecodedSwaps {
  const poolCoins = lookUpTouchedPools(tx, known)
  const legs: SwapLeg[] = []
  const unread: DecodedSwaps['unread'][number][] = []
  for (const event of tx.events) {
    const found = findVenueEvent(event.type)
    if (found === null || found.row.kind !== 'swap') continue
    const context: EventContext = { poolCoins, changedObject: lookUpChangedObjects(tx), typeArguments: found.typeArguments }
    const swap = found.row.read(event, context)
    if (swap === null) unread.push({ event, venue: found.row, reason: 'fields' })
    else if (swap === 'coins_unknown') unread.push({ event, venue: found.row, reason: 'coins_unknown' })
    else if (swap.rawIn > 0n || swap.rawOut > 0n) legs.push({ ...swap, venue: found.row, event })
  }
  if (!legs.some(({ venue }) => venue.isForgeable)) return { legs, unread }
  const balanced = findBalancedCoins(tx, legs)
  const isProven = ({ venue, coinIn, coinOut }: SwapLeg): boolean => !venue.isForgeable || balanced.has(coinIn) || balanced.has(coinOut)
  for (const { event, venue } of legs.filter((leg) => !isProven(leg))) unread.push({ event, venue, reason: 'unconfirmed' })
  return { legs: legs.filter(isProven), unread }
}

/**
 * Events that are named like swaps and have no decoder, if accounts gained more of a coin than the decoded swaps paid out. Otherwise such an event
 * repeats a swap that was decoded, as a router's does, or no coin was exchanged.
 */
export function findUndecoded(tx: SuiTransaction, legs: readonly SwapLeg[], trades: readonly Trade[]): readonly SuiEvent[] {
  const isInferred = legs.length === 0 && trades.length > 0
  const gains = isInferred ? null : gainsWithoutGas(tx)
  if (gains === null) return []
  const paidOut = netPaidOut(legs)
  const isUnexplained = [...gains].some(([coin, owners]) => sumRaw(owners.values()) > (paidOut.get(coin) ?? 0n))
  return isUnexplained ? tx.events.filter(({ type }) => findVenueEvent(type) === null && looksLikeSwap(type)) : []
}

/** Trades of the legs in event order, each checked against the balance changes. Without legs, a trade inferred from the balance changes. */
export function toTrades(tx: SuiTransaction, legs: readonly SwapLeg[]): Trade[] {
  if (legs.length === 0) return inferTradeFromBalances(tx)
  const balanced = findBalancedCoins(tx, legs)
  return legs.map((leg, index) => ({
    ...tradeBase(tx, leg.event.index, index),
    dex: leg.venue.dex,
    dexVersion: leg.venue.version,
    receiver: findReceiver(tx, leg, legs),
    pool: leg.pool === null ? null : parseSuiAddress(leg.pool),
    tokenIn: toTradeLeg(leg.coinIn, leg.rawIn),
    tokenOut: toTradeLeg(leg.coinOut, leg.rawOut),
    source: 'event',
    confidence: balanced.has(leg.coinIn) && balanced.has(leg.coinOut) ? 'sure' : 'likely',
  }))
}

/**
 * Coins for which the gains and losses of all accounts together match the amounts that the pools paid out and took in. For these coins the balance
 * changes confirm the events independently.
 */
function findBalancedCoins(tx: SuiTransaction, legs: readonly SwapLeg[]): ReadonlySet<string> {
  const gains = gainsWithoutGas(tx)
  if (gains === null) return new Set()
  const gained = (coin: string): bigint => sumRaw(gains.get(trustedAddress(coin))?.values() ?? [])
  return new Set([...netPaidOut(legs)].flatMap(([coin, raw]) => (gained(coin) === raw ? [coin] : [])))
}

/** What the pools of all legs together paid out of each coin, less what they took in. */
function netPaidOut(legs: readonly SwapLeg[]): ReadonlyMap<string, bigint> {
  const paidOut = new Map<string, bigint>()
  for (const { coinIn, coinOut, rawIn, rawOut } of legs) {
    paidOut.set(coinIn, (paidOut.get(coinIn) ?? 0n) - rawIn)
    paidOut.set(coinOut, (paidOut.get(coinOut) ?? 0n) + rawOut)
  }
  return paidOut
}

/** Far above the routes that aggregators build. */
const MAX_ROUTE_STEPS = 32

/**
 * The receiver of the coins, at the end of the route if the leg is part of one: the account that the event names if it gained, else the sender if it
 * gained, else the only account that gained. Null if the coins went into an object or to several accounts.
 */
function findReceiver(tx: SuiTransaction, leg: SwapLeg, legs: readonly SwapLeg[]): Address | null {
  const gains = gainsWithoutGas(tx)
  const named = leg.receiver === null ? null : parseSuiAddress(leg.receiver)
  if (gains === null) return named ?? tx.sender
  const visited = new Set<SwapLeg>()
  let at: SwapLeg | undefined = leg
  while (at !== undefined && visited.size < MAX_ROUTE_STEPS) {
    const { coinOut }: SwapLeg = at
    const gainers = [...(gains.get(trustedAddress(coinOut)) ?? [])].filter(([, raw]) => raw > 0n).map(([owner]) => owner)
    if (named !== null && gainers.includes(named)) return named
    if (gainers.includes(tx.sender)) return tx.sender
    const [only] = gainers
    if (only !== undefined) return gainers.length === 1 ? only : null
    visited.add(at)
    at = legs.find((one) => one.coinIn === coinOut && !visited.has(one))
  }
  return null
}

const tradeBase = (tx: SuiTransaction, event: number, leg: number) =>
  ({ kind: 'trade', ...eventBase(tx, event), signer: tx.sender, feeUsd: null, leg }) as const

function toTradeLeg(coin: string, raw: bigint): TradeLeg {
  return { token: trustedAddress(coin), raw, decimals: KNOWN_DECIMALS.get(coin) ?? null, usd: null }
}

/**
 * Infers the trade of an unknown venue from a transaction that has an event named like a swap, and in which the sender gave one coin and received
 * another. Deposits, mints and redemptions change balances in the same way, but their events are not named like a swap.
 */
function inferTradeFromBalances(tx: SuiTransaction): Trade[] {
  const gains = gainsWithoutGas(tx)
  const event = tx.events.find(({ type }) => looksLikeSwap(type))
  if (gains === null || event === undefined) return []
  const own = [...gains].flatMap(([coin, owners]) => ((raw) => (raw === undefined ? [] : [{ coin, raw }]))(owners.get(tx.sender)))
  const [paid, alsoPaid] = own.filter(({ raw }) => raw < 0n)
  const [got, alsoGot] = own.filter(({ raw }) => raw > 0n)
  if (paid === undefined || got === undefined || alsoPaid !== undefined || alsoGot !== undefined) return []
  return [
    {
      ...tradeBase(tx, event.index, 0),
      dex: UNKNOWN_DEX,
      dexVersion: '',
      receiver: tx.sender,
      pool: null,
      tokenIn: toTradeLeg(paid.coin, -paid.raw),
      tokenOut: toTradeLeg(got.coin, got.raw),
      source: 'balances',
      confidence: 'guess',
    },
  ]
}
