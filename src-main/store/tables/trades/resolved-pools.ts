import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { ResolvedPoolRow } from '../../stored.ts'
import { NETWORK_CODE } from '../../values/codes.ts'

/** About 60 MB. The pools resolved first are deleted first. */
const MAX_POOLS = 200_000

/** The stored pools among the addresses. */
export function resolvedPools(db: ReadDb, { network, addresses }: { network: NetworkId; addresses: readonly Address[] }): ResolvedPoolRow[] {
  return db
    .all<Record<'address' | 'dex' | 'version' | 'token0' | 'token1', string>>(
      sql`
        SELECT address, dex, version, token0, token1 FROM resolved_pool
        WHERE network = ${NETWORK_CODE[network]} AND address IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))
        ORDER BY address`,
    )
    .map(({ address, dex, version, token0, token1 }) => ({
      ...{ address: trustedAddress(address), dex, dexVersion: version },
      ...{ token0: trustedAddress(token0), token1: trustedAddress(token1) },
    }))
}

export function saveResolvedPools(db: WriteDb, { network, rows }: { network: NetworkId; rows: readonly ResolvedPoolRow[] }): void {
  for (const { address, dex, dexVersion, token0, token1 } of rows) {
    db.run(sql`
      INSERT OR REPLACE INTO resolved_pool (network, address, dex, version, token0, token1)
      VALUES (${NETWORK_CODE[network]}, ${address}, ${dex}, ${dexVersion}, ${token0}, ${token1})`)
  }
  db.run(sql`DELETE FROM resolved_pool WHERE id <= (SELECT max(id) FROM resolved_pool) - ${MAX_POOLS}`)
}
