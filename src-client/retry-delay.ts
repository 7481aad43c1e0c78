import { backoffMs } from '../src-shared/backoff.ts'

const BACKOFF = { firstMs: 500, longestMs: 15_000 }

/** Milliseconds to wait before a socket or a call is tried again, after this many failures in a row. */
export const retryDelayMs = (failures: number): number => backoffMs(failures, BACKOFF)
