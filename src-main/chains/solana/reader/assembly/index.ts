import { decodeBase58, learnBase58 } from './base58'
import { Field, bit, field, key, learnFields } from './fields'
import { INPUT, PADDING, UNPACKED } from './layout'
import { startNames } from './names'
import { out, startPicture } from './picture'
import { OPEN_LIST, OPEN_OBJECT, byteAt, count, ended, enter, follow, isNull, skip, space, text, whole } from './scan'
import { BLOCK, closeTransaction, openTransaction, readTransactionField } from './transaction'
import { Tx } from './transaction-row'
import { learnBase64 } from './wire'

export { nameOf, worn } from './names'

learnFields()
learnBase64()
learnBase58()

const PAGE: usize = 0x10000
/** What the picture and the names take: at most so many bytes for each of the text, and some besides. */
const ROOM_A_BYTE: usize = 2
const LEAST_ROOM: usize = 0x40000
/** Lists of lists of answers go no deeper in anybody's files. */
const DEEPEST_LIST = 4

/** Makes room for a text and answers where it goes. */
export function room(length: usize): usize {
  const needed = INPUT + length * (1 + ROOM_A_BYTE) + PADDING + LEAST_ROOM
  const pages = (needed + PAGE - 1) / PAGE
  if (memory.size() < <i32>pages && memory.grow(<i32>pages - memory.size()) < 0) unreachable()
  return INPUT
}

/** Whether the text read last is one answer in its envelope. */
let single: bool = false

/** Reads the text in place; answers where its picture begins. Traps on whatever it does not know. */
export function read(length: usize): usize {
  single = false
  memory.fill(INPUT + length, 0, PADDING)
  startPicture(INPUT + length + PADDING)
  startNames(<usize>memory.size() * PAGE)
  const picture = out
  const at = space(readItem(space(INPUT), 0, false))
  if (at != INPUT + length) unreachable()
  return picture
}

/** Where the picture read last ends. */
export function pictureEnd(): usize {
  return out
}

/** Whether the text read last is one answer in its envelope; 0 for no. */
export function enveloped(): i32 {
  return single ? 1 : 0
}

/** Where `unpack` writes. */
export function unpacked(): usize {
  return UNPACKED
}

/** Base58 to bytes at `unpacked`; how many, -1 for what is none. */
export function unpack(at: usize, length: usize): i32 {
  return decodeBase58(at, length)
}

/** @param wrapped whether this stands in an envelope, where another one is no answer */
function readItem(at: usize, depth: i32, wrapped: bool): usize {
  return byteAt(at) == OPEN_LIST ? readList(at, depth) : readAnswer(at, depth, wrapped)
}

function readList(start: usize, depth: i32): usize {
  if (depth >= DEEPEST_LIST) unreachable()
  let at = enter(start, OPEN_LIST)
  while (!ended) at = follow(readItem(at, depth + 1, false), OPEN_LIST)
  return at
}

const ENVELOPE: u64 = bit(Field.jsonrpc) | bit(Field.result)
const BLOCK_FIELDS: u64 = bit(Field.blockhash) | bit(Field.transactions) | bit(Field.parentSlot)
/** That none of a block's fields stand for itself. */
const FOREIGN: u64 = bit(Field.slot) | bit(Field.transactionIndex) | bit(Field.indexWithinBlock) | bit(Field.meta) | bit(Field.transaction)

/** An envelope, a block or a transaction: which, its fields tell. */
function readAnswer(start: usize, depth: i32, wrapped: bool): usize {
  let row: usize = 0
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.none) at = skip(at)
    else if (field == Field.jsonrpc) at = text(at)
    else if (field == Field.result && wrapped) unreachable()
    else if (field == Field.result) {
      if (depth == 0) single = byteAt(at) == OPEN_OBJECT
      at = isNull(at) ? at + 4 : readItem(at, depth, true)
    } else if (field == Field.error) {
      // What is refused has no result, whatever stands there.
      if (!isNull(at)) unreachable()
      at += 4
    } else {
      if (row == 0) row = openTransaction()
      if (field == Field.blockhash) at = text(at)
      else if (field == Field.transactions) at = readTransactions(at)
      else if (field == Field.parentSlot) {
        at = count(at)
        store<f64>(row + Tx.slot, <f64>(<i64>whole))
      } else at = readTransactionField(row, at)
    }
    at = follow(at, OPEN_OBJECT)
  }
  if ((seen & bit(Field.result)) != 0) {
    if ((seen & ENVELOPE) != ENVELOPE || row != 0) unreachable()
  } else if ((seen & BLOCK_FIELDS) == 0) {
    if (row == 0) unreachable()
    closeTransaction(row, seen)
  } else {
    if ((seen & BLOCK_FIELDS) != BLOCK_FIELDS || (seen & FOREIGN) != 0) unreachable()
    store<u32>(row + Tx.kind, BLOCK)
    store<u32>(row + Tx.end, <u32>out)
  }
  return at
}

function readTransactions(start: usize): usize {
  let at = enter(start, OPEN_LIST)
  while (!ended) at = follow(readTransaction(at), OPEN_LIST)
  return at
}

function readTransaction(start: usize): usize {
  const row = openTransaction()
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    at = follow(readTransactionField(row, at), OPEN_OBJECT)
  }
  closeTransaction(row, seen)
  return at
}
