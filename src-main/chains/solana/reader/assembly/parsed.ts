import { Field, bit, field, key } from './fields'
import { NO_REFERENCE, readName, reference } from './names'
import { takeEmpty } from './picture'
import { MINUS, OPEN_OBJECT, QUOTE, byteAt, count, countUpTo, ended, enter, follow, isDigit, odd, skip, text, textEnd, whole } from './scan'

/** Fields of a parsed instruction in the picture, by byte: references (0 for none), then amounts. */
const enum Info {
  type = 0,
  source = 4,
  destination = 8,
  authority = 12,
  multisigAuthority = 16,
  mint = 20,
  account = 24,
  owner = 28,
  amount = 32,
  lamports = 40,
  tokenAmount = 48,
  feeAmount = 56,
  /** Which of the amounts are there, by bits. */
  present = 64,
  /** Of tokenAmount; -1 for none. */
  decimals = 68,
  bytes = 72,
}

/** Stands for the fields where there are none that are read. */
const PARSED_WITHOUT_FIELDS: u32 = 1
/** Bits of `present`. */
const HAS_AMOUNT: u32 = 1
const HAS_LAMPORTS: u32 = 2
const HAS_TOKEN_AMOUNT: u32 = 4
const HAS_FEE_AMOUNT: u32 = 8
/** There is a tokenAmount, whatever is in it. */
const IS_CHECKED: u32 = 16

const LARGEST_DECIMALS: u32 = 0x7fff_ffff

export function readParsed(into: usize, start: usize): usize {
  store<u32>(into, PARSED_WITHOUT_FIELDS)
  if (byteAt(start) != OPEN_OBJECT) return skip(start)
  const row = takeEmpty(Info.bytes)
  store<i32>(row + Info.decimals, -1)
  let told = false
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.type) at = readText(row + Info.type, at)
    else if (field == Field.info && byteAt(at) == OPEN_OBJECT) {
      told = true
      at = readInfo(row, at)
    } else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  if (told && load<u32>(row + Info.type) != NO_REFERENCE) store<u32>(into, <u32>row)
  return at
}

function readInfo(row: usize, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    at = follow(readField(row, at), OPEN_OBJECT)
  }
  return at
}

function readField(row: usize, at: usize): usize {
  switch (field) {
    case Field.source:
      return readText(row + Info.source, at)
    case Field.destination:
      return readText(row + Info.destination, at)
    case Field.authority:
      return readText(row + Info.authority, at)
    case Field.multisigAuthority:
      return readText(row + Info.multisigAuthority, at)
    case Field.mint:
      return readText(row + Info.mint, at)
    case Field.account:
      return readText(row + Info.account, at)
    case Field.owner:
      return readText(row + Info.owner, at)
    case Field.amount:
      return readAmount(row, Info.amount, HAS_AMOUNT, at)
    case Field.lamports:
      return readAmount(row, Info.lamports, HAS_LAMPORTS, at)
    case Field.tokenAmount:
      if (byteAt(at) != OPEN_OBJECT) return skip(at)
      store<u32>(row + Info.present, load<u32>(row + Info.present) | IS_CHECKED)
      return readUiAmount(row, Info.tokenAmount, HAS_TOKEN_AMOUNT, at)
    case Field.feeAmount:
      return byteAt(at) == OPEN_OBJECT ? readUiAmount(row, Info.feeAmount, HAS_FEE_AMOUNT, at) : skip(at)
    default:
      return skip(at)
  }
}

/** A text by its reference; anything else is as good as not there. */
function readText(into: usize, start: usize): usize {
  if (byteAt(start) != QUOTE) return skip(start)
  const at = readName(start)
  store<u32>(into, reference)
  return at
}

function readUiAmount(row: usize, place: Info, flag: u32, start: usize): usize {
  let seen: u64 = 0
  let at = enter(start, OPEN_OBJECT)
  while (!ended) {
    at = key(at, seen)
    seen |= bit(field)
    if (field == Field.amount) at = readAmount(row, place, flag, at)
    else if (field == Field.decimals && place == Info.tokenAmount) {
      at = countUpTo(at, LARGEST_DECIMALS)
      store<u32>(row + Info.decimals, <u32>whole)
    } else at = skip(at)
    at = follow(at, OPEN_OBJECT)
  }
  return at
}

/** An amount as text or as a number; what is neither is as good as not there. */
function readAmount(row: usize, place: Info, flag: u32, start: usize): usize {
  const first = byteAt(start)
  if (first == MINUS) unreachable()
  if (isDigit(first)) {
    const at = count(start)
    put(row, place, flag, whole)
    return at
  }
  if (first != QUOTE) return skip(start)
  const at = text(start)
  if (!odd && isAmount(start + 1, textEnd)) put(row, place, flag, amount)
  return at
}

function put(row: usize, place: Info, flag: u32, value: u64): void {
  store<u64>(row + place, value)
  store<u32>(row + Info.present, load<u32>(row + Info.present) | flag)
}

/** What `isAmount` read last. */
export let amount: u64 = 0
const MOST_DIGITS: usize = 20

/** Whether a text is an amount of raw units: digits only, and not more than a program can hold. */
export function isAmount(from: usize, end: usize): bool {
  const length = end - from
  if (length == 0 || length > MOST_DIGITS) return false
  let value: u64 = 0
  for (let at = from; at < end; at++) {
    if (!isDigit(byteAt(at))) return false
    const digit = (<u64>byteAt(at)) & 0xf
    if (value > (u64.MAX_VALUE - digit) / 10) return false
    value = value * 10 + digit
  }
  amount = value
  return true
}
