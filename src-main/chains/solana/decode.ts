import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { ChainEvent, Oddity, Pool, Trade, TradeLeg } from '../../../src-shared/domain/events.ts'
import type { DecodableTransaction } from './call.ts'
import { readCreations } from './creations.ts'
import { eventNumber } from './instruction.ts'
import { UNKNOWN_SLOT, odd } from './oddities.ts'
import type { Leg, LegSide } from './programs/venue.ts'
import type { ReadSwap } from './read-swap.ts'
import { readSwaps } from './swaps.ts'
import { Movements, transferEvents } from './transfers.ts'
import { tradesByBalances } from './unknown-venue.ts'

/**
 * Everything a transaction tells: trades (one per pool), transfers, pools it opened or went through, tokens it created, and
 * what could not be understood. A failed transaction moved nothing and gives nothing.
 */
export function decodeSolanaTransaction(tx: DecodableTransaction): ChainEvent[] {
  if (tx.failed) return []
  tx.tokenAccounts.nameAll()
  const movements = new Movements(tx)
  const { swaps, trades } = readTrades(tx, movements)
  const creations = readCreations(tx)
  return [...trades, ...creations, ...poolsOf(swaps, creations), ...transferEvents(tx, movements.all()), ...oddities(tx, swaps)]
}

/** Only the trades of a transaction, the same as among everything it tells; what they do not need is not read. */
export function decodeSolanaTrades(tx: DecodableTransaction): Trade[] {
  return tx.failed ? [] : readTrades(tx, new Movements(tx)).trades
}

function readTrades(tx: DecodableTransaction, movements: Movements): { swaps: ReadSwap[]; trades: Trade[] } {
  const swaps = readSwaps(tx, movements)
  const trades: Trade[] = []
  for (const swap of swaps) {
    for (const leg of swap.legs) trades.push(tradeOf(tx, swap, leg))
  }
  for (const guessed of tradesByBalances(tx, movements, outersOf(swaps))) trades.push(guessed)
  return { swaps, trades: trades.length < 2 ? trades : inOrder(trades) }
}

function outersOf(swaps: readonly ReadSwap[]): Set<number> {
  const outers = new Set<number>()
  for (const { instruction } of swaps) outers.add(instruction.outer)
  return outers
}

/** Legs count in the order of execution. */
function inOrder(trades: readonly Trade[]): Trade[] {
  const sorted = trades.toSorted((a, b) => a.position.event - b.position.event)
  return sorted.map((trade, leg) => (trade.leg === leg ? trade : { ...trade, leg }))
}

function tradeOf(tx: DecodableTransaction, { venue, instruction }: ReadSwap, leg: Leg): Trade {
  return {
    kind: 'trade',
    network: 'sol',
    position: { block: tx.slot ?? UNKNOWN_SLOT, tx: tx.index ?? 0, event: eventNumber(instruction) },
    time: tx.time,
    tx: tx.signature,
    dex: venue.dex,
    dexVersion: venue.version,
    signer: signerFor(tx, leg.trader),
    receiver: trustedAddress(leg.receiver),
    pool: leg.pool === null ? null : trustedAddress(leg.pool),
    tokenIn: sideOf(tx, leg.in),
    tokenOut: sideOf(tx, leg.out),
    feeUsd: null,
    leg: 0,
    source: leg.byEvent ? 'event' : 'transfers',
    confidence: leg.confirmed ? 'sure' : 'likely',
  }
}

/** In a bundle every wallet signs for its own swap; a program that swaps for a wallet did not sign, the fee payer did. */
function signerFor(tx: DecodableTransaction, trader: string): Address {
  return trustedAddress(tx.signers.includes(trader) ? trader : tx.feePayer)
}

function sideOf(tx: DecodableTransaction, { mint, raw, withheld }: LegSide): TradeLeg {
  const side = { token: trustedAddress(mint), raw, decimals: tx.tokenAccounts.decimalsOf(mint), usd: null }
  return withheld === null ? side : { ...side, transferFeeRaw: withheld }
}

/** Pools that the legs went through, without those that the same transaction opened. */
function poolsOf(swaps: readonly ReadSwap[], creations: readonly ChainEvent[]): Pool[] {
  const pools = new Map<string, Pool>()
  const legs = swaps.flatMap(({ venue, legs }) => legs.map((leg) => ({ venue, leg })))
  for (const { venue, leg } of legs) {
    const [token0, token1] = [leg.in.mint, leg.out.mint].sort()
    if (leg.pool === null || token0 === undefined || token1 === undefined || pools.has(leg.pool)) continue
    if (creations.some((made) => made.kind === 'pool' && made.address === leg.pool)) continue
    pools.set(leg.pool, {
      kind: 'pool',
      network: 'sol',
      address: trustedAddress(leg.pool),
      dex: venue.dex,
      dexVersion: venue.version,
      token0: trustedAddress(token0),
      token1: trustedAddress(token1),
      createdBlock: null,
      createdTx: null,
    })
  }
  return [...pools.values()]
}

function oddities(tx: DecodableTransaction, swaps: readonly ReadSwap[]): Oddity[] {
  const found = swaps.flatMap(({ venue, swap, legs, eventDisagrees }) => {
    const name = `${venue.dex} ${venue.version} ${swap.name}`
    if (legs.length === 0) return [odd(tx.signature, 'swap_unread', `${name}: no token went in and out of the pool, or its event is missing.`)]
    return eventDisagrees ? [odd(tx.signature, 'event_disagrees', `${name}: the venue's event and the transfers give different amounts.`)] : []
  })
  if (tx.instructions.some(({ damaged }) => damaged))
    found.push(odd(tx.signature, 'instruction_damaged', 'The data of an instruction makes no sense.'))
  if (tx.slot === null) found.push(odd(tx.signature, 'no_slot', 'The answer does not name the slot; block 0 stands for it.'))
  if (tx.eventLogs.truncated && swaps.length > 0) {
    found.push(odd(tx.signature, 'logs_truncated', 'The logs are cut short or do not fit the instructions; events in them may be missing.'))
  }
  return found
}
