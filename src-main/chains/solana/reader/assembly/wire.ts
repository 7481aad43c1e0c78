import { BASE64 } from './layout'
import { Call, openCall } from './instruction'
import { RAW } from './names'
import { out, take } from './picture'
import { OPEN_LIST, byteAt, ended, enter, follow, plainText, textEnd } from './scan'
import { Key, Tx } from './transaction-row'

/** A transaction in Solana's binary form, in base64: legacy or version 0. */

const SIGNATURE_BYTES: usize = 64
const KEY_BYTES: u32 = 32
/** High bit of the first message byte: a version follows in the other seven. */
const VERSIONED: u32 = 0x80

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function learnBase64(): void {
  memory.fill(BASE64, 0xff, 256)
  for (let i = 0; i < 64; i++) store<u8>(BASE64 + ALPHABET.charCodeAt(i), <u8>i)
}

/** "base64", in two words. */
const BASE: u32 = 0x65736162
const SIXTY_FOUR: u16 = 0x3436

/** The text, then the name of its encoding. */
export function readWire(row: usize, start: usize): usize {
  const from = enter(start, OPEN_LIST) + 1
  let at = plainText(from - 1)
  const end = textEnd
  const named = follow(at, OPEN_LIST) + 1
  if (ended) unreachable()
  at = plainText(named - 1)
  if (textEnd - named != 6 || load<u32>(named) != BASE || load<u16>(named, 4) != SIXTY_FOUR) unreachable()
  at = follow(at, OPEN_LIST)
  if (!ended) unreachable()
  const bytes = out
  readBytes(row, bytes, decodeBase64(from, end))
  return at
}

/** Into the picture; answers where the bytes end. */
function decodeBase64(from: usize, end: usize): usize {
  let length = end - from
  if (length == 0 || (length & 3) != 0) unreachable()
  if (byteAt(end - 1) == 0x3d) length--
  if (byteAt(end - 2) == 0x3d) length--
  const size = (length * 3) >> 2
  const bytes = take(size + 8)
  let to = bytes
  let at = from
  let wrong: u32 = 0
  const whole = from + (length & ~3)
  for (; at < whole; at += 4) {
    const a = <u32>load<u8>(BASE64 + load<u8>(at))
    const b = <u32>load<u8>(BASE64 + load<u8>(at, 1))
    const c = <u32>load<u8>(BASE64 + load<u8>(at, 2))
    const d = <u32>load<u8>(BASE64 + load<u8>(at, 3))
    wrong |= a | b | c | d
    const three = (a << 18) | (b << 12) | (c << 6) | d
    store<u32>(to, bswap<u32>(three << 8))
    to += 3
  }
  const rest = length & 3
  if (rest == 1) unreachable()
  if (rest > 1) {
    const a = <u32>load<u8>(BASE64 + load<u8>(at))
    const b = <u32>load<u8>(BASE64 + load<u8>(at, 1))
    const c = rest == 3 ? <u32>load<u8>(BASE64 + load<u8>(at, 2)) : 0
    wrong |= a | b | c
    store<u8>(to, <u8>((a << 2) | (b >> 4)))
    if (rest == 3) store<u8>(to, <u8>((b << 4) | (c >> 2)), 1)
  }
  if (wrong > 63) unreachable()
  return bytes + size
}

let cursor: usize = 0
let limit: usize = 0

function u8At(): u32 {
  if (cursor >= limit) unreachable()
  return load<u8>(cursor++)
}

/** Seven bits a byte, low bits first, at most three bytes. */
function compact(): u32 {
  let value: u32 = 0
  for (let shift = 0; shift <= 14; shift += 7) {
    const byte = u8At()
    value |= (byte & 0x7f) << shift
    if ((byte & 0x80) == 0) return value
  }
  unreachable()
  return 0
}

function run(size: usize): usize {
  const from = cursor
  if (size > limit - cursor) unreachable()
  cursor += size
  return from
}

function readBytes(row: usize, start: usize, end: usize): void {
  cursor = start
  limit = end
  const signatures = compact()
  if (signatures == 0) unreachable()
  store<u32>(row + Tx.binary, 1)
  store<u32>(row + Tx.signature, <u32>run(<usize>signatures * SIGNATURE_BYTES))
  store<u32>(row + Tx.signatureLength, <u32>SIGNATURE_BYTES)
  let head = u8At()
  if ((head & VERSIONED) != 0) {
    if ((head & ~VERSIONED) != 0) unreachable()
    head = u8At()
  }
  store<u32>(row + Tx.required, head)
  run(2)
  const keys = compact()
  const list = take(keys * Key.bytes)
  for (let i: u32 = 0; i < keys; i++) {
    store<u32>(list + i * Key.bytes, <u32>run(KEY_BYTES))
    store<u32>(list + i * Key.bytes, KEY_BYTES | RAW, Key.kind)
  }
  store<u32>(row + Tx.keys, <u32>list)
  store<u32>(row + Tx.keyCount, keys)
  run(32)
  const rows = compact()
  store<u32>(row + Tx.instructions, <u32>out)
  store<u32>(row + Tx.instructionCount, rows)
  for (let i: u32 = 0; i < rows; i++) {
    const call = openCall()
    store<u32>(call + Call.program, u8At())
    const accounts = compact()
    store<u32>(call + Call.accounts, <u32>run(accounts))
    store<u32>(call + Call.accountCount, accounts)
    const size = compact()
    store<u32>(call + Call.data, <u32>run(size))
    store<u32>(call + Call.dataLength, size)
    store<u32>(call + Call.isBytes, 1)
    store<u32>(call + Call.end, <u32>out)
  }
}
