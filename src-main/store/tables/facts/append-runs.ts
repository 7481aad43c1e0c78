import { rowsAfter } from './fact-rows.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { decodeAmount, type StoredAmount } from '../../values/amounts.ts'
import type { Address, TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Balance } from '../../../../src-shared/domain/token.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read } from '../calls.ts'

/**
 * A run of changes that only appended blocks to a token: nothing else changed from `since_revision` to `revision`. Any other change leaves the
 * token's revision ahead of the run, and the next block starts a new run. `balance_change` lists the wallets whose balance a block of the run
 * may have changed.
 */

/** In blocks. Bounds the changes of a token that is followed for weeks; a reader that is further behind reads everything again. */
const MAX_RUN = 20_000

/** Blocks up to `block` that were appended. */
interface Followed {
  readonly token: TokenKey
  readonly block: number
  /** The revision of the token before. */
  readonly revision: number
  /** A superset of the wallets whose balance changed. */
  readonly wallets: ReadonlySet<Address>
}

/** Records that blocks were appended to the state at `revision`. */
export function noteAppend(db: WriteDb, tokenId: number, { token: { network }, block, revision, wallets }: Followed): void {
  if (!continuesRun(db, tokenId, revision, block)) forgetRun(db, tokenId)
  db.run(sql`
    INSERT INTO append_run (token, since_revision, revision) SELECT id, ${revision}, revision FROM token WHERE id = ${tokenId}
    ON CONFLICT DO UPDATE SET revision = excluded.revision`)
  db.runAll('INSERT INTO balance_change (token, block, wallet) VALUES (?, ?, ?)', [...wallets], (wallet) => [
    tokenId,
    block,
    db.intern.address(network, wallet),
  ])
}

export function forgetRun(db: WriteDb, tokenId: number): void {
  db.run(sql`DELETE FROM append_run WHERE token = ${tokenId}`)
  db.run(sql`DELETE FROM balance_change WHERE token = ${tokenId}`)
}

function continuesRun(db: WriteDb, tokenId: number, revision: number, block: number): boolean {
  const run = sql`
    SELECT 1 FROM append_run WHERE token = ${tokenId} AND revision = ${revision}
    AND NOT EXISTS (SELECT 1 FROM balance_change WHERE token = ${tokenId} AND block <= ${block - MAX_RUN})`
  return db.get(run) !== undefined
}

export const appended: Read<'appended'> = (db, { token: key, since }) => {
  const id = addressId(db, key)
  const now = id === null ? undefined : db.get<{ revision: number }>(sql`SELECT revision FROM token WHERE id = ${id}`)
  if (id === null || now === undefined) return null
  const run = db.get<{ since: number; revision: number }>(sql`SELECT since_revision AS since, revision FROM append_run WHERE token = ${id}`)
  const isWhole = now.revision === since.revision || (run?.revision === now.revision && run.since <= since.revision)
  return isWhole ? { ...rowsAfter(db, id, since.block), balances: balancesAfter(db, id, since.block) } : null
}

function balancesAfter(db: ReadDb, tokenId: number, block: number): Balance[] {
  const rows = db.arrays<[wallet: number, raw: StoredAmount | null]>(changedBalancesQuery(tokenId, block))
  return rows.map(([wallet, raw]) => ({ address: db.addresses.text(wallet), raw: raw === null ? 0n : decodeAmount(raw) }))
}

/** Only balances above zero have rows. */
export function changedBalancesQuery(tokenId: number, block: number): Query {
  return sql`
    SELECT DISTINCT balance_change.wallet, raw
    FROM balance_change LEFT JOIN balance ON balance.token = ${tokenId} AND balance.wallet = balance_change.wallet
    WHERE balance_change.token = ${tokenId} AND block > ${block}`
}
