import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { FundedWallets, WalletKey } from '../../interface.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { funding } from './wallets.ts'

/** Stored tokens that a wallet holds, created, or traded as signer, newest first. */
export function tokensOfWallet(db: ReadDb, { network, wallet }: WalletKey): Address[] {
  const id = addressId(db, network, wallet)
  if (id === null) return []
  return db
    .all<{ text: string }>(
      sql`
    WITH traded AS MATERIALIZED (SELECT token_in AS token FROM trade WHERE signer = ${id} UNION SELECT token_out FROM trade WHERE signer = ${id})
    SELECT address.text FROM token JOIN address ON address.id = token.id
    WHERE token.network = ${NETWORK_CODE[network]} AND (token.creator = ${wallet} OR token.id IN (SELECT token FROM traded)
      OR EXISTS (SELECT 1 FROM balance WHERE balance.token = token.id AND balance.wallet = ${id}))
    ORDER BY token.as_of DESC, address.text`,
    )
    .map(({ text }) => trustedAddress(text))
}

/** Number of stored transactions with trades that a wallet signed, by hour of the day in UTC. */
export function tradingHours(db: ReadDb, { network, wallet }: WalletKey): number[] {
  const hours = new Array<number>(24).fill(0)
  const id = addressId(db, network, wallet)
  if (id === null) return hours
  const rows = db.all<{ hour: number; count: number }>(
    sql`SELECT time / 3600 % 24 AS hour, count(DISTINCT tx) AS count FROM trade WHERE signer = ${id} AND time IS NOT NULL GROUP BY hour`,
  )
  for (const { hour, count } of rows) hours[hour] = count
  return hours
}

/** Wallets whose first payment came from a given wallet, oldest first. */
export function fundedWallets(db: ReadDb, { network, wallet, limit }: WalletKey & { readonly limit: number }): FundedWallets {
  const id = addressId(db, network, wallet)
  if (id === null) return { total: 0, first: [] }
  const rows = db.all<{ text: string }>(
    sql`SELECT address.text FROM funding JOIN address ON address.id = funding.wallet WHERE funder = ${id} ORDER BY block NULLS FIRST, address.text`,
  )
  const wallets = rows.slice(0, limit).map(({ text }) => trustedAddress(text))
  return { total: rows.length, first: funding(db, { network, wallets }) }
}
