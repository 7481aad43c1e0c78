import type { Address, TokenKey } from '../../../../src-shared/domain/address.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { cover } from '../tokens/coverage.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import type { BlockRange, CoveredRange } from '../../interface.ts'
import { sql } from '../../connection/sql.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { saveNativeTransfers } from '../transfers/transfers.ts'

/** The category of block builders' tip accounts in label lists. */
const TIP_CATEGORY = 'mev_tip'

/** Stored payments to tip accounts in a range of blocks, in chain order. */
export function tips(
  db: ReadDb,
  { network, blocks }: { network: TokenKey['network']; blocks: BlockRange },
): { tx: string; from: Address; raw: bigint }[] {
  return db
    .all<{ tx: string; payer: string; raw: unknown }>(
      sql`
    SELECT tx.text AS tx, payer.text AS payer, raw
    FROM (SELECT DISTINCT address FROM label WHERE network = ${NETWORK_CODE[network]} AND category = ${TIP_CATEGORY}) AS tip
    CROSS JOIN address ON address.text = tip.address AND address.network = ${NETWORK_CODE[network]}
    CROSS JOIN native_transfer ON target = address.id AND block BETWEEN ${blocks.from} AND ${blocks.to}
    CROSS JOIN tx ON tx.id = native_transfer.tx CROSS JOIN address AS payer ON payer.id = source
    ORDER BY block, tx_index, event, payer.text`,
    )
    .map(({ tx, payer, raw }) => ({ tx, from: trustedAddress(payer), raw: decodeAmount(raw) }))
}

/** Stores tips together with the range in which all of them were read. */
export function saveTips(db: WriteDb, { token, rows, covers }: { token: TokenKey; rows: readonly Transfer[]; covers: CoveredRange | null }): void {
  saveNativeTransfers(db, { network: token.network, rows })
  cover(db, db.intern.address(token.network, token.address), 'tips', covers)
}
