import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { ChainEvent, Oddity, Pool, Trade, TradeLeg } from '../../../src-shared/domain/events.ts'
import { readCreations } from './creations.ts'
import { isFailedTransaction, normaliseTransaction, type Surroundings } from './normalise.ts'
import { UNKNOWN_SLOT, odd } from './oddities.ts'
import type { Leg, LegSide } from './programs/venue.ts'
import { isRawTransaction, readRawBlock, unwrapEnvelope } from './raw.ts'
import { readSwaps, type ReadSwap } from './swaps.ts'
import { eventNumber, type NormalTransaction } from './transaction.ts'
import { Movements, transferEvents } from './transfers.ts'
import { tradesByBalances } from './unknown-venue.ts'

/**
 * Everything a transaction tells: trades (one per pool), transfers, pools it opened or went through, tokens it created, and
 * what could not be understood. A failed transaction moved nothing and gives nothing.
 */
export function decodeSolanaTransaction(tx: NormalTransaction): ChainEvent[] {
  if (tx.failed) return []
  tx.tokenAccounts.nameAll()
  const movements = new Movements(tx)
  const { swaps, trades } = readTrades(tx, movements)
  const creations = readCreations(tx)
  return [...trades, ...creations, ...poolsOf(swaps, creations), ...transferEvents(tx, movements.all()), ...oddities(tx, swaps)]
}

/** Only the trades of a transaction, the same as among everything it tells; what they do not need is not read. */
function decodeSolanaTrades(tx: NormalTransaction): Trade[] {
  return tx.failed ? [] : readTrades(tx, new Movements(tx)).trades
}

function readTrades(tx: NormalTransaction, movements: Movements): { swaps: ReadSwap[]; trades: Trade[] } {
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

function tradeOf(tx: NormalTransaction, { venue, instruction }: ReadSwap, leg: Leg): Trade {
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
function signerFor(tx: NormalTransaction, trader: string): Address {
  return trustedAddress(tx.signers.includes(trader) ? trader : tx.feePayer)
}

function sideOf(tx: NormalTransaction, { mint, raw, withheld }: LegSide): TradeLeg {
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

function oddities(tx: NormalTransaction, swaps: readonly ReadSwap[]): Oddity[] {
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

/* Answers of a node */

export interface SolanaAnswer {
  readonly events: readonly ChainEvent[]
  readonly transactions: number
}

/** What is known of an answer besides its text. */
export interface AnswerHints {
  /** A getBlock answer does not name its own slot. Without this, the one after its parent is taken and an oddity says so. */
  readonly slot?: number
  /** Only trades are wanted (and the word of what could not be read at all); everything otherwise. */
  readonly only?: 'trades'
}

const NOWHERE: Surroundings = { slot: null, time: null, index: null }

/** Lists of lists of answers go no deeper in anybody's files. */
const DEEPEST_LIST = 4

/** Whether this is a getTransaction or getBlock answer, bare, in its JSON-RPC envelope, or a list of them. */
export function isSolanaAnswer(json: unknown, depth = 0): boolean {
  const bare = unwrapEnvelope(json)
  if (Array.isArray(bare)) return depth < DEEPEST_LIST && bare.some((item) => isSolanaAnswer(item, depth + 1))
  return readRawBlock(bare) !== null || isRawTransaction(bare)
}

/**
 * Decodes what a node answered to getTransaction or getBlock, or a list of such answers.
 * `null` results (unknown transactions) count as nothing; what does not fit becomes an oddity, not an error.
 */
export function decodeSolanaAnswer(json: unknown, hints: AnswerHints = {}): SolanaAnswer {
  return decodeItem(json, hints, 0)
}

function decodeItem(json: unknown, hints: AnswerHints, depth: number): SolanaAnswer {
  const bare = unwrapEnvelope(json)
  if (Array.isArray(bare) && depth < DEEPEST_LIST) return join(bare.map((item) => decodeItem(item, hints, depth + 1)))
  const block = readRawBlock(bare)
  if (block === null) return bare === null || bare === undefined ? join([]) : decodeRaw(bare, NOWHERE, hints)
  const slot = hints.slot ?? block.parentSlot + 1
  const rows = block.transactions.map((raw, index) => decodeRaw(raw, { slot, time: block.time, index }, hints))
  const assumed = odd('', 'slot_assumed', `The block does not name its slot; ${slot} follows its parent.`)
  return join([...rows, { events: hints.slot === undefined ? [assumed] : [], transactions: 0 }])
}

function decodeRaw(json: unknown, around: Surroundings, { only }: AnswerHints): SolanaAnswer {
  if (isFailedTransaction(json)) return { events: [], transactions: 1 }
  const tx = normaliseTransaction(json, around)
  if (tx === null) return { events: [odd('', 'unreadable', 'A transaction in the answer is of an unknown form or version.')], transactions: 1 }
  return { events: only === 'trades' ? decodeSolanaTrades(tx) : decodeSolanaTransaction(tx), transactions: 1 }
}

function join(parts: readonly SolanaAnswer[]): SolanaAnswer {
  const events: ChainEvent[] = []
  let transactions = 0
  for (const part of parts) {
    for (const event of part.events) events.push(event)
    transactions += part.transactions
  }
  return { events, transactions }
}
