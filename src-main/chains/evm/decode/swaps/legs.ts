import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Confidence, DecodeWarning, Trade, TradeLeg } from '../../../../../src-shared/domain/events.ts'
import { readTransfer } from '../../transaction/transfer-log.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Launchpad } from '../../venues/launchpads.ts'
import { quoteDecimals } from '../../venues/quote-tokens.ts'
import { chargedFee } from './charged-fee.ts'
import { curveQuote, readCurveTrade, type CurveTrade } from './curves.ts'
import { closest, findUnpaid, onlyToken, type Leg, type LegLookups, type Move, type SwapTransaction } from './leg.ts'
import { poolKeyOf, swapEventOf, type SwapEvent } from './events.ts'
import { openManagerPools, type ManagerPools, type PoolSides } from './manager-pools.ts'
import { readOrders } from './orders/read-orders.ts'
import { paidDelta } from './paid-delta.ts'
import { receiverOf } from './receiver/receiver.ts'
import { readReportedLegs } from './reported-leg.ts'
import { indexRoute, type Route } from './receiver/route.ts'
import { accountOf } from './user-operations.ts'

const UNPAID_SWAP = 'swap_unpaid'

/** Whether swaps were left out because they state more than moved (`findUnpaid`). */
export const isUnpaid = (one: Trade | DecodeWarning): boolean => one.kind === 'decode_warning' && one.code === UNPAID_SWAP

/** All swap legs of one successful transaction, in log order, each checked against the token movements. Pure. */
export function decodeLegs(transaction: SwapTransaction, lookups: LegLookups): (Trade | DecodeWarning)[] {
  const moves = movesOf(transaction.logs)
  const curveTrades = new Map(
    transaction.logs.flatMap((log) => {
      const launchpad = lookups.launchpad(log.address)
      const trade = launchpad === null ? null : readCurveTrade(log)
      return launchpad === null || trade === null ? [] : [[log, { launchpad, trade }] as const]
    }),
  )
  const pools = openManagerPools(transaction.logs, moves, lookups)
  const onCurves = new Set([...curveTrades.values()].map(({ trade }) => trade.token))
  const read = transaction.logs.flatMap((log) => {
    const event = swapEventOf(log)
    if (event !== null) return [readLeg({ transaction, log, event, moves, pools }, lookups)]
    const curve = curveTrades.get(log)
    return curve === undefined ? [] : [curveLeg(log, curve.trade, curve.launchpad, moves, onCurves)]
  })
  const reported = readReportedLegs(transaction, moves, lookups)
  const stated = read.filter((one) => one.kind === 'leg')
  const unpaid = findUnpaid(transaction.network, stated, moves, lookups)
  const swaps = [...stated.filter((leg) => !unpaid.has(leg)), ...reported.filter((one) => one.kind === 'leg')]
  const orders = readOrders(transaction, swaps, moves, lookups)
  const legs = [...swaps, ...orders.legs].sort((a, b) => a.log.logIndex - b.log.logIndex)
  const warnings = [
    ...[...read, ...reported].filter((one) => one.kind === 'decode_warning'),
    ...orders.warnings,
    ...[...unpaid].map(({ log }) => warningOf(transaction, UNPAID_SWAP, `log ${log.logIndex} of ${log.address} states more of a token than moved`)),
  ]
  const route = indexRoute(transaction, legs, moves)
  return [...legs.map((leg, i) => toTrade(leg, i, route, lookups)), ...warnings]
}

const warningOf = ({ network, tx }: SwapTransaction, code: string, detail: string): DecodeWarning => ({
  kind: 'decode_warning',
  network,
  tx,
  code,
  detail,
})

function movesOf(logs: readonly RawLog[]): Move[] {
  return logs.flatMap((log) => {
    const read = readTransfer(log)
    return read === null ? [] : [{ token: log.address, index: log.logIndex, ...read }]
  })
}

interface Swapped {
  readonly transaction: SwapTransaction
  readonly log: RawLog
  readonly event: SwapEvent
  readonly moves: readonly Move[]
  readonly pools: ManagerPools
}

function readLeg({ transaction, log, event, moves, pools }: Swapped, lookups: LegLookups): Leg | DecodeWarning {
  const warning = (code: string, detail: string): DecodeWarning => warningOf(transaction, code, detail)
  const stated = event.read(log)
  if (stated === null)
    return warning('swap_unreadable', `log ${log.logIndex} of ${log.address} has the topic of ${event.signature} but not its fields`)
  const key = poolKeyOf(log, event)
  const isManaged = event.emitter === 'manager'
  const holder = isManaged ? lookups.vault(log.address) : log.address
  const listed = lookups.pool(key)
  const known = listed ?? (isManaged ? pools.proved(log) : null)
  const eliminated = (side: 'from' | 'to', other: Address | undefined): Address | undefined =>
    isManaged ? pools.onlyToken(log, side, holder, other) : onlyToken(moves, side, holder, other)
  // Balances of usual quote tokens change only with a movement.
  const mayGrow = (token: Address): boolean => quoteDecimals(transaction.network, token) === null
  const delta = paidDelta({ log, delta: stated, known, logs: transaction.logs, moves, mayGrow })
  const inIs0 = delta.delta0 > 0n && delta.delta1 < 0n
  if (!inIs0 && !(delta.delta1 > 0n && delta.delta0 < 0n)) {
    return warning('swap_one_sided', `log ${log.logIndex} of ${log.address}: ${delta.delta0} of token0 and ${delta.delta1} of token1 is no exchange`)
  }
  const rawIn = inIs0 ? delta.delta0 : delta.delta1
  const rawOut = inIs0 ? -delta.delta1 : -delta.delta0
  const movedIn = closest(
    log,
    moves.filter((move) => move.to === holder && move.raw === rawIn && fits(known, move.token, inIs0)),
  )
  const movedOut = closest(
    log,
    moves.filter((move) => move.from === holder && move.raw === rawOut && fits(known, move.token, !inIs0)),
  )
  const tokenIn = (known === null ? undefined : inIs0 ? known.token0 : known.token1) ?? movedIn?.token ?? eliminated('to', movedOut?.token)
  const tokenOut = (known === null ? undefined : inIs0 ? known.token1 : known.token0) ?? movedOut?.token ?? eliminated('from', movedIn?.token)
  if (tokenIn === undefined || tokenOut === undefined || tokenIn === tokenOut) {
    return warning(
      'swap_tokens_unknown',
      `log ${log.logIndex} of ${log.address}: no token movement matches the amounts ${rawIn} in and ${rawOut} out`,
    )
  }
  const inOrder = known !== null || inIs0 === tokenIn < tokenOut
  const isPaid = rawIn === (inIs0 ? stated.delta0 : stated.delta1)
  const both = movedIn !== undefined && movedOut !== undefined && inOrder && isPaid
  const venue = listed !== null ? { dex: listed.dex, version: listed.dexVersion } : lookups.venue(log.address, tokenIn, tokenOut)
  const dex = venue?.dex ?? event.unknownDex
  const version = venue?.version ?? event.version
  const pool = { network: transaction.network, address: log.address, dex, version, tokens: [tokenIn, tokenOut] } as const
  return {
    kind: 'leg',
    log,
    pool: listed === null ? log.address : key,
    holder,
    dex,
    version,
    tokenIn,
    tokenOut,
    rawIn,
    rawOut,
    feeIn: chargedFee(transaction.logs, { log, event, inIs0, rawIn, pool }),
    feeOut: null,
    recipient: delta.recipient ?? movedOut?.to ?? null,
    confidence: both ? 'sure' : 'likely',
  }
}

/** A curve's event names the trader. Its quote side is usually the native coin, which leaves no log, so the leg is rarely `sure`. */
function curveLeg(log: RawLog, trade: CurveTrade, { dex, version }: Launchpad, moves: readonly Move[], onCurves: ReadonlySet<Address>): Leg {
  const quote = curveQuote(trade, log.address, moves, onCurves)
  const moved = (token: Address, raw: bigint): boolean =>
    moves.some((move) => move.token === token && move.raw === raw && (move.to === log.address || move.from === log.address))
  const [tokenIn, tokenOut] = trade.isBuy ? [quote, trade.token] : [trade.token, quote]
  const [rawIn, rawOut] = trade.isBuy ? [trade.quote, trade.tokens] : [trade.tokens, trade.quote]
  const confidence: Confidence = moved(tokenIn, rawIn) && moved(tokenOut, rawOut) ? 'sure' : 'likely'
  return {
    kind: 'leg',
    log,
    pool: log.address,
    holder: log.address,
    dex,
    version,
    tokenIn,
    tokenOut,
    rawIn,
    rawOut,
    feeIn: trade.isBuy ? trade.fee : null,
    feeOut: trade.isBuy ? null : trade.fee,
    recipient: trade.account,
    confidence,
  }
}

function fits(known: PoolSides | null, token: Address, isToken0: boolean): boolean {
  return known === null || token === (isToken0 ? known.token0 : known.token1)
}

function toTradeLeg(token: Address, raw: bigint, fee: bigint | null, lookups: LegLookups): TradeLeg {
  const side = { token, raw, decimals: lookups.decimals(token), usd: null }
  return fee === null ? side : { ...side, venueFeeRaw: fee }
}

function toTrade(leg: Leg, index: number, route: Route, lookups: LegLookups): Trade {
  const { transaction } = route
  const account = accountOf(leg.log, transaction.logs)
  return {
    kind: 'trade',
    network: transaction.network,
    position: { block: leg.log.blockNumber, tx: leg.log.transactionIndex, event: leg.log.logIndex },
    time: transaction.time,
    tx: transaction.tx,
    dex: leg.dex,
    dexVersion: leg.version,
    signer: transaction.signer,
    ...(account === null ? {} : { account }),
    receiver: receiverOf(leg, route),
    pool: leg.pool,
    tokenIn: toTradeLeg(leg.tokenIn, leg.rawIn, leg.feeIn, lookups),
    tokenOut: toTradeLeg(leg.tokenOut, leg.rawOut, leg.feeOut, lookups),
    feeUsd: null,
    leg: index,
    source: 'event',
    confidence: leg.confidence,
  }
}
