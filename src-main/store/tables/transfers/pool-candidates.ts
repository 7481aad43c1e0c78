import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import type { AddressFlow } from '../../interface.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { zeroAddress } from '../../values/zero-address.ts'

/** No row has this id, so it excludes nothing. */
const NO_ADDRESS = -1

export function poolCandidates(db: ReadDb, { token, limit }: { token: TokenKey; limit: number }): AddressFlow[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  const zero = addressId(db, token.network, zeroAddress(token.network)) ?? NO_ADDRESS
  return db
    .all<{ text: string; received: number; sent: number }>(poolCandidatesQuery(id, zero, limit))
    .map(({ text, received, sent }) => ({ address: trustedAddress(text), received, sent }))
}

/**
 * Addresses in two orders, taken in turn until the limit. The first order is by the smaller of both counts, which is high if people buy and sell. The
 * second is by the larger count, which finds a pool that sent tokens to every buyer and received them once, like the pool of an unsellable token.
 * Counts by id first, because addresses are far fewer than transfers, and only addresses are joined and sorted.
 */
export function poolCandidatesQuery(tokenId: number, zeroId: number, limit: number): Query {
  const first = (order: Query): Query =>
    sql`SELECT text, received, sent, row_number() OVER () AS place FROM (SELECT * FROM flow ORDER BY ${order} LIMIT ${limit})`
  return sql`
    WITH flow AS MATERIALIZED (
      SELECT address.text AS text, sum(received) AS received, sum(sent) AS sent
      FROM (
        SELECT target AS wallet, count(*) AS received, 0 AS sent FROM transfer WHERE token = ${tokenId} GROUP BY target
        UNION ALL SELECT source, 0, count(*) FROM transfer WHERE token = ${tokenId} GROUP BY source
      ) CROSS JOIN address ON address.id = wallet
      WHERE wallet <> ${zeroId} AND wallet NOT IN (SELECT address FROM pool WHERE token0 = ${tokenId} OR token1 = ${tokenId})
      GROUP BY wallet, address.text
    )
    SELECT text, received, sent
    FROM (
      ${first(sql`min(received, sent) DESC, received + sent DESC, text`)}
      UNION ALL ${first(sql`max(received, sent) DESC, received + sent DESC, text`)}
    )
    GROUP BY text, received, sent ORDER BY min(place), min(received, sent) DESC, text LIMIT ${limit}`
}
