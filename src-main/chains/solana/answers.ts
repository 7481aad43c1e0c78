import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import type { DecodableTransaction } from './call.ts'
import { decodeSolanaTrades, decodeSolanaTransaction } from './decode.ts'
import { isFailedTransaction, normaliseTransaction, type Surroundings } from './normalise.ts'
import { odd } from './oddities.ts'
import { isRawTransaction, readRawBlock, unwrapEnvelope } from './raw.ts'

export interface SolanaAnswer {
  readonly events: readonly ChainEvent[]
  readonly transactions: number
}

/** What is known of an answer besides its text. */
export interface AnswerHints {
  /**
   * A getBlock answer does not name its own slot: tells it by that of the parent. Without this, or where it does not know, the
   * one after the parent is taken and an oddity says so.
   */
  readonly slot?: (parentSlot: number) => number | undefined
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
  const events: ChainEvent[] = []
  const transactions = decodeItem(events, json, hints, 0)
  return { events, transactions }
}

/** Adds what it tells to the events, and answers how many transactions there were. */
function decodeItem(events: ChainEvent[], json: unknown, hints: AnswerHints, depth: number): number {
  const bare = unwrapEnvelope(json)
  if (Array.isArray(bare) && depth < DEEPEST_LIST) {
    let transactions = 0
    for (const item of bare) transactions += decodeItem(events, item, hints, depth + 1)
    return transactions
  }
  const block = readRawBlock(bare)
  if (block === null) return bare === null || bare === undefined ? 0 : decodeRaw(events, bare, NOWHERE, hints)
  const told = hints.slot?.(block.parentSlot)
  const slot = told ?? block.parentSlot + 1
  for (const [index, raw] of block.transactions.entries()) decodeRaw(events, raw, { slot, time: block.time, index }, hints)
  if (told === undefined) events.push(assumed(slot))
  return block.transactions.length
}

function decodeRaw(events: ChainEvent[], json: unknown, around: Surroundings, hints: AnswerHints): number {
  if (isFailedTransaction(json)) return 1
  const tx = normaliseTransaction(json, around)
  if (tx === null) events.push(odd('', 'unreadable', 'A transaction in the answer is of an unknown form or version.'))
  else addEvents(events, tx, hints)
  return 1
}

function addEvents(events: ChainEvent[], tx: DecodableTransaction, { only }: AnswerHints): void {
  for (const event of only === 'trades' ? decodeSolanaTrades(tx) : decodeSolanaTransaction(tx)) events.push(event)
}

const assumed = (slot: number): ChainEvent => odd('', 'slot_assumed', `The block does not name its slot; ${slot} follows its parent.`)
