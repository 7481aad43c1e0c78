import type { Oddity } from '../../../src-shared/domain/events.ts'

/** Block number of transactions whose answer names none; an oddity `no_slot` goes with them. */
export const UNKNOWN_SLOT = 0

/** A line of the journal; `tx` is empty where the transaction could not even be named. */
export const odd = (tx: string, code: string, detail: string): Oddity => ({ kind: 'oddity', network: 'sol', tx, code, detail })
