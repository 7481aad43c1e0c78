import { MASKS, NAMES, SLOTS, SLOT_BYTES } from './layout'
import { out } from './picture'
import { plainText, textEnd } from './scan'

/*
 * Addresses recur in every answer, and text is slow to make: each has a slot that it keeps from answer to answer, until
 * another needs it. The generation tells one tenant of a slot from the next. A name is text, or (in binary transactions) the
 * 32 bytes of an address.
 *
 * Slot: 0 generation, 4 length and kind, 8 forty-eight bytes, 56 transaction that used it last, 60 its reference in there.
 */

const LONGEST: u32 = 48
const LENGTH: u32 = 0xff
/** The 32 bytes of an address. */
export const RAW: u32 = 0x100
/** Slots that a name may have. */
const WAYS: usize = 4
const NONE: usize = 0xffff_ffff

/** Reference: 0 slot, 4 generation, 8 where the name stands, 12 length and kind, 16 its index among the keys. */
const REFERENCE_BYTES: usize = 20
export const NO_REFERENCE: u32 = 0

/** References are written from the end of memory down. */
export let lowest: usize = 0
let generation: u32 = 0
let transaction: u32 = 0

export function startNames(end: usize): void {
  lowest = end
}

/** Long before the numbers that tell names apart come round again, the instance has to go. */
export function worn(): bool {
  return generation > MOST_NUMBERS || transaction > MOST_NUMBERS
}
const MOST_NUMBERS: u32 = 1 << 31

/** References belong to one transaction. */
export function newTransaction(): void {
  transaction++
}

/** The reference of the name passed last. */
export let reference: u32 = NO_REFERENCE

/** Passes a name. */
export function readName(start: usize): usize {
  const at = readSpan(start)
  reference = nameOf(start + 1, spanKind)
  return at
}

/** Length and kind of the name passed last. */
export let spanKind: u32 = 0

/** Passes a name that few ask for: where it stands is enough. */
export function readSpan(start: usize): usize {
  const at = plainText(start)
  spanKind = <u32>(textEnd - start - 1)
  if (spanKind > LONGEST) unreachable()
  return at
}

/** The reference of a name within the transaction, by where it stands, its length and its kind. */
export function nameOf(at: usize, kind: u32): u32 {
  const length: usize = kind & LENGTH
  const low = part(at, length)
  const mid = length > 16 ? part(at + 16, length - 16) : i64x2.splat(0)
  const high = length > 32 ? part(at + 32, length - 32) : i64x2.splat(0)
  const mixed = v128.xor(low, v128.xor(mid, i64x2.shl(high, 1)))
  const hash = (i64x2.extract_lane(mixed, 0) ^ (i64x2.extract_lane(mixed, 1) * 0x2545f4914f6cdd1d)) * 0x1e3779b97f4a7c15
  const bucket = (<usize>(hash >>> 40)) & (SLOTS - 1) & ~(WAYS - 1)
  let victim: usize = NONE
  let oldest: u32 = transaction
  for (let slot = bucket; slot < bucket + WAYS; slot++) {
    const row = NAMES + slot * SLOT_BYTES
    const user = load<u32>(row, 56)
    const differs = v128.or(v128.xor(v128.load(row, 8), low), v128.or(v128.xor(v128.load(row, 24), mid), v128.xor(v128.load(row, 40), high)))
    if (load<u32>(row, 4) == kind && !v128.any_true(differs) && user != 0)
      return user == transaction ? load<u32>(row, 60) : refer(row, slot, at, kind)
    if (user < oldest) {
      oldest = user
      victim = slot
    }
  }
  // Four names of this very transaction: the one put out gets another reference, which is nobody's index.
  if (victim == NONE) victim = bucket
  const row = NAMES + victim * SLOT_BYTES
  v128.store(row, low, 8)
  v128.store(row, mid, 24)
  v128.store(row, high, 40)
  store<u32>(row, kind, 4)
  store<u32>(row, ++generation)
  return refer(row, victim, at, kind)
}

/** A key's place among the keys; of several alike the last. */
export function placeName(reference: usize, index: u32): void {
  store<u32>(reference, index, 16)
}

/** The index of a name among the keys; -1 for one that is no key. */
export function indexOfName(reference: usize): i32 {
  return load<i32>(reference, 16)
}

/** Up to sixteen bytes of a text, zeros behind. */
function part(at: usize, length: usize): v128 {
  return length >= 16 ? v128.load(at) : v128.and(v128.load(at), v128.load(MASKS + 32 - length))
}

function refer(row: usize, slot: usize, at: usize, kind: u32): u32 {
  lowest -= REFERENCE_BYTES
  if (lowest < out) unreachable()
  store<u32>(lowest, <u32>slot)
  store<u32>(lowest, load<u32>(row), 4)
  store<u32>(lowest, <u32>at, 8)
  store<u32>(lowest, kind, 12)
  store<i32>(lowest, -1, 16)
  store<u32>(row, transaction, 56)
  store<u32>(row, <u32>lowest, 60)
  return <u32>lowest
}
