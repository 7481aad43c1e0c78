import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { bumpNetwork } from '../tokens/revisions.ts'

/**
 * Deletes payments in reverted blocks of a network, and the first fundings among them, which become unknown until they are read again. No index
 * has these blocks, since rolling back is rare.
 */
export function deletePaymentsFrom(db: WriteDb, network: NetworkId, from: number): void {
  const code = NETWORK_CODE[network]
  const deleted =
    db.run(sql`DELETE FROM native_transfer WHERE block >= ${from} AND (SELECT network FROM address WHERE id = target) = ${code}`) +
    db.run(sql`DELETE FROM dollar_payment WHERE block >= ${from} AND (SELECT network FROM address WHERE id = target) = ${code}`) +
    db.run(sql`DELETE FROM funding WHERE block >= ${from} AND (SELECT network FROM address WHERE id = wallet) = ${code}`)
  if (deleted > 0) bumpNetwork(db, network)
}
