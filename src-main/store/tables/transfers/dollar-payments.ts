import type { DollarPayment } from '../../../../src-shared/domain/events.ts'
import { decodeAmount, encodeAmount } from '../../values/amounts.ts'
import { addressId } from '../../connection/handle.ts'
import { bumpNetwork } from '../tokens/revisions.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

type Row = Omit<DollarPayment, 'from' | 'to' | 'token' | 'raw'> & Record<'source' | 'target' | 'token', number> & { readonly raw: unknown }

export const dollarPayments: Read<'dollarPayments'> = (db, { network, wallets }) => {
  const found = new Map<string, DollarPayment>()
  for (const wallet of new Set(wallets)) {
    const id = addressId(db, { network, address: wallet })
    const columns = sql`source, target, block, tx.text AS tx, token, raw, decimals, coin_usd AS "coinUsd", time`
    const rows = db.all<Row>(sql`
      SELECT ${columns} FROM dollar_payment CROSS JOIN tx ON tx.id = dollar_payment.tx WHERE source = ${id}
      UNION ALL SELECT ${columns} FROM dollar_payment INDEXED BY dollar_payment_by_target CROSS JOIN tx ON tx.id = dollar_payment.tx WHERE target = ${id}`)
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

export const saveDollarPayments: Write<'saveDollarPayments'> = (db, { network, rows }) => {
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
