import type { Address } from '../../../../src-shared/domain/address.ts'
import type { DollarPayment } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { decodeAmount, encodeAmount } from '../../values/amounts.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { bumpNetwork } from '../tokens/revisions.ts'
import { sql } from '../../connection/sql.ts'

interface Row {
  source: number
  target: number
  block: number
  tx: string
  token: number
  raw: unknown
  decimals: number
  coinUsd: number | null
  time: number | null
}

/** Stored stablecoin payments by and to the given wallets, by block, without duplicates. */
export function dollarPayments(db: ReadDb, { network, wallets }: { network: NetworkId; wallets: readonly Address[] }): DollarPayment[] {
  const found = new Map<string, DollarPayment>()
  for (const wallet of new Set(wallets)) {
    const id = addressId(db, network, wallet)
    if (id === null) continue
    const rows = db.all<Row>(sql`
      SELECT source, target, block, tx.text AS tx, token, raw, decimals, coin_usd AS "coinUsd", time
      FROM dollar_payment CROSS JOIN tx ON tx.id = dollar_payment.tx WHERE source = ${id}
      UNION ALL
      SELECT source, target, block, tx.text AS tx, token, raw, decimals, coin_usd AS "coinUsd", time
      FROM dollar_payment INDEXED BY dollar_payment_by_target CROSS JOIN tx ON tx.id = dollar_payment.tx WHERE target = ${id}`)
    for (const { source, target, token, raw, ...row } of rows) {
      const payment = {
        ...row,
        from: db.addresses.text(source),
        to: db.addresses.text(target),
        token: db.addresses.text(token),
        raw: decodeAmount(raw),
      }
      found.set(`${source} ${target} ${row.tx} ${token} ${payment.raw}`, payment)
    }
  }
  return [...found.values()].sort((x, y) => x.block - y.block || (x.tx < y.tx ? -1 : x.tx > y.tx ? 1 : 0))
}

export function saveDollarPayments(db: WriteDb, { network, rows }: { network: NetworkId; rows: readonly DollarPayment[] }): number {
  const insert = `
    INSERT OR IGNORE INTO dollar_payment (source, target, block, tx, token, raw, decimals, coin_usd, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const added = db.runAll(insert, rows, ({ from, to, block, tx, token, raw, decimals, coinUsd, time }) => [
    db.intern.address(network, from),
    db.intern.address(network, to),
    block,
    db.intern.transaction(network, tx),
    db.intern.address(network, token),
    encodeAmount(raw),
    decimals,
    coinUsd,
    time,
  ])
  if (added > 0) bumpNetwork(db, network)
  return added
}
