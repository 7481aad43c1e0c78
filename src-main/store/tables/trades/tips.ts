import type { Address } from '../../../../src-shared/domain/address.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { cover } from '../tokens/coverage.ts'
import { sql } from '../../connection/sql.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { saveNativeTransfers } from '../transfers/transfers.ts'
import type { Read, Write } from '../calls.ts'

/** The category of block builders' tip accounts in label lists. */
const TIP_CATEGORY = 'mev_tip'

export const tips: Read<'tips'> = (db, { network, blocks }) =>
  db
    .all<{ tx: string; from: Address; raw: unknown }>(
      sql`
    SELECT tx.text AS tx, payer.text AS "from", raw
    FROM (SELECT DISTINCT address FROM label WHERE network = ${NETWORK_CODE[network]} AND category = ${TIP_CATEGORY}) AS tip
    CROSS JOIN address ON address.text = tip.address AND address.network = ${NETWORK_CODE[network]}
    CROSS JOIN native_transfer ON target = address.id AND block BETWEEN ${blocks.from} AND ${blocks.to}
    CROSS JOIN tx ON tx.id = native_transfer.tx CROSS JOIN address AS payer ON payer.id = source
    ORDER BY block, tx_index, event, payer.text`,
    )
    .map((row) => ({ ...row, raw: decodeAmount(row.raw) }))

export const saveTips: Write<'saveTips'> = (db, { token, rows, covers }) => {
  saveNativeTransfers(db, { network: token.network, rows })
  cover(db, db.intern.address(token.network, token.address), 'tips', covers)
}
