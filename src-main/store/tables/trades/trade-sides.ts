import type { TradeFilter } from '../../interface.ts'

/** A column that trades are filtered by, with the index `trade_by_<side>` in chain order. */
export type Side = 'token_in' | 'token_out' | 'pool' | 'signer'

/** `token` matches both tokens and the pool, as the stream does (docs/api/rest.md#historical-trades). */
export const SIDES: Readonly<Record<TradeFilter['by'], readonly Side[]>> = {
  token: ['token_in', 'token_out', 'pool'],
  pool: ['pool'],
  signer: ['signer'],
}
