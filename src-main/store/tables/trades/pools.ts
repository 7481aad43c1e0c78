import type { Pool } from '../../../../src-shared/domain/events.ts'
import { cover } from '../tokens/coverage.ts'
import { addressId } from '../../connection/handle.ts'
import { bumpToken } from '../tokens/revisions.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

type PoolRow = Omit<Pool, 'kind' | 'network' | 'token0' | 'token1'> & Record<'token0' | 'token1', number>

/** Oldest first; pools of unknown age last. */
export const pools: Read<'pools'> = (db, token) =>
  db.all<PoolRow>(poolsQuery(addressId(db, token))).map((row) => ({
    kind: 'pool',
    network: token.network,
    ...row,
    token0: db.addresses.text(row.token0),
    token1: db.addresses.text(row.token1),
  }))

export function poolsQuery(tokenId: number | null): Query {
  return sql`
    SELECT address.text AS address, venue.dex, venue.version AS "dexVersion", token0, token1, created_block AS "createdBlock", created_tx AS "createdTx"
    FROM pool JOIN address ON address.id = pool.address JOIN venue ON venue.id = pool.venue
    WHERE token0 = ${tokenId} OR token1 = ${tokenId}
    ORDER BY created_block IS NULL, created_block, address.text, token0, token1`
}

export const poolTokens: Read<'poolTokens'> = (db, { network, address }) => {
  const id = addressId(db, { network, address })
  const rows = db.all<Pick<PoolRow, 'token0' | 'token1'>>(sql`SELECT token0, token1 FROM pool WHERE address = ${id} ORDER BY token0, token1`)
  return [...new Set(rows.flatMap(({ token0, token1 }) => [token0, token1]))].map((token) => db.addresses.text(token))
}

/** Adds pools. A pool that is stored takes the venue of its row. Returns how many were added or changed. */
export const savePools: Write<'savePools'> = (db, { token, rows, covers }) => {
  const tokenId = db.intern.address(token.network, token.address)
  const touched = new Set<number>()
  let added = 0
  for (const row of rows) {
    const sides = [db.intern.address(row.network, row.token0), db.intern.address(row.network, row.token1)] as const
    const changes = db.run(sql`
      INSERT INTO pool (address, token0, token1, venue, created_block, created_tx)
      VALUES (${db.intern.address(row.network, row.address)}, ${sides[0]}, ${sides[1]},
        ${db.intern.venue(row.dex, row.dexVersion)}, ${row.createdBlock}, ${row.createdTx})
      ON CONFLICT (address, token0, token1) DO UPDATE SET venue = excluded.venue WHERE pool.venue <> excluded.venue`)
    if (changes > 0) for (const side of sides) touched.add(side)
    added += changes
  }
  cover(db, tokenId, 'pools', covers)
  for (const side of touched) bumpToken(db, side)
  return added
}
