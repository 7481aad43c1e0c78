import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { ChainEvent, DecodeWarning, Pool, Trade, TradeLeg } from '../../../../src-shared/domain/events.ts'
import type { DecodableTransaction } from '../programs/program-instruction.ts'
import { readCreations } from './creations.ts'
import { eventNumber } from '../transaction/instruction.ts'
import { poolOf } from '../programs/pool-of.ts'
import { UNKNOWN_SLOT, warning } from './warnings.ts'
import type { Leg, LegSide } from '../programs/venue.ts'
import type { DecodedSwap } from './swaps/read-swap.ts'
import { readSwaps } from './swaps/swaps.ts'
import { undecoded } from './swaps/undecoded.ts'
import { Movements } from '../transaction/movements.ts'
import { transferEvents } from './transfers.ts'
import { inferTradesFromBalances } from './swaps/balance-trades.ts'

/**
 * All events of a transaction: trades (one per pool), transfers, pools opened or traded in, tokens created, and decode warnings.
 * A failed transaction moves nothing and has no events.
 */
export function decodeSolanaTransaction(tx: DecodableTransaction): ChainEvent[] {
  if (tx.failed) return []
  tx.tokenAccounts.nameAll()
  const movements = new Movements(tx)
  const { swaps, trades } = readTrades(tx, movements)
  const creations = readCreations(tx)
  return [
    ...trades,
    ...creations,
    ...tradedPools(swaps, creations),
    ...transferEvents(tx, movements),
    ...decodeWarnings(tx, swaps),
    ...undecoded(tx, movements, swaps, trades),
  ]
}

/** Only the trades of a transaction, equal to the trades of {@link decodeSolanaTransaction}. Reads only what they need. */
export function decodeSolanaTrades(tx: DecodableTransaction): Trade[] {
  return tx.failed ? [] : readTrades(tx, new Movements(tx)).trades
}

function readTrades(tx: DecodableTransaction, movements: Movements): { swaps: DecodedSwap[]; trades: Trade[] } {
  const swaps = readSwaps(tx, movements)
  const trades: Trade[] = []
  for (const swap of swaps) {
    for (const leg of swap.legs) trades.push(toTrade(tx, swap, leg))
  }
  for (const inferred of inferTradesFromBalances(tx, movements, swaps)) trades.push(inferred)
  return { swaps, trades: trades.length < 2 ? trades : sortTrades(trades) }
}

/** Sorts by execution order and numbers the legs. */
function sortTrades(trades: Trade[]): Trade[] {
  trades.sort((a, b) => a.position.event - b.position.event)
  return trades.map((trade, leg) => (trade.leg === leg ? trade : { ...trade, leg }))
}

function toTrade(tx: DecodableTransaction, { venue, instruction }: DecodedSwap, leg: Leg): Trade {
  return {
    kind: 'trade',
    network: 'sol',
    position: { block: tx.slot ?? UNKNOWN_SLOT, tx: tx.index ?? 0, event: eventNumber(instruction) },
    time: tx.time,
    tx: tx.signature,
    dex: venue.dex,
    dexVersion: venue.version,
    signer: signerOf(tx, leg.trader),
    receiver: trustedAddress(leg.receiver),
    pool: leg.pool === null ? null : trustedAddress(leg.pool),
    tokenIn: toTradeLeg(tx, leg.in, leg.fees?.in),
    tokenOut: toTradeLeg(tx, leg.out, leg.fees?.out),
    feeUsd: null,
    leg: 0,
    source: leg.byEvent ? 'event' : 'transfers',
    confidence: leg.confirmed ? 'sure' : 'likely',
  }
}

/** The trader if it signed, as every wallet of a bundle does. A program that trades for a wallet cannot sign, so the fee payer stands in. */
function signerOf(tx: DecodableTransaction, trader: string): Address {
  return trustedAddress(tx.signers.includes(trader) ? trader : tx.feePayer)
}

function toTradeLeg(tx: DecodableTransaction, { mint, raw, withheld }: LegSide, venueFeeRaw: bigint | undefined): TradeLeg {
  return {
    token: trustedAddress(mint),
    raw,
    decimals: tx.tokenAccounts.decimalsOf(mint),
    usd: null,
    ...(withheld === null ? {} : { transferFeeRaw: withheld }),
    ...(venueFeeRaw === undefined ? {} : { venueFeeRaw }),
  }
}

/** Pools of the legs, except pools that the same transaction opened. */
function tradedPools(swaps: readonly DecodedSwap[], creations: readonly ChainEvent[]): Pool[] {
  const pools = new Map<string, Pool>()
  const legs = swaps.flatMap(({ venue, legs }) => legs.map((leg) => ({ venue, leg })))
  for (const { venue, leg } of legs) {
    if (leg.pool === null || pools.has(leg.pool)) continue
    if (creations.some((made) => made.kind === 'pool' && made.address === leg.pool)) continue
    pools.set(leg.pool, poolOf(venue, leg.pool, [leg.in.mint, leg.out.mint]))
  }
  return [...pools.values()]
}

function decodeWarnings(tx: DecodableTransaction, swaps: readonly DecodedSwap[]): DecodeWarning[] {
  const found = swaps.flatMap(({ venue, swap, legs, eventDisagrees }) => {
    const name = `${venue.dex} ${venue.version} ${swap.name}`
    if (legs.length === 0) return [warning(tx.signature, 'swap_unread', `${name}: no token went in and out of the pool, or its event is missing.`)]
    return eventDisagrees ? [warning(tx.signature, 'event_disagrees', `${name}: the venue's event and the transfers give different amounts.`)] : []
  })
  if (tx.instructions.some(({ damaged }) => damaged))
    found.push(warning(tx.signature, 'instruction_damaged', 'The data of an instruction makes no sense.'))
  if (tx.slot === null) found.push(warning(tx.signature, 'no_slot', 'The answer does not name the slot; block 0 stands for it.'))
  if (tx.eventLogs.truncated && swaps.length > 0) {
    found.push(warning(tx.signature, 'logs_truncated', 'The logs are cut short or do not fit the instructions; events in them may be missing.'))
  }
  return found
}
