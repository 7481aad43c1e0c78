import { sql } from '../../connection/sql.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import type { ResolvedPoolRow } from '../../interface.ts'
import type { Read, Write } from '../calls.ts'

/** About 60 MB. The pools resolved first are deleted first. */
const MAX_POOLS = 200_000

export const resolvedPools: Read<'resolvedPools'> = (db, { network, addresses }) =>
  db.all<ResolvedPoolRow>(sql`
    SELECT address, dex, version AS "dexVersion", token0, token1 FROM resolved_pool
    WHERE network = ${NETWORK_CODE[network]} AND address IN (SELECT value FROM json_each(${JSON.stringify(addresses)})) ORDER BY address`)

export const saveResolvedPools: Write<'saveResolvedPools'> = (db, { network, rows }) => {
  for (const { address, dex, dexVersion, token0, token1 } of rows) {
    db.run(sql`
      INSERT OR REPLACE INTO resolved_pool (network, address, dex, version, token0, token1)
      VALUES (${NETWORK_CODE[network]}, ${address}, ${dex}, ${dexVersion}, ${token0}, ${token1})`)
  }
  db.run(sql`DELETE FROM resolved_pool WHERE id <= (SELECT max(id) FROM resolved_pool) - ${MAX_POOLS}`)
}
