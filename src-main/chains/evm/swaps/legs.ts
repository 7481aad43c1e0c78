import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Confidence, Oddity, Trade } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { readTransfer } from '../normalise.ts'
import type { RawLog } from '../raw.ts'
import { readWithdrawal, swapEventOf, type SwapEvent } from './events.ts'
import { receiverOf, type Move, type Route } from './receiver.ts'

/** What is known of a pool before its swaps are read. */
export interface KnownPool {
  readonly token0: Address
  readonly token1: Address
  readonly dex: string
  readonly dexVersion: string
}

export interface SwapTransaction {
  readonly network: NetworkId
  readonly tx: string
  readonly signer: Address
  readonly to: Address | null
  readonly input: `0x${string}` | null
  readonly time: number | null
  /** All logs of the transaction in order. */
  readonly logs: readonly RawLog[]
}

export interface LegLookups {
  /** Tokens and venue of a pool; null for a pool that nobody told about. */
  pool(address: Address): KnownPool | null
  /** The venue of a pool whose tokens were inferred; null when unknown. */
  venue(pool: Address, a: Address, b: Address): { dex: string; version: string } | null
  decimals(token: Address): number | null
}

interface Leg {
  readonly kind: 'leg'
  readonly log: RawLog
  readonly event: SwapEvent
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly rawIn: bigint
  readonly rawOut: bigint
  readonly recipient: Address | null
  readonly confidence: Confidence
}

/** All swap legs of one successful transaction, in log order, each checked against the token movements. Pure. */
export function decodeLegs(transaction: SwapTransaction, lookups: LegLookups): (Trade | Oddity)[] {
  const moves = movesOf(transaction.logs)
  const read = transaction.logs.flatMap((log) => {
    const event = swapEventOf(log)
    return event === null ? [] : [readLeg(transaction, log, event, moves, lookups)]
  })
  const legs = read.filter((one) => one.kind === 'leg')
  const route: Route = {
    legs: legs.map((leg) => ({
      pool: leg.log.address,
      tokenIn: leg.tokenIn,
      tokenOut: leg.tokenOut,
      recipient: leg.recipient,
      index: leg.log.logIndex,
    })),
    moves,
    signer: transaction.signer,
    calledContract: transaction.to,
    input: transaction.input,
    unwraps: transaction.logs.flatMap((log) => readWithdrawal(log) ?? []),
  }
  return [...legs.map((leg, i) => toTrade(transaction, leg, i, route, lookups)), ...read.filter((one) => one.kind === 'oddity')]
}

export function movesOf(logs: readonly RawLog[]): Move[] {
  return logs.flatMap((log) => {
    const read = readTransfer(log)
    return read === null ? [] : [{ token: log.address, index: log.logIndex, ...read }]
  })
}

function readLeg(transaction: SwapTransaction, log: RawLog, event: SwapEvent, moves: readonly Move[], lookups: LegLookups): Leg | Oddity {
  const odd = (code: string, detail: string): Oddity => ({ kind: 'oddity', network: transaction.network, tx: transaction.tx, code, detail })
  const delta = event.read(log)
  if (delta === null) return odd('swap_unreadable', `log ${log.logIndex} of ${log.address} has the topic of ${event.signature} but not its fields`)
  const inIs0 = delta.delta0 > 0n && delta.delta1 < 0n
  if (!inIs0 && !(delta.delta1 > 0n && delta.delta0 < 0n)) {
    return odd('swap_one_sided', `log ${log.logIndex} of ${log.address}: ${delta.delta0} of token0 and ${delta.delta1} of token1 is no exchange`)
  }
  const rawIn = inIs0 ? delta.delta0 : delta.delta1
  const rawOut = inIs0 ? -delta.delta1 : -delta.delta0
  const known = lookups.pool(log.address)
  const movedIn = closest(
    log,
    moves.filter((move) => move.to === log.address && move.raw === rawIn && fits(known, move.token, inIs0)),
  )
  const movedOut = closest(
    log,
    moves.filter((move) => move.from === log.address && move.raw === rawOut && fits(known, move.token, !inIs0)),
  )
  const tokenIn =
    (known === null ? undefined : inIs0 ? known.token0 : known.token1) ?? movedIn?.token ?? onlyToken(moves, 'to', log.address, movedOut?.token)
  const tokenOut =
    (known === null ? undefined : inIs0 ? known.token1 : known.token0) ?? movedOut?.token ?? onlyToken(moves, 'from', log.address, movedIn?.token)
  if (tokenIn === undefined || tokenOut === undefined || tokenIn === tokenOut) {
    return odd('swap_tokens_unknown', `log ${log.logIndex} of ${log.address}: no token movement matches the amounts ${rawIn} in and ${rawOut} out`)
  }
  const inOrder = inIs0 === tokenIn < tokenOut
  const both = movedIn !== undefined && movedOut !== undefined && inOrder
  const confidence: Confidence = both ? 'sure' : 'likely'
  return { kind: 'leg', log, event, tokenIn, tokenOut, rawIn, rawOut, recipient: delta.recipient ?? movedOut?.to ?? null, confidence }
}

function fits(known: KnownPool | null, token: Address, isToken0: boolean): boolean {
  return known === null || token === (isToken0 ? known.token0 : known.token1)
}

/** Of equal movements the one written nearest to the event, the earlier first: pools pay before they write the event. */
function closest(log: RawLog, moves: readonly Move[]): Move | undefined {
  return [...moves].sort((a, b) => Math.abs(a.index - log.logIndex) - Math.abs(b.index - log.logIndex) || a.index - b.index)[0]
}

/** A token with a fee on transfer arrives short of the event's amount: the side is clear when only one other token moved there. */
function onlyToken(moves: readonly Move[], side: 'from' | 'to', pool: Address, other: Address | undefined): Address | undefined {
  const tokens = new Set(moves.filter((move) => move[side] === pool && move.token !== other).map((move) => move.token))
  return tokens.size === 1 ? [...tokens][0] : undefined
}

function toTrade(transaction: SwapTransaction, leg: Leg, index: number, route: Route, lookups: LegLookups): Trade {
  const own = route.legs[index]
  const pool = leg.log.address
  const known = lookups.pool(pool)
  const venue = known !== null ? { dex: known.dex, version: known.dexVersion } : lookups.venue(pool, leg.tokenIn, leg.tokenOut)
  return {
    kind: 'trade',
    network: transaction.network,
    position: { block: leg.log.blockNumber, tx: leg.log.transactionIndex, event: leg.log.logIndex },
    time: transaction.time,
    tx: transaction.tx,
    dex: venue?.dex ?? leg.event.unknownDex,
    dexVersion: venue?.version ?? leg.event.version,
    signer: transaction.signer,
    receiver: own === undefined ? leg.recipient : receiverOf(own, route),
    pool,
    tokenIn: { token: leg.tokenIn, raw: leg.rawIn, decimals: lookups.decimals(leg.tokenIn), usd: null },
    tokenOut: { token: leg.tokenOut, raw: leg.rawOut, decimals: lookups.decimals(leg.tokenOut), usd: null },
    feeUsd: null,
    leg: index,
    source: 'event',
    confidence: leg.confidence,
  }
}
