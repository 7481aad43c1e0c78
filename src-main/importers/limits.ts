/** Limits of an import. A file beyond any of them is rejected. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024
/** Below the maximum string length of V8 (2^29 − 24 characters). */
export const MAX_TEXT_BYTES = 500 * 1024 * 1024
export const MAX_SECONDS = 120
/** Nodes of one holder map. The largest published maps have a few thousand. */
export const MAX_NODES = 100_000
export const MAX_LINKS = 1_000_000
/** Unpaired EVM answers (a transaction without its receipt, or the reverse) that wait for the next file. */
export const MAX_WAITING_HALVES = 10_000
