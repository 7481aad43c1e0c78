import type { FirstRead } from '../../../../src-shared/domain/token.ts'
import { decodeAmount, encodeAmount } from '../../values/amounts.ts'
import { NETWORK_CODE, networkOfCode } from '../../values/codes.ts'
import { addressId, type WriteDb } from '../../connection/handle.ts'
import type { StoredToken } from '../../interface.ts'
import { highMark } from './revisions.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { countTrades } from '../trades/trades.ts'
import { dropListed } from '../transfers/listed-events.ts'
import type { Read, Write } from '../calls.ts'

type DecodedLater = 'network' | 'totalSupply' | 'creatorSource' | 'notes' | 'linksKnown' | 'firstRead'

/** A row of `tokenQuery`. Values that have another form in the table are decoded later. */
interface TokenRow extends Omit<StoredToken, DecodedLater> {
  readonly network: number
  readonly totalSupply: unknown
  readonly creatorSource: string | null
  readonly notes: string
  readonly linksKnown: number
  readonly firstRead: string | null
}

export const token: Read<'token'> = (db, key) => {
  const row = db.get<TokenRow>(tokenQuery(sql`WHERE token.id = ${addressId(db, key)}`))
  return row === undefined ? null : tokenFromRow(row)
}

/** There are hundreds of tokens at most, so the search scans all of them and ignores case in every script. */
export const tokens: Read<'tokens'> = (db, { q, limit }) => {
  const rows = db.all<TokenRow>(tokenQuery(sql`ORDER BY opened_at IS NULL, opened_at DESC, as_of DESC, address.text, token.network`))
  const wanted = q?.toLowerCase() ?? ''
  const holds = (text: string | null) => text?.toLowerCase().includes(wanted) ?? false
  return rows
    .filter((row) => holds(row.address) || holds(row.name) || holds(row.symbol))
    .slice(0, limit)
    .map(tokenFromRow)
}

export const saveToken: Write<'saveToken'> = (db, info) => {
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

export const saveNotes: Write<'saveNotes'> = (db, { token: key, notes }) => {
  db.run(sql`UPDATE token SET notes = ${JSON.stringify(notes)}, revision = revision + 1 WHERE id = ${addressId(db, key)}`)
}

export const saveFirstRead: Write<'saveFirstRead'> = (db, { token: key, firstRead }) => {
  const text = encodeFirstRead(firstRead)
  db.run(sql`
    UPDATE token SET first_read = ${text}, revision = revision + 1 WHERE id = ${addressId(db, key)} AND first_read IS DISTINCT FROM ${text}`)
}

/** A first read that has ended and stored everything is stored as null. */
function encodeFirstRead(firstRead: FirstRead | null): string | null {
  const isWhole = firstRead?.ended === true && firstRead.missing.length === 0 && firstRead.balancesHidden === undefined
  return firstRead === null || isWhole ? null : JSON.stringify(firstRead)
}

export const saveClustersFrom: Write<'saveClustersFrom'> = (db, { token: key, from }) => {
  db.run(sql`UPDATE token SET clusters_from = ${from}, revision = revision + 1 WHERE id = ${addressId(db, key)} AND clusters_from <> ${from}`)
}

export const markOpened: Write<'markOpened'> = (db, { token: key, at }) => {
  db.run(sql`UPDATE token SET opened_at = ${at} WHERE id = ${addressId(db, key)}`)
}

/** Counts again, because holders and trades may be stored before the row of the token. */
export function recountToken(db: WriteDb, id: number): void {
  db.run(sql`
    UPDATE token SET trade_count = ${countTrades(db, id)}, holders_known = (SELECT count(*) FROM balance WHERE token = ${id})
    WHERE id = ${id}`)
}

/** Holders whose fundings are checked. Fundings are read for the largest holders first. */
const MAX_ASKED = 500

/** Evaluated in this order until one holds, because the last one may look up hundreds of wallets. */
const LINKS_KNOWN = sql`
  CASE
    WHEN token.trade_count > 0 THEN 1
    WHEN EXISTS (SELECT 1 FROM transfer WHERE transfer.token = token.id) THEN 1
    WHEN EXISTS (SELECT 1 FROM recorded_link WHERE recorded_link.token = token.id) THEN 1
    WHEN EXISTS (
      SELECT 1 FROM (
        SELECT wallet FROM balance INDEXED BY balance_by_size WHERE balance.token = token.id ORDER BY raw DESC, wallet DESC LIMIT ${MAX_ASKED}
      ) AS largest CROSS JOIN funding ON funding.wallet = largest.wallet WHERE funding.funder IS NOT NULL) THEN 1
    ELSE 0
  END`

export function tokenQuery(rest: Query): Query {
  return sql`
    SELECT token.network, address.text AS address, name, symbol, decimals, total_supply AS "totalSupply", logo, creator,
      creator_source AS "creatorSource", owner, created_at AS "createdAt", created_block AS "createdBlock", created_tx AS "createdTx", origin,
      as_of AS "asOf", as_of_block AS "asOfBlock", holder_count AS "holderCount", notes, revision, holders_known AS "holdersKnown",
      trade_count AS "tradeCount", (SELECT count(*) FROM snapshot WHERE snapshot.token = token.id) AS "snapshotCount", ${LINKS_KNOWN} AS "linksKnown",
      opened_at AS "openedAt", clusters_from AS "clustersFrom", first_read AS "firstRead",
      (SELECT hash FROM block_mark WHERE block_mark.token = token.id AND block_mark.block = token.as_of_block) AS "asOfHash"
    FROM token JOIN address ON address.id = token.id ${rest}`
}

function tokenFromRow({ creatorSource, ...row }: TokenRow): StoredToken {
  return {
    ...row,
    network: networkOfCode(row.network),
    totalSupply: decodeAmount(row.totalSupply),
    ...(creatorSource === null ? {} : { creatorSource }),
    notes: JSON.parse(row.notes) as string[],
    linksKnown: row.linksKnown === 1,
    firstRead: row.firstRead === null ? null : (JSON.parse(row.firstRead) as FirstRead),
  }
}
