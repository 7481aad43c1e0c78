/** What an import may take. A file beyond any of these is refused in one sentence. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024
/** Below the longest string that V8 holds (2^29 − 24 characters). */
export const MAX_TEXT_BYTES = 500 * 1024 * 1024
export const MAX_SECONDS = 120
/** Nodes of one holder map; the largest that services give out have a few thousand. */
export const MAX_NODES = 100_000
export const MAX_LINKS = 1_000_000
/** Rows in one message between threads, so that unpacking one stays far below a frame (16 ms). */
export const ROWS_PER_MESSAGE = 500
/** Halves of EVM transactions (an answer without its receipt, or the other way round) kept for the next file. */
export const MAX_WAITING_HALVES = 10_000
