import { trustedAddress, type Address, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { cover } from '../tokens/coverage.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { CoveredRange } from '../../interface.ts'
import { bumpToken } from '../tokens/revisions.ts'
import { sql, type Query } from '../../connection/sql.ts'

interface PoolRow {
  address: string
  dex: string
  version: string
  token0: number
  token1: number
  created_block: number | null
  created_tx: string | null
}

/** Oldest first; pools of unknown age last. */
export function pools(db: ReadDb, token: TokenKey): Pool[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db.all<PoolRow>(poolsQuery(id)).map((row) => ({
    kind: 'pool',
    network: token.network,
    address: trustedAddress(row.address),
    dex: row.dex,
    dexVersion: row.version,
    token0: db.addresses.text(row.token0),
    token1: db.addresses.text(row.token1),
    createdBlock: row.created_block,
    createdTx: row.created_tx,
  }))
}

export function poolsQuery(tokenId: number): Query {
  return sql`
    SELECT address.text AS address, venue.dex, venue.version, token0, token1, created_block, created_tx
    FROM pool JOIN address ON address.id = pool.address JOIN venue ON venue.id = pool.venue
    WHERE token0 = ${tokenId} OR token1 = ${tokenId}
    ORDER BY created_block IS NULL, created_block, address.text, token0, token1`
}

/** The tokens of the stored pools at an address; none when there is no such pool. */
export function poolTokens(db: ReadDb, { network, address }: { network: NetworkId; address: Address }): Address[] {
  const id = addressId(db, network, address)
  if (id === null) return []
  const rows = db.all<Pick<PoolRow, 'token0' | 'token1'>>(sql`SELECT token0, token1 FROM pool WHERE address = ${id} ORDER BY token0, token1`)
  return [...new Set(rows.flatMap(({ token0, token1 }) => [token0, token1]))].map((token) => db.addresses.text(token))
}

/** Adds pools. A pool that is stored takes the venue of its row. Returns how many were added or changed. */
export function savePools(db: WriteDb, { token, rows, covers }: { token: TokenKey; rows: readonly Pool[]; covers: CoveredRange | null }): number {
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
