import type { ReadDb } from '../../connection/handle.ts'
import { newestTradeId } from '../tokens/revisions.ts'

/** The columns of the index `trade_once`. */
export const TRADE_ONCE = ['tx', 'event', 'pool', 'token_in', 'token_out'] as const

/** Ids only grow, also past deleted rows, so that the ceiling of a cursor stays valid. */
export const nextTradeId = (db: ReadDb): number => newestTradeId(db) + 1
