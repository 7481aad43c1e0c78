import { trustedAddress, type Address, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { ClustersFrom, FirstRead, Origin } from '../../../../src-shared/domain/token.ts'
import { decodeAmount, encodeAmount, type StoredAmount } from '../../values/amounts.ts'
import { NETWORK_CODE, networkOfCode } from '../../values/codes.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { StoredToken, TokenUpdate } from '../../interface.ts'
import { highMark } from './revisions.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { countTrades } from '../trades/trades.ts'
import { dropListed } from '../transfers/listed-events.ts'

interface TokenRow {
  address: string
  network: number
  name: string | null
  symbol: string | null
  decimals: number
  total_supply: StoredAmount
  logo: string | null
  creator: string | null
  creator_source: string | null
  owner: string | null
  created_at: number | null
  created_block: number | null
  created_tx: string | null
  origin: Origin
  as_of: number
  as_of_block: number | null
  holder_count: number | null
  notes: string
  revision: number
  holders_known: number
  trade_count: number
  snapshot_count: number
  links_known: number
  opened_at: number | null
  first_read: string | null
  clusters_from: ClustersFrom
}

export function token(db: ReadDb, key: TokenKey): StoredToken | null {
  const id = addressId(db, key.network, key.address)
  if (id === null) return null
  const row = db.get<TokenRow>(tokenQuery(sql`WHERE token.id = ${id}`))
  return row === undefined ? null : tokenFromRow(row)
}

/** There are hundreds of tokens at most, so the search scans all of them and ignores case in every script. */
export function tokens(db: ReadDb, { q, limit }: { q: string | null; limit: number }): StoredToken[] {
  const rows = db.all<TokenRow>(tokenQuery(sql`ORDER BY opened_at IS NULL, opened_at DESC, as_of DESC, address.text`))
  const wanted = q?.toLowerCase() ?? ''
  const holds = (text: string | null) => text?.toLowerCase().includes(wanted) ?? false
  return rows
    .filter((row) => holds(row.address) || holds(row.name) || holds(row.symbol))
    .slice(0, limit)
    .map(tokenFromRow)
}

export function saveToken(db: WriteDb, info: TokenUpdate): void {
  const id = db.intern.address(info.network, info.address)
  const before = db.get<Pick<TokenRow, 'origin'>>(sql`SELECT origin FROM token WHERE id = ${id}`)
  if (info.origin === 'node' && before?.origin !== 'node') dropListed(db, id)
  db.run(sql`
    INSERT INTO token (
      id, network, name, symbol, decimals, total_supply, logo, creator, creator_source, owner, created_at, created_block, created_tx,
      origin, as_of, as_of_block, holder_count, notes, revision, holders_known, trade_count, first_read, clusters_from
    ) VALUES (
      ${id}, ${NETWORK_CODE[info.network]}, ${info.name}, ${info.symbol}, ${info.decimals}, ${encodeAmount(info.totalSupply)},
      ${info.logo}, ${info.creator}, ${info.creatorSource ?? null}, ${info.owner}, ${info.createdAt}, ${info.createdBlock}, ${info.createdTx},
      ${info.origin}, ${info.asOf}, ${info.asOfBlock}, ${info.holderCount}, ${JSON.stringify(info.notes)}, ${highMark(db, 'revision') + 1}, 0, 0,
      ${encodeFirstRead(info.firstRead ?? null)}, ${info.clustersFrom ?? 'rules'}
    ) ON CONFLICT (id) DO UPDATE SET
      name = coalesce(excluded.name, token.name), symbol = coalesce(excluded.symbol, token.symbol),
      decimals = excluded.decimals, total_supply = excluded.total_supply,
      logo = coalesce(excluded.logo, token.logo), creator = coalesce(excluded.creator, token.creator),
      creator_source = CASE WHEN excluded.creator IS NULL THEN token.creator_source ELSE excluded.creator_source END, owner = coalesce(excluded.owner, token.owner),
      created_at = coalesce(excluded.created_at, token.created_at), created_block = coalesce(excluded.created_block, token.created_block),
      created_tx = coalesce(excluded.created_tx, token.created_tx), origin = excluded.origin, as_of = excluded.as_of,
      as_of_block = coalesce(excluded.as_of_block, token.as_of_block), holder_count = coalesce(excluded.holder_count, token.holder_count),
      notes = excluded.notes, revision = token.revision + 1,
      first_read = CASE WHEN excluded.origin <> 'import' THEN token.first_read END,
      clusters_from = excluded.clusters_from`)
  if (info.forgets?.includes('holderCount') === true) db.run(sql`UPDATE token SET holder_count = NULL WHERE id = ${id}`)
  if (info.forgets?.includes('owner') === true) db.run(sql`UPDATE token SET owner = NULL WHERE id = ${id}`)
  if (before === undefined) recountToken(db, id)
}

export function saveNotes(db: WriteDb, { token: key, notes }: { token: TokenKey; notes: readonly string[] }): void {
  const id = addressId(db, key.network, key.address)
  if (id !== null) db.run(sql`UPDATE token SET notes = ${JSON.stringify(notes)}, revision = revision + 1 WHERE id = ${id}`)
}

export function saveFirstRead(db: WriteDb, { token: key, firstRead }: { token: TokenKey; firstRead: FirstRead }): void {
  const id = addressId(db, key.network, key.address)
  if (id === null) return
  const text = encodeFirstRead(firstRead)
  db.run(sql`UPDATE token SET first_read = ${text}, revision = revision + 1 WHERE id = ${id} AND first_read IS DISTINCT FROM ${text}`)
}

/** A first read that has ended and stored everything is stored as null. */
function encodeFirstRead(firstRead: FirstRead | null): string | null {
  return firstRead === null || (firstRead.ended && firstRead.missing.length === 0) ? null : JSON.stringify(firstRead)
}

export function saveClustersFrom(db: WriteDb, { token: key, from }: { token: TokenKey; from: ClustersFrom }): void {
  const id = addressId(db, key.network, key.address)
  if (id !== null) db.run(sql`UPDATE token SET clusters_from = ${from}, revision = revision + 1 WHERE id = ${id} AND clusters_from <> ${from}`)
}

export function markOpened(db: WriteDb, { token: key, at }: { token: TokenKey; at: number }): void {
  const id = addressId(db, key.network, key.address)
  if (id !== null) db.run(sql`UPDATE token SET opened_at = ${at} WHERE id = ${id}`)
}

/** Counts again, because holders and trades may be stored before the row of the token. */
export function recountToken(db: WriteDb, id: number): void {
  db.run(sql`
    UPDATE token SET trade_count = ${countTrades(db, id)}, holders_known = (SELECT count(*) FROM balance WHERE token = ${id})
    WHERE id = ${id}`)
}

/** Holders whose fundings are checked. Fundings are read for the largest holders first. */
const LARGEST_ASKED = 500

/** Evaluated in this order until one holds, because the last one may look up hundreds of wallets. */
const LINKS_KNOWN = sql`
  CASE
    WHEN token.trade_count > 0 THEN 1
    WHEN EXISTS (SELECT 1 FROM transfer WHERE transfer.token = token.id) THEN 1
    WHEN EXISTS (SELECT 1 FROM recorded_link WHERE recorded_link.token = token.id) THEN 1
    WHEN EXISTS (
      SELECT 1 FROM (
        SELECT wallet FROM balance INDEXED BY balance_by_size WHERE balance.token = token.id ORDER BY raw DESC LIMIT ${LARGEST_ASKED}
      ) AS largest CROSS JOIN funding ON funding.wallet = largest.wallet WHERE funding.funder IS NOT NULL) THEN 1
    ELSE 0
  END`

export function tokenQuery(rest: Query): Query {
  return sql`
    SELECT token.*, address.text AS address, (SELECT count(*) FROM snapshot WHERE snapshot.token = token.id) AS snapshot_count, ${LINKS_KNOWN} AS links_known
    FROM token JOIN address ON address.id = token.id ${rest}`
}

function tokenFromRow(row: TokenRow): StoredToken {
  return {
    network: networkOfCode(row.network),
    address: trustedAddress(row.address),
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    totalSupply: decodeAmount(row.total_supply),
    logo: row.logo,
    creator: addressOrNull(row.creator),
    ...(row.creator_source === null ? {} : { creatorSource: row.creator_source }),
    owner: addressOrNull(row.owner),
    createdAt: row.created_at,
    createdBlock: row.created_block,
    createdTx: row.created_tx,
    origin: row.origin,
    asOf: row.as_of,
    asOfBlock: row.as_of_block,
    holderCount: row.holder_count,
    notes: JSON.parse(row.notes) as string[],
    revision: row.revision,
    holdersKnown: row.holders_known,
    tradeCount: row.trade_count,
    snapshotCount: row.snapshot_count,
    linksKnown: row.links_known === 1,
    openedAt: row.opened_at,
    clustersFrom: row.clusters_from,
    firstRead: row.first_read === null ? null : (JSON.parse(row.first_read) as FirstRead),
  }
}

const addressOrNull = (text: string | null): Address | null => (text === null ? null : trustedAddress(text))
