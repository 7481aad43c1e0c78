import type { Address } from '../../../../src-shared/domain/address.ts'
import { addressId } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { funding } from './wallets.ts'
import type { Read } from '../calls.ts'

export const tokensOfWallet: Read<'tokensOfWallet'> = (db, { network, wallet }) => {
  const id = addressId(db, { network, address: wallet })
  if (id === null) return []
  const rows = db.arrays<[Address]>(sql`
    WITH traded AS MATERIALIZED (SELECT token_in AS token FROM trade WHERE signer = ${id} UNION SELECT token_out FROM trade WHERE signer = ${id})
    SELECT address.text FROM token JOIN address ON address.id = token.id
    WHERE token.network = ${NETWORK_CODE[network]} AND (token.creator = ${wallet} OR token.id IN (SELECT token FROM traded)
      OR EXISTS (SELECT 1 FROM balance WHERE balance.token = token.id AND balance.wallet = ${id}))
    ORDER BY token.as_of DESC, address.text`)
  return rows.flat()
}

export const tradingHours: Read<'tradingHours'> = (db, { network, wallet }) => {
  const hours = new Array<number>(24).fill(0)
  const id = addressId(db, { network, address: wallet })
  const rows = db.all<{ hour: number; count: number }>(
    sql`SELECT time / 3600 % 24 AS hour, count(DISTINCT tx) AS count FROM trade WHERE signer = ${id} AND time IS NOT NULL GROUP BY hour`,
  )
  for (const { hour, count } of rows) hours[hour] = count
  return hours
}

export const fundedWallets: Read<'fundedWallets'> = (db, { network, wallet, limit }) => {
  const wallets = db.arrays<[Address]>(sql`
    SELECT address.text FROM funding JOIN address ON address.id = funding.wallet
    WHERE funder = ${addressId(db, { network, address: wallet })} ORDER BY block NULLS FIRST, address.text`)
  return { total: wallets.length, first: funding(db, { network, wallets: wallets.slice(0, limit).flat() }) }
}
