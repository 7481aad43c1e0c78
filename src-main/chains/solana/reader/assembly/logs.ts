import { out, take } from './picture'
import { BACKSLASH, CLOSE_LIST, OPEN_LIST, SPACE, byteAt, ended, enter, follow, isDigit, odd, text, textEnd } from './scan'

/** A log line in the picture, by byte. */
const enum Line {
  kind = 0,
  at = 4,
  length = 8,
  /** Length of the called program's name, and how deep. */
  named = 12,
  depth = 16,
  bytes = 24,
}

/** Kinds of lines. */
const EVENT: u32 = 1
const CALL: u32 = 2
const END: u32 = 3
const CUT: u32 = 4

/** Beginnings and ends of lines, eight characters a word. */
const PROGRAM: u64 = 0x206d6172676f7250 // 'Program '
const LOG: u32 = 0x3a676f6c // 'log:'
const DATA: u32 = 0x61746164 // 'data'
const RAY: u64 = 0x796172203a676f6c // 'log: ray'
const RAY_LOG: u64 = 0x203a676f6c5f7961 // 'ay_log: '
const SUCCESS: u64 = 0x7373656363757320 // ' success'
const INVOKE: u64 = 0x20656b6f766e6920 // ' invoke '
const LOG_TRUN: u64 = 0x6e75727420676f4c // 'Log trun'
const RUNCATED: u64 = 0x64657461636e7572 // 'runcated'
/** Where these words begin in their lines. */
const BEHIND_PROGRAM: usize = 8
const RAY_LOG_AT: usize = 14
const RAY_LOG_LENGTH: usize = 22
const DATA_LENGTH: usize = 14
const CUT_LENGTH: usize = 13
const SMALL_R: u8 = 0x72
const SMALL_S: u8 = 0x73
/** 32 bytes in base58 take 32 to 44 digits. */
const SHORTEST_ADDRESS: usize = 32

/** Keeps the lines that tell of calls or carry events. */
export function readLogs(into: usize, start: usize): usize {
  store<u32>(into, <u32>out)
  let found: u32 = 0
  let at = enter(start, OPEN_LIST)
  while (!ended) {
    const from = at + 1
    at = text(at)
    if (readLine(from, textEnd)) found++
    at = follow(at, OPEN_LIST)
  }
  store<u32>(into, found, 4)
  return at
}

function readLine(from: usize, end: usize): bool {
  const length = end - from
  const ofProgram = length > BEHIND_PROGRAM && load<u64>(from) == PROGRAM
  // Most lines are what a program says, and nothing but ray_log among these is read.
  if (ofProgram && load<u32>(from + BEHIND_PROGRAM) == LOG && byteAt(from + 12) == SPACE) {
    const first = byteAt(from + 13)
    if (first != SMALL_R && first != BACKSLASH) return false
  }
  if (odd) unreachable()
  if (!ofProgram) return length == CUT_LENGTH && load<u64>(from) == LOG_TRUN && load<u64>(from + 5) == RUNCATED && put(CUT, from, length)
  if (load<u32>(from + BEHIND_PROGRAM) == LOG) {
    return length >= RAY_LOG_LENGTH && load<u64>(from + BEHIND_PROGRAM) == RAY && load<u64>(from + RAY_LOG_AT) == RAY_LOG && put(EVENT, from, length)
  }
  if (load<u32>(from + BEHIND_PROGRAM) == DATA && load<u16>(from + 12) == 0x203a) return length >= DATA_LENGTH && put(EVENT, from, length)
  const last = byteAt(end - 1)
  if (last == CLOSE_LIST) return readCall(from, end)
  return last == SMALL_S && load<u64>(end - 8) == SUCCESS && nameEnd(from, end) == end - 8 && put(END, from, length)
}

/** "Program <address> invoke [<depth>]" */
function readCall(from: usize, end: usize): bool {
  const name = from + BEHIND_PROGRAM
  const at = nameEnd(from, end)
  if (at + 9 > end || load<u64>(at) != INVOKE || byteAt(at + 8) != OPEN_LIST) return false
  let depth: u32 = 0
  for (let digit = at + 9; digit < end - 1; digit++) {
    if (!isDigit(byteAt(digit)) || digit > at + 12) unreachable()
    depth = depth * 10 + (byteAt(digit) & 0xf)
  }
  return put(CALL, from, end - from, at - name, depth)
}

/** Where the program's address ends; the line's own end where there is none. */
function nameEnd(from: usize, end: usize): usize {
  const name = from + BEHIND_PROGRAM
  let at = name
  while (at < end && byteAt(at) != SPACE) at++
  return at - name < SHORTEST_ADDRESS ? end : at
}

function put(kind: u32, from: usize, length: usize, named: usize = 0, depth: u32 = 0): bool {
  const row = take(Line.bytes)
  store<u32>(row + Line.kind, kind)
  store<u32>(row + Line.at, <u32>from)
  store<u32>(row + Line.length, <u32>length)
  store<u32>(row + Line.named, <u32>named)
  store<u32>(row + Line.depth, depth)
  return true
}
