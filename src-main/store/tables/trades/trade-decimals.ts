import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade, TradeLeg } from '../../../../src-shared/domain/events.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

/** Other trades that are searched for missing decimals. */
const LOOKED_AT = 200

/**
 * Adds decimals that a trade's source did not provide, from the token's row or from its other trades, if they agree. Decimals that are unknown
 * everywhere stay null.
 */
export function withKnownDecimals(db: ReadDb, trades: readonly Trade[]): Trade[] {
  const known = new Map<Address, number | null>()
  const decimalsOf = (network: Trade['network'], token: Address): number | null => {
    const before = known.get(token)
    if (before !== undefined) return before
    const id = addressId(db, { network, address: token })
    const found = db.get<{ decimals: number }>(sql`SELECT decimals FROM token WHERE id = ${id}`)?.decimals ?? agreedDecimals(db, id)
    known.set(token, found)
    return found
  }
  const filled = (network: Trade['network'], leg: TradeLeg): TradeLeg =>
    leg.decimals === null ? { ...leg, decimals: decimalsOf(network, leg.token) } : leg
  return trades.map((trade) =>
    trade.tokenIn.decimals !== null && trade.tokenOut.decimals !== null
      ? trade
      : { ...trade, tokenIn: filled(trade.network, trade.tokenIn), tokenOut: filled(trade.network, trade.tokenOut) },
  )
}

function agreedDecimals(db: ReadDb, id: number | null): number | null {
  const side = (rows: Query): Query => sql`SELECT decimals FROM (${rows} LIMIT ${LOOKED_AT})`
  const stored = db.get<{ least: number | null; most: number | null }>(sql`
    SELECT min(decimals) AS least, max(decimals) AS most FROM (
      ${side(sql`SELECT decimals_in AS decimals FROM trade INDEXED BY trade_by_token_in WHERE token_in = ${id}`)}
      UNION ${side(sql`SELECT decimals_out AS decimals FROM trade INDEXED BY trade_by_token_out WHERE token_out = ${id}`)}
    )`)
  return stored !== undefined && stored.least === stored.most ? stored.least : null
}
