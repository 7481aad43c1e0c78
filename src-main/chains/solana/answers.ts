import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import type { DecodableTransaction } from './call.ts'
import { decodeSolanaTrades, decodeSolanaTransaction } from './decode.ts'
import { isFailedTransaction, normaliseTransaction, type Surroundings } from './normalise.ts'
import { odd } from './oddities.ts'
import { isRawTransaction, readRawBlock, unwrapEnvelope } from './raw.ts'
import type { Picture } from './reader/picture.ts'
import { readAnswer } from './reader/reader.ts'
import { PictureTransaction, ROW } from './reader/transaction.ts'

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

/**
 * The same from the answer's JSON text, without making its value: for texts of the form that nodes write.
 *
 * @param text as text or in UTF-8
 * @returns null for every other text; JSON.parse and {@link decodeSolanaAnswer} tell of those
 */
export function decodeSolanaText(text: string | Uint8Array, hints: AnswerHints = {}): SolanaAnswer | null {
  return readAnswer(text, (picture) => decodePicture(picture, hints))
}

/**
 * A getTransaction answer from its JSON text, in its envelope.
 *
 * @param place of the transaction in its block: counts more than what the answer tells of it
 * @param take is given the transaction, which holds until the next text is read
 * @returns null for every other text, failed transactions among them
 */
export function readSolanaTransaction<T>(text: Uint8Array, place: number, take: (tx: PictureTransaction) => T | null): T | null {
  return readAnswer(text, (picture) => {
    const row = picture.start
    const good = picture.enveloped && picture.word(row + ROW.kind) !== ROW_IS_BLOCK && picture.word(row + ROW.failed) === 0
    return good ? take(new PictureTransaction(picture, row, NOWHERE, place)) : null
  })
}

function decodePicture(picture: Picture, hints: AnswerHints): SolanaAnswer {
  const events: ChainEvent[] = []
  let transactions = 0
  for (let row = picture.start; row < picture.end; row = picture.word(row + ROW.end)) {
    const block = picture.word(row + ROW.kind) === ROW_IS_BLOCK
    transactions += block ? decodeBlockRow(events, picture, row, hints) : decodeRow(events, picture, row, NOWHERE, hints)
  }
  return { events, transactions }
}

/** What a row of the picture is, where it is no transaction. Its slot is then its parent's. */
const ROW_IS_BLOCK = 2

function decodeBlockRow(events: ChainEvent[], picture: Picture, block: number, hints: AnswerHints): number {
  const parent = picture.double(block + ROW.slot)
  const told = hints.slot?.(parent)
  const slot = told ?? parent + 1
  const time = picture.count(block + ROW.time)
  let index = 0
  for (let row = block + ROW.bytes; row < picture.word(block + ROW.end); row = picture.word(row + ROW.end)) {
    decodeRow(events, picture, row, { slot, time, index }, hints)
    index++
  }
  if (told === undefined) events.push(assumed(slot))
  return index
}

function decodeRow(events: ChainEvent[], picture: Picture, row: number, around: Surroundings, hints: AnswerHints): number {
  if (picture.word(row + ROW.failed) === 0) addEvents(events, new PictureTransaction(picture, row, around), hints)
  return 1
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
