import { addressId } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { zeroAddressId } from '../../values/zero-address.ts'
import type { AddressFlow } from '../../interface.ts'
import type { Read } from '../calls.ts'

/** No row has this id, so it excludes nothing. */
const NO_ADDRESS = -1

export const poolCandidates: Read<'poolCandidates'> = (db, { token, limit }) =>
  db.all<AddressFlow>(poolCandidatesQuery(addressId(db, token), zeroAddressId(db, token.network) ?? NO_ADDRESS, limit))

/**
 * Addresses in two orders, taken in turn until the limit. The first order is by the smaller of both counts, which is high if people buy and sell. The
 * second is by the larger count, which finds a pool that sent tokens to every buyer and received them once, like the pool of an unsellable token.
 * Counts by id first, because addresses are far fewer than transfers, and only addresses are joined and sorted.
 */
export function poolCandidatesQuery(tokenId: number | null, zeroId: number, limit: number): Query {
  const first = (order: Query): Query =>
    sql`SELECT address, received, sent, row_number() OVER () AS place FROM (SELECT * FROM flow ORDER BY ${order} LIMIT ${limit})`
  return sql`
    WITH flow AS MATERIALIZED (
      SELECT address.text AS address, sum(received) AS received, sum(sent) AS sent
      FROM (
        SELECT target AS wallet, count(*) AS received, 0 AS sent FROM transfer WHERE token = ${tokenId} GROUP BY target
        UNION ALL SELECT source, 0, count(*) FROM transfer WHERE token = ${tokenId} GROUP BY source
      ) CROSS JOIN address ON address.id = wallet
      WHERE wallet <> ${zeroId} AND wallet NOT IN (SELECT address FROM pool WHERE token0 = ${tokenId} OR token1 = ${tokenId})
      GROUP BY wallet, address.text
    )
    SELECT address, received, sent
    FROM (
      ${first(sql`min(received, sent) DESC, received + sent DESC, address`)}
      UNION ALL ${first(sql`max(received, sent) DESC, received + sent DESC, address`)}
    )
    GROUP BY address, received, sent ORDER BY min(place), min(received, sent) DESC, address LIMIT ${limit}`
}
