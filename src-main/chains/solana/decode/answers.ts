import type { ChainEvent } from '../../../../src-shared/domain/events.ts'
import type { DecodableTransaction } from '../programs/program-instruction.ts'
import { decodeSolanaTrades, decodeSolanaTransaction } from './decode.ts'
import { isFailedTransaction, normaliseTransaction, type TransactionContext } from './normalise.ts'
import { warning } from './warnings.ts'
import { isRawTransaction, readRawBlock, unwrapEnvelope } from '../encoding/json.ts'

export interface SolanaAnswer {
  readonly events: readonly ChainEvent[]
  readonly transactions: number
}

/** Context of an answer that its value does not contain. */
export interface AnswerHints {
  /**
   * Returns a block's slot from its parent's, because a getBlock answer does not contain it. Without this, or if it returns
   * undefined, the slot after the parent's is assumed, with a warning.
   */
  readonly slot?: (parentSlot: number) => number | undefined
  /** Decodes only trades, and warnings about unreadable transactions; everything otherwise. */
  readonly only?: 'trades'
}

const NO_CONTEXT: TransactionContext = { slot: null, time: null, index: null }

/** Maximum nesting of batches. No recorder nests them deeper. */
const MAX_LIST_DEPTH = 4

/** Whether this is a getTransaction or getBlock answer, with or without JSON-RPC envelope, or a list of such answers. */
export function isSolanaAnswer(json: unknown, depth = 0): boolean {
  const bare = unwrapEnvelope(json)
  if (Array.isArray(bare)) return depth < MAX_LIST_DEPTH && bare.some((item) => isSolanaAnswer(item, depth + 1))
  return readRawBlock(bare) !== null || isRawTransaction(bare)
}

/**
 * Decodes a getTransaction or getBlock answer, or a list of them. `null` results (unknown transactions) are skipped. Unreadable
 * transactions become decode warnings, not errors.
 */
export function decodeSolanaAnswer(json: unknown, hints: AnswerHints = {}): SolanaAnswer {
  const events: ChainEvent[] = []
  const transactions = decodeItem(events, json, hints, 0)
  return { events, transactions }
}

/** Appends the events of one item and returns its number of transactions. */
function decodeItem(events: ChainEvent[], json: unknown, hints: AnswerHints, depth: number): number {
  const bare = unwrapEnvelope(json)
  if (Array.isArray(bare) && depth < MAX_LIST_DEPTH) {
    let transactions = 0
    for (const item of bare) transactions += decodeItem(events, item, hints, depth + 1)
    return transactions
  }
  const block = readRawBlock(bare)
  if (block === null) return bare === null || bare === undefined ? 0 : decodeRaw(events, bare, NO_CONTEXT, hints)
  const known = hints.slot?.(block.parentSlot)
  const slot = known ?? block.parentSlot + 1
  for (const [index, raw] of block.transactions.entries()) decodeRaw(events, raw, { slot, time: block.time, index }, hints)
  if (known === undefined) events.push(slotAssumed(slot))
  return block.transactions.length
}

function decodeRaw(events: ChainEvent[], json: unknown, around: TransactionContext, hints: AnswerHints): number {
  if (isFailedTransaction(json)) return 1
  const tx = normaliseTransaction(json, around)
  if (tx === null) events.push(warning('', 'unreadable', 'A transaction in the answer is of an unknown form or version.'))
  else addEvents(events, tx, hints)
  return 1
}

function addEvents(events: ChainEvent[], tx: DecodableTransaction, { only }: AnswerHints): void {
  for (const event of only === 'trades' ? decodeSolanaTrades(tx) : decodeSolanaTransaction(tx)) events.push(event)
}

const slotAssumed = (slot: number): ChainEvent => warning('', 'slot_assumed', `The block does not name its slot; ${slot} follows its parent.`)
