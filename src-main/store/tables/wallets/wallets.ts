import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Activity, Funding, LookupMethod, Proof } from '../../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { decodeAmount, decodeAmountOrNull, encodeAmount } from '../../values/amounts.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { addressId } from '../../connection/handle.ts'
import type { AccountFact } from '../../interface.ts'
import { bumpNetwork } from '../tokens/revisions.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

interface FundingRow extends Omit<Funding, 'funder' | 'raw' | 'means' | 'proof'> {
  readonly funder: number | null
  readonly raw: unknown
  readonly means: LookupMethod | null
  readonly proof: Proof | null
}

/* Reads return the stored rows in the order of the given addresses. */

export const accounts: Read<'accounts'> = (db, { network, addresses }) =>
  db.all<AccountFact>(sql`
    SELECT address.text AS address, account.kind
    FROM ${requestedAddresses(network, addresses)} CROSS JOIN account ON account.id = address.id ORDER BY requested.key`)

/** Kinds of addresses that no stored row names change no token. */
export const saveAccounts: Write<'saveAccounts'> = (db, { network, rows }) => {
  let changed = 0
  for (const row of rows) {
    const isNamed = addressId(db, { network, address: row.address }) !== null
    // An unknown kind must not replace a known one.
    const written = db.run(sql`
      INSERT INTO account (id, kind) VALUES (${db.intern.address(network, row.address)}, ${row.kind})
      ON CONFLICT DO UPDATE SET kind = excluded.kind WHERE excluded.kind <> 'unknown' AND excluded.kind <> account.kind`)
    if (isNamed) changed += written
  }
  if (changed > 0) bumpNetwork(db, network)
}

export const funding: Read<'funding'> = (db, { network, wallets }) =>
  db
    .all<FundingRow>(
      sql`
    SELECT address.text AS wallet, funder, raw, tx, block, time, reason, means, proof
    FROM ${requestedAddresses(network, wallets)} CROSS JOIN funding ON funding.wallet = address.id ORDER BY requested.key`,
    )
    .map(({ means, proof, ...row }) => ({
      ...row,
      funder: db.addresses.textOrNull(row.funder),
      raw: decodeAmountOrNull(row.raw),
      ...(means === null ? {} : { means }),
      ...(proof === null ? {} : { proof }),
    }))

/** A first funding never changes. An undecided one may be decided later, but not the reverse, and a cut history replaces nothing else. */
export const saveFunding: Write<'saveFunding'> = (db, { network, rows }) => {
  let changed = 0
  for (const row of rows) {
    const funder = row.funder === null ? null : db.intern.address(network, row.funder)
    changed += db.run(sql`
      INSERT INTO funding (wallet, funder, raw, tx, block, time, reason, means, proof)
      VALUES (${db.intern.address(network, row.wallet)}, ${funder}, ${row.raw === null ? null : encodeAmount(row.raw)},
        ${row.tx}, ${row.block}, ${row.time}, ${row.reason}, ${row.means ?? null}, ${row.proof ?? null})
      ON CONFLICT DO UPDATE SET funder = excluded.funder, raw = excluded.raw, tx = excluded.tx, block = excluded.block,
        time = excluded.time, reason = excluded.reason, means = coalesce(excluded.means, funding.means), proof = coalesce(excluded.proof, funding.proof)
      WHERE (excluded.funder IS NOT NULL OR funding.funder IS NULL)
        AND (excluded.proof IS DISTINCT FROM 'cut' OR funding.proof IS NOT DISTINCT FROM 'cut' OR funding.block IS NULL)
        AND (excluded.funder, excluded.raw, excluded.tx, excluded.block, excluded.time, excluded.reason, coalesce(excluded.means, funding.means),
          coalesce(excluded.proof, funding.proof)) IS DISTINCT FROM (funding.funder, funding.raw, funding.tx, funding.block, funding.time,
          funding.reason, funding.means, funding.proof)`)
  }
  if (changed > 0) bumpNetwork(db, network)
}

export const activity: Read<'activity'> = (db, { network, addresses }) =>
  db
    .all<Omit<Activity, 'atLeast'> & { atLeast: number }>(
      sql`
        SELECT address.text AS address, transactions, at_least AS "atLeast", seconds
        FROM ${requestedAddresses(network, addresses)} CROSS JOIN activity ON activity.id = address.id ORDER BY requested.key`,
    )
    .map((row) => ({ ...row, atLeast: row.atLeast === 1 }))

export const saveActivity: Write<'saveActivity'> = (db, { network, rows }) => {
  let changed = 0
  for (const { address, transactions, atLeast, seconds } of rows) {
    changed += db.run(sql`
      INSERT INTO activity (id, transactions, at_least, seconds)
      VALUES (${db.intern.address(network, address)}, ${transactions}, ${atLeast ? 1 : 0}, ${seconds})
      ON CONFLICT DO UPDATE SET transactions = excluded.transactions, at_least = excluded.at_least, seconds = excluded.seconds
      WHERE (excluded.transactions, excluded.at_least, excluded.seconds) IS DISTINCT FROM (activity.transactions, activity.at_least, activity.seconds)`)
  }
  if (changed > 0) bumpNetwork(db, network)
}

export const nativeBalances: Read<'nativeBalances'> = (db, { network, addresses }) =>
  db
    .all<{ address: Address; raw: unknown }>(
      sql`
        SELECT address.text AS address, raw
        FROM ${requestedAddresses(network, addresses)} CROSS JOIN native_balance ON native_balance.id = address.id ORDER BY requested.key`,
    )
    .map((row) => ({ ...row, raw: decodeAmount(row.raw) }))

export const saveNativeBalances: Write<'saveNativeBalances'> = (db, { network, rows }) => {
  let changed = 0
  for (const { address, raw } of rows) {
    changed += db.run(sql`
      INSERT INTO native_balance (id, raw) VALUES (${db.intern.address(network, address)}, ${encodeAmount(raw)})
      ON CONFLICT DO UPDATE SET raw = excluded.raw WHERE excluded.raw <> native_balance.raw`)
  }
  if (changed > 0) bumpNetwork(db, network)
}

/** The given addresses without duplicates, with their index as `requested.key`. */
function requestedAddresses(network: NetworkId, addresses: readonly Address[]): Query {
  return sql`json_each(${JSON.stringify([...new Set(addresses)])}) AS requested
    CROSS JOIN address ON address.text = requested.value AND address.network = ${NETWORK_CODE[network]}`
}
