import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { ChainEvent, Oddity, Pool, TokenCreated, Trade, TradeLeg } from '../../../src-shared/domain/events.ts'
import { ByteReader, startsWithHex } from './bytes.ts'
import { normaliseTransaction, type Surroundings } from './normalise.ts'
import { venueOf } from './programs/registry.ts'
import type { Leg, LegSide } from './programs/venue.ts'
import { rawBlock, rawEnvelope, rawTransaction } from './raw.ts'
import { readSwaps, type ReadSwap } from './swaps.ts'
import { eventNumber, type NormalTransaction } from './transaction.ts'
import { readMovements, transferEvents } from './transfers.ts'
import { tradeByBalances } from './unknown-venue.ts'

/** Block number of transactions whose answer names none; an oddity `no_slot` goes with them. */
export const UNKNOWN_SLOT = 0

/**
 * Everything a transaction tells: trades (one per pool), transfers, pools it went through, tokens it created, and what
 * could not be understood. A failed transaction moved nothing and gives nothing.
 */
export function decodeSolanaTransaction(tx: NormalTransaction): ChainEvent[] {
  if (tx.failed) return []
  const movements = readMovements(tx)
  const swaps = readSwaps(tx, movements)
  const known = swaps.flatMap((swap) => swap.legs.map((leg) => ({ swap, leg })))
  const trades = known.map(({ swap, leg }, index) => tradeOf(tx, swap, leg, index))
  if (swaps.length === 0) trades.push(...tradeByBalances(tx, movements))
  return [...trades, ...poolsOf(known), ...transferEvents(tx, movements), ...createdTokens(tx), ...oddities(tx, swaps)]
}

const odd = (tx: string, code: string, detail: string): Oddity => ({ kind: 'oddity', network: 'sol', tx, code, detail })

function tradeOf(tx: NormalTransaction, { venue, instruction }: ReadSwap, leg: Leg, index: number): Trade {
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
    pool: trustedAddress(leg.pool),
    tokenIn: sideOf(leg.in),
    tokenOut: sideOf(leg.out),
    feeUsd: null,
    leg: index,
    source: leg.byEvent ? 'event' : 'transfers',
    confidence: leg.confirmed ? 'sure' : 'likely',
  }
}

/** In a bundle every wallet signs for its own swap; a program that swaps for a wallet did not sign, the fee payer did. */
function signerFor(tx: NormalTransaction, trader: string): Address {
  return trustedAddress(tx.signers.includes(trader) ? trader : tx.feePayer)
}

function sideOf(side: LegSide): TradeLeg {
  return { token: trustedAddress(side.mint), raw: side.raw, decimals: side.decimals, usd: null }
}

function poolsOf(known: readonly { swap: ReadSwap; leg: Leg }[]): Pool[] {
  const pools = new Map<string, Pool>()
  for (const { swap, leg } of known) {
    const [token0, token1] = [leg.in.mint, leg.out.mint].sort()
    if (token0 === undefined || token1 === undefined || pools.has(leg.pool)) continue
    pools.set(leg.pool, {
      kind: 'pool',
      network: 'sol',
      address: trustedAddress(leg.pool),
      dex: swap.venue.dex,
      dexVersion: swap.venue.version,
      token0: trustedAddress(token0),
      token1: trustedAddress(token1),
      createdBlock: null,
      createdTx: null,
    })
  }
  return [...pools.values()]
}

function createdTokens(tx: NormalTransaction): TokenCreated[] {
  return tx.all.flatMap((instruction) => {
    const launch = venueOf(instruction.program)?.launches?.find((row) => startsWithHex(instruction.data, row.discriminator))
    const mint = launch === undefined ? undefined : instruction.accounts[launch.mint]
    if (launch === undefined || mint === undefined) return []
    const named = launch.creatorArgument?.(new ByteReader(instruction.data, launch.discriminator.length / 2)) ?? null
    const creator = named ?? instruction.accounts[launch.creator] ?? tx.feePayer
    return [
      {
        kind: 'token_created',
        network: 'sol',
        token: trustedAddress(mint),
        creator: trustedAddress(creator),
        position: { block: tx.slot ?? UNKNOWN_SLOT, tx: tx.index ?? 0, event: eventNumber(instruction) },
        time: tx.time,
        tx: tx.signature,
      },
    ]
  })
}

function oddities(tx: NormalTransaction, swaps: readonly ReadSwap[]): Oddity[] {
  const found = swaps.flatMap(({ venue, swap, legs, eventDisagrees }) => {
    const name = `${venue.dex} ${venue.version} ${swap.name}`
    if (legs.length === 0) return [odd(tx.signature, 'swap_unread', `${name}: no token went in and out of the pool, or its event is missing.`)]
    return eventDisagrees ? [odd(tx.signature, 'event_disagrees', `${name}: the venue's event and the transfers give different amounts.`)] : []
  })
  if (tx.slot === null) found.push(odd(tx.signature, 'no_slot', 'The answer does not name the slot; block 0 stands for it.'))
  if (tx.logsTruncated && swaps.length > 0) {
    found.push(odd(tx.signature, 'logs_truncated', 'The node cut the logs short; events in them may be missing.'))
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
}

const NOWHERE: Surroundings = { slot: null, time: null, index: null }

/** Whether this is a getTransaction or getBlock answer, bare, in its JSON-RPC envelope, or a list of them. */
export function isSolanaAnswer(json: unknown): boolean {
  const bare = unwrap(json)
  if (Array.isArray(bare)) return bare.length > 0 && bare.some((item) => isSolanaAnswer(item))
  return rawBlock.safeParse(bare).success || (typeof bare === 'object' && bare !== null && 'meta' in bare && 'transaction' in bare)
}

/**
 * Decodes what a node answered to getTransaction or getBlock, or a list of such answers.
 * `null` results (unknown transactions) count as nothing; what does not fit becomes an oddity, not an error.
 */
export function decodeSolanaAnswer(json: unknown, hints: AnswerHints = {}): SolanaAnswer {
  const bare = unwrap(json)
  if (Array.isArray(bare)) return join(bare.map((item) => decodeSolanaAnswer(item, hints)))
  const block = rawBlock.safeParse(bare)
  if (!block.success) return bare === null || bare === undefined ? join([]) : decodeRaw(bare, NOWHERE)
  const slot = hints.slot ?? block.data.parentSlot + 1
  const time = block.data.blockTime ?? null
  const rows = block.data.transactions.map((raw, index) => decodeRaw(raw, { slot, time, index }))
  const assumed = odd('', 'slot_assumed', `The block does not name its slot; ${slot} follows its parent.`)
  return join([...rows, { events: hints.slot === undefined ? [assumed] : [], transactions: 0 }])
}

function unwrap(json: unknown): unknown {
  const envelope = rawEnvelope.safeParse(json)
  return envelope.success ? envelope.data.result : json
}

function decodeRaw(json: unknown, around: Surroundings): SolanaAnswer {
  const raw = rawTransaction.safeParse(json)
  const tx = raw.success ? normaliseTransaction(raw.data, around) : null
  if (tx === null) return { events: [odd('', 'unreadable', 'A transaction in the answer is of an unknown form or version.')], transactions: 1 }
  return { events: decodeSolanaTransaction(tx), transactions: 1 }
}

function join(parts: readonly SolanaAnswer[]): SolanaAnswer {
  return { events: parts.flatMap((part) => part.events), transactions: parts.reduce((total, part) => total + part.transactions, 0) }
}
