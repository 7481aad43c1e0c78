import { LAST_SECOND } from '../../../src-shared/domain/unix-time.ts'

/** Unix seconds of the end of a lock. Later ends than the year 9999, which lockers use for "never", are limited to it. */
export const lockEnd = (value: bigint): number => (value < BigInt(LAST_SECOND) ? Number(value) : LAST_SECOND)
