import { Field, bit, field, key } from './fields'
import { forgetNames, named, readInstructions, rows, settleInstructions } from './instruction'
import { Group, readMeta, readPlace } from './meta'
import { nameOf, newTransaction, placeName } from './names'
import { out, take, takeEmpty } from './picture'
import {
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SMALL_T,
  byteAt,
  count,
  countUpTo,
  ended,
  enter,
  follow,
  isNull,
  plainText,
  skip,
  textEnd,
  whole,
} from './scan'
import { Key, SIGNS, Tx } from './transaction-row'
import { readWire } from './wire'

/** What an entry of the picture is. */
const TRANSACTION: u32 = 1
export const BLOCK: u32 = 2
/** More than any transaction can run. */
const MOST_INSTRUCTIONS: u32 = 4096
const MOST_KEYS: u32 = 1024
const MOST_SIGNERS: u32 = 0xffff

/** An empty row for a transaction that is told further. */
export function openTransaction(): usize {
  newTransaction()
  forgetNames()
  const row = takeEmpty(Tx.bytes)
  store<u32>(row + Tx.kind, TRANSACTION)
  store<f64>(row + Tx.slot, -1)
  store<f64>(row + Tx.time, -1)
  store<f64>(row + Tx.place, -1)
  store<f64>(row + Tx.fee, -1)
  store<i32>(row + Tx.required, -1)
  return row
}

/** One field of a transaction's object, from its value. */
export function readTransactionField(row: usize, at: usize): usize {
  switch (field) {
    case Field.slot:
      return readCount(row + Tx.slot, at)
    case Field.blockTime:
      return readCount(row + Tx.time, at)
    case Field.transactionIndex:
      return readCount(row + Tx.place, at)
    case Field.indexWithinBlock:
      // Where both are told, the other counts.
      return load<f64>(row + Tx.place) >= 0 ? skip(at) : readCount(row + Tx.place, at)
    case Field.meta:
      return readMeta(row, at)
    case Field.transaction:
      return byteAt(at) == OPEN_LIST ? readWire(row, at) : readBody(row, at)
    default:
      return skip(at)
  }
}

function readCount(into: usize, at: usize): usize {
  if (isNull(at)) return at + 4
  const behind = count(at)
  store<f64>(into, <f64>(<i64>whole))
  return behind
}

function readBody(row: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.signatures) at = readSignatures(row, at)
    else if (field == Field.message) at = readMessage(row, at)
    else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  const all = bit(Field.signatures) | bit(Field.message)
  if ((seen & all) != all) unreachable()
  return at
}

/** Only the first is read: it names the transaction. */
function readSignatures(row: usize, start: usize): usize {
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    const from = at + 1
    at = found == 0 ? plainText(at) : skip(at)
    if (found == 0) {
      store<u32>(row + Tx.signature, <u32>from)
      store<u32>(row + Tx.signatureLength, <u32>(textEnd - from))
    }
    found++
    at = follow(at, OPEN_LIST)
  }
  if (found == 0) unreachable()
  // The header's word counts more.
  if (load<i32>(row + Tx.required) < 0) store<u32>(row + Tx.required, found)
  return at
}

function readMessage(row: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    switch (field) {
      case Field.accountKeys:
        at = readKeys(row, at)
        break
      case Field.header:
        at = readHeader(row, at)
        break
      case Field.instructions:
        store<u32>(row + Tx.instructions, <u32>out)
        at = readInstructions(at)
        store<u32>(row + Tx.instructionCount, rows)
        break
      default:
        at = skip(at)
    }
    at = follow(at, OPEN_OBJECT)
  }
  const all = bit(Field.accountKeys) | bit(Field.instructions)
  if ((seen & all) != all) unreachable()
  return at
}

function readHeader(row: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.numRequiredSignatures) {
      at = countUpTo(at, MOST_SIGNERS)
      store<u32>(row + Tx.required, <u32>whole)
    } else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  return at
}

function readKeys(row: usize, start: usize): usize {
  const list = out
  let found: u32 = 0
  let flagged: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    const one = take(Key.bytes)
    at = byteAt(at) == QUOTE ? readPlace(one, at) : readKey(one, at)
    if ((load<u32>(one + Key.kind) & SIGNS) != 0) flagged++
    found++
    at = follow(at, OPEN_LIST)
  }
  store<u32>(row + Tx.flagged, flagged)
  store<u32>(row + Tx.keys, <u32>list)
  store<u32>(row + Tx.keyCount, found)
  return at
}

function readKey(row: usize, start: usize): usize {
  let signs: u32 = 0
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.pubkey) at = readPlace(row, at)
    else {
      if (field == Field.signer && byteAt(at) == SMALL_T) signs = SIGNS
      at = skip(at)
    }
    at = follow(at, OPEN_OBJECT)
  }
  if ((seen & bit(Field.pubkey)) == 0) unreachable()
  store<u32>(row + Key.kind, load<u32>(row + Key.kind) | signs)
  return at
}

function nameKeys(list: usize, keys: u32): void {
  for (let i: u32 = 0; i < keys; i++) {
    const row = list + i * Key.bytes
    placeName(nameOf(load<u32>(row + Key.at), load<u32>(row + Key.kind) & ~SIGNS), i)
  }
}

/** Everything of a transaction is read: puts its keys together and holds its indexes against them. */
export function closeTransaction(row: usize, seen: u64): void {
  const needed = bit(Field.meta) | bit(Field.transaction)
  if ((seen & needed) != needed) unreachable()
  const own = load<u32>(row + Tx.keyCount)
  const complete = load<u32>(row + Tx.lamportsBefore) != 0 && own >= load<u32>(row + Tx.lamportsBefore + 4)
  const writable = complete ? 0 : load<u32>(row + Tx.writable + 4)
  const readonly = complete ? 0 : load<u32>(row + Tx.readonly + 4)
  const total = own + writable + readonly
  if (total > MOST_KEYS || total == 0) unreachable()
  const all = take(total * Key.bytes)
  memory.copy(all, load<u32>(row + Tx.keys), own * Key.bytes)
  memory.copy(all + own * Key.bytes, load<u32>(row + Tx.writable), writable * Key.bytes)
  memory.copy(all + (own + writable) * Key.bytes, load<u32>(row + Tx.readonly), readonly * Key.bytes)
  if (named) nameKeys(all, total)
  store<u32>(row + Tx.all, <u32>all)
  store<u32>(row + Tx.all, total, 4)
  settleInstructions(load<u32>(row + Tx.instructions), load<u32>(row + Tx.instructionCount), total)
  const outers = load<u32>(row + Tx.instructionCount)
  let rows = outers
  let group: usize = load<u32>(row + Tx.groups)
  for (let i: u32 = 0; i < load<u32>(row + Tx.groupCount); i++) {
    if (load<u32>(group + Group.outer) >= outers) unreachable()
    const inners = load<u32>(group + Group.count)
    settleInstructions(group + Group.bytes, inners, total)
    rows += inners
    group = load<u32>(group + Group.end)
  }
  if (rows > MOST_INSTRUCTIONS) unreachable()
  store<u32>(row + Tx.end, <u32>out)
}
