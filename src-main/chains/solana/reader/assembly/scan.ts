/** Where a value of JSON ends, by one rule: what JSON.parse would refuse traps here, and so does what it would take but nobody writes. */

export const QUOTE: u8 = 0x22
export const BACKSLASH: u8 = 0x5c
const COMMA: u8 = 0x2c
export const COLON: u8 = 0x3a
export const OPEN_LIST: u8 = 0x5b
export const CLOSE_LIST: u8 = 0x5d
export const OPEN_OBJECT: u8 = 0x7b
export const SPACE: u8 = 0x20
export const MINUS: u8 = 0x2d
const PLUS: u8 = 0x2b
const POINT: u8 = 0x2e
const SMALL_E: u8 = 0x65
export const SMALL_T: u8 = 0x74
const ZERO: u8 = 0x30
/** Both closing brackets stand two behind their opening ones. */
const TO_CLOSING: u8 = 2
/** "null", "true" and "alse" as little-endian words. */
const NULL: u32 = 0x6c6c756e
const TRUE: u32 = 0x65757274
const ALSE: u32 = 0x65736c61
/** Lists in lists deeper than that are no answer of a node. */
const DEEPEST = 64
/** Up to here a double holds every whole number; so many digits cannot overflow 64 bits. */
const EXACT: u64 = 9_007_199_254_740_991
const EXACT_DIGITS: usize = 16

export function byteAt(at: usize): u8 {
  return load<u8>(at)
}

export function space(at: usize): usize {
  return byteAt(at) > SPACE ? at : spaces(at)
}

function spaces(start: usize): usize {
  let at = start
  while (true) {
    const byte = byteAt(at)
    if (byte != SPACE && byte != 0x0a && byte != 0x0d && byte != 0x09) return at
    at++
  }
}

/** Passes a certain character. */
export function pass(at: usize, byte: u8): usize {
  if (byteAt(at) != byte) unreachable()
  return at + 1
}

/** Whether the text passed last had an escape, or a character beyond ASCII. */
export let odd: bool = false
/** Where the text passed last has its closing quote. */
export let textEnd: usize = 0

/** Passes a text, from its opening quote. */
export function text(start: usize): usize {
  let at = pass(start, QUOTE)
  let wide: i32 = 0
  odd = false
  while (true) {
    const bytes = v128.load(at)
    const ends = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(<i8>QUOTE)), i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH))),
        i8x16.lt_u(bytes, i8x16.splat(<i8>SPACE)),
      ),
    )
    const high = i8x16.bitmask(bytes)
    if (ends == 0) {
      wide |= high
      at += 16
      continue
    }
    const place = ctz(ends)
    wide |= high & ((1 << place) - 1)
    at += place
    const byte = byteAt(at)
    if (byte == QUOTE) {
      odd = odd || wide != 0
      textEnd = at
      return at + 1
    }
    if (byte != BACKSLASH) unreachable()
    odd = true
    at = escape(at + 1)
  }
}

/** A text of ASCII without escapes. */
export function plainText(start: usize): usize {
  const end = text(start)
  if (odd) unreachable()
  return end
}

function escape(at: usize): usize {
  const byte = byteAt(at)
  if (byte == 0x75) {
    for (let i: usize = 1; i <= 4; i++) if (!isHex(byteAt(at + i))) unreachable()
    return at + 5
  }
  const known = byte == QUOTE || byte == BACKSLASH || byte == 0x2f || byte == 0x62 || byte == 0x66 || byte == 0x6e || byte == 0x72 || byte == SMALL_T
  if (!known) unreachable()
  return at + 1
}

function isHex(byte: u8): bool {
  return isDigit(byte) || <u8>((byte | 0x20) - 0x61) < 6
}

/** What a digit stands for; ten and more where there is none. */
function digitAt(at: usize): u32 {
  return <u32>byteAt(at) - ZERO
}

export function isDigit(byte: u8): bool {
  return <u8>(byte - ZERO) < 10
}

/** Passes any number. */
export function number(start: usize): usize {
  let at = start
  if (byteAt(at) == MINUS) at++
  if (byteAt(at) == ZERO) at++
  else at = digits(at)
  if (byteAt(at) == POINT) at = digits(at + 1)
  if ((byteAt(at) | 0x20) == SMALL_E) {
    at++
    if (byteAt(at) == PLUS || byteAt(at) == MINUS) at++
    at = digits(at)
  }
  return at
}

function digits(start: usize): usize {
  let at = start
  while (isDigit(byteAt(at))) at++
  if (at == start) unreachable()
  return at
}

/** The whole number passed last. */
export let whole: u64 = 0

/** Passes a whole number from zero up that a double holds exactly. */
export function count(start: usize): usize {
  let at = start
  let value: u64 = 0
  for (let digit = digitAt(at); digit < 10; digit = digitAt(++at)) value = value * 10 + digit
  const length = at - start
  if (length == 0 || length > EXACT_DIGITS || value > EXACT || (byteAt(start) == ZERO && length > 1)) unreachable()
  const behind = byteAt(at)
  if (behind == POINT || (behind | 0x20) == SMALL_E) unreachable()
  whole = value
  return at
}

/** The same, where it may not be larger. */
export function countUpTo(start: usize, most: u32): usize {
  const at = count(start)
  if (whole > most) unreachable()
  return at
}

export function isNull(at: usize): bool {
  return load<u32>(at) == NULL
}

/** Passes any value. */
export function skip(at: usize, depth: i32 = 0): usize {
  switch (byteAt(at)) {
    case QUOTE:
      return text(at)
    case OPEN_OBJECT:
      return skipObject(at, depth)
    case OPEN_LIST:
      return skipList(at, depth)
    case 0x6e:
      if (load<u32>(at) != NULL) unreachable()
      return at + 4
    case SMALL_T:
      if (load<u32>(at) != TRUE) unreachable()
      return at + 4
    case 0x66:
      if (load<u32>(at + 1) != ALSE) unreachable()
      return at + 5
    default:
      return number(at)
  }
}

/** Whether the object or list that `enter` and `follow` go through has come to its end. */
export let ended: bool = false

/** Passes the bracket that opens an object or a list, and the one that closes it where nothing is inside. */
export function enter(start: usize, open: u8): usize {
  const at = space(pass(start, open))
  ended = byteAt(at) == open + TO_CLOSING
  return ended ? at + 1 : at
}

/** Passes what stands behind a value inside: a comma, or the closing bracket. */
export function follow(start: usize, open: u8): usize {
  const at = space(start)
  ended = byteAt(at) == open + TO_CLOSING
  return ended ? at + 1 : space(pass(at, COMMA))
}

function skipList(start: usize, depth: i32): usize {
  if (depth > DEEPEST) unreachable()
  let at = enter(start, OPEN_LIST)
  while (!ended) at = follow(skip(at, depth + 1), OPEN_LIST)
  return at
}

function skipObject(start: usize, depth: i32): usize {
  if (depth > DEEPEST) unreachable()
  let at = enter(start, OPEN_OBJECT)
  while (!ended) at = follow(skip(space(pass(space(text(at)), COLON)), depth + 1), OPEN_OBJECT)
  return at
}
