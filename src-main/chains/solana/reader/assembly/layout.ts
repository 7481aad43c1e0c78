/** Where everything lies in memory, in bytes. The input and the picture made of it lie behind everything else and grow. */

/** Field of each hash, and its text by number. */
export const FIELD_PLACES: usize = 0x8000
export const FIELD_TEXTS: usize = 0x8200
export const FIELD_LENGTHS: usize = 0x9200
/** Thirty-two bytes of ones, then as many zeros. */
export const MASKS: usize = 0x9400
/** Bytes that `unpack` wrote last, and what it works with. */
export const UNPACKED: usize = 0xa000
export const UNPACKED_BYTES: usize = 0x1000
export const LIMBS: usize = 0xb000
export const NAMES: usize = 0x10000
export const SLOTS: usize = 1 << 14
export const SLOT_BYTES: usize = 64
export const INPUT: usize = NAMES + SLOTS * SLOT_BYTES
/** Zeros behind the input: every loop over its characters stops there, and none of its steps reaches further. */
export const PADDING: usize = 64
/** Value of each character in base64 and in base58, 255 for others. */
export const BASE64: usize = 0x9800
export const BASE58: usize = 0x9900
