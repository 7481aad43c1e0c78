/**
 * A transaction in the picture, by byte: lists are where they stand and how many, slot, time, place and fee are
 * doubles, -1 where the answer does not tell.
 */
export const enum Tx {
  kind = 0,
  end = 4,
  failed = 8,
  /** Whether keys and signature are bytes. */
  binary = 12,
  slot = 16,
  time = 24,
  place = 32,
  signature = 40,
  signatureLength = 44,
  required = 48,
  /** Signers that the list of keys marks. */
  flagged = 52,
  keys = 56,
  keyCount = 60,
  instructions = 64,
  instructionCount = 68,
  groups = 72,
  groupCount = 76,
  balancesBefore = 80,
  balancesAfter = 88,
  lamportsBefore = 96,
  lamportsAfter = 104,
  logs = 112,
  writable = 120,
  readonly = 128,
  /** All keys: own ones, then looked-up ones. */
  all = 136,
  fee = 144,
  bytes = 152,
}

/** A key in the picture, by byte: where its name stands, and the name's length and kind (names.ts). */
export const enum Key {
  at = 0,
  kind = 4,
  bytes = 8,
}

/** In a key's kind: it is marked as a signer. */
export const SIGNS: u32 = 0x200
