import { Field, bit, field, key } from './fields'
import { UNPACKED_BYTES } from './layout'
import { NO_REFERENCE, indexOfName, readName, reference } from './names'
import { readParsed } from './parsed'
import { out, take, takeEmpty } from './picture'
import { OPEN_LIST, OPEN_OBJECT, QUOTE, byteAt, countUpTo, ended, enter, follow, isNull, plainText, skip, textEnd, whole } from './scan'

/** An instruction in the picture, by byte. */
export const enum Call {
  end = 0,
  /** The program's index among the keys; -1 until it is known. */
  program = 4,
  /** The program's name, where that tells it. */
  named = 8,
  stackHeight = 12,
  /** Where the accounts' indexes stand, a byte each, and how many. */
  accounts = 16,
  accountCount = 20,
  /** Whether references stand there until all keys are known. */
  accountsNamed = 24,
  /** Where the data stands, and its length; -1 for none. */
  data = 28,
  dataLength = 32,
  /** Whether the data is bytes, not base58. */
  isBytes = 36,
  /** 0, PARSED_WITHOUT_FIELDS, or where the fields stand (parsed.ts). */
  parsed = 40,
  bytes = 48,
}

/** Indexes are bytes on the wire too. */
const LARGEST_INDEX: u32 = 0xff
const MOST_CALLS: u32 = 0xffff
const DEEPEST_CALL: u32 = 0xff
/** Room for accounts is taken in steps. */
const STEP: usize = 16

export function openCall(): usize {
  const row = takeEmpty(Call.bytes)
  store<i32>(row + Call.program, -1)
  store<i32>(row + Call.dataLength, -1)
  return row
}

/** Whether an instruction of the transaction names keys where others write their index. */
export let named: bool = false

export function forgetNames(): void {
  named = false
}

/** How many instructions the list passed last has. */
export let rows: u32 = 0

export function readInstructions(start: usize): usize {
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    at = follow(readInstruction(at), OPEN_LIST)
    found++
  }
  rows = found
  return at
}

function readInstruction(start: usize): usize {
  const row = openCall()
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    switch (field) {
      case Field.programIdIndex:
        at = countUpTo(at, MOST_CALLS)
        store<u32>(row + Call.program, <u32>whole)
        break
      case Field.programId:
        named = true
        at = readName(at)
        store<u32>(row + Call.named, reference)
        break
      case Field.stackHeight:
        at = isNull(at) ? at + 4 : readHeight(row, at)
        break
      case Field.accounts:
        at = readAccounts(row, at)
        break
      case Field.data:
        at = readData(row, at)
        break
      case Field.parsed:
        at = readParsed(row + Call.parsed, at)
        break
      default:
        at = skip(at)
    }
    at = follow(at, OPEN_OBJECT)
  }
  store<u32>(row + Call.end, <u32>out)
  return at
}

function readHeight(row: usize, start: usize): usize {
  const at = countUpTo(start, DEEPEST_CALL)
  store<u32>(row + Call.stackHeight, <u32>whole)
  return at
}

function readData(row: usize, start: usize): usize {
  const at = plainText(start)
  const length = textEnd - start - 1
  if (length > UNPACKED_BYTES) unreachable()
  store<u32>(row + Call.data, <u32>(start + 1))
  store<u32>(row + Call.dataLength, <u32>length)
  return at
}

/** No list has both indexes and names. */
function readAccounts(row: usize, start: usize): usize {
  const list = out
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  const byName = byteAt(at) == QUOTE
  const size: usize = byName ? 4 : 1
  if (byName) named = true
  while (!ended) {
    if (list + found * size == out) take(STEP)
    if (byName) {
      at = readName(at)
      store<u32>(list + (found << 2), reference)
    } else {
      at = countUpTo(at, LARGEST_INDEX)
      store<u8>(list + found, <u8>whole)
    }
    found++
    at = follow(at, OPEN_LIST)
  }
  store<u32>(row + Call.accounts, <u32>list)
  store<u32>(row + Call.accountCount, found)
  store<u32>(row + Call.accountsNamed, byName ? 1 : 0)
  return at
}

/** Every key is known: holds a list of instructions against them, and turns names into indexes. */
export function settleInstructions(start: usize, rows: u32, keys: u32): void {
  let row = start
  for (let i: u32 = 0; i < rows; i++) {
    if (load<i32>(row + Call.program) < 0) {
      const program = load<u32>(row + Call.named)
      if (program == NO_REFERENCE) unreachable()
      store<i32>(row + Call.program, indexOfName(program))
    }
    if (load<u32>(row + Call.program) >= keys) unreachable()
    if (load<u32>(row + Call.accountsNamed) != 0) settleAccounts(load<u32>(row + Call.accounts), load<u32>(row + Call.accountCount))
    row = load<u32>(row + Call.end)
  }
}

function settleAccounts(list: usize, found: u32): void {
  for (let i: u32 = 0; i < found; i++) {
    const index = indexOfName(load<u32>(list + (i << 2)))
    if (<u32>index > LARGEST_INDEX) unreachable()
    store<u8>(list + i, <u8>index)
  }
}
