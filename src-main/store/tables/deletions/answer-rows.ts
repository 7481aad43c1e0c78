import type { Deletion } from '../../../../src-shared/contract/records/deletions.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { idList, quoteIdentifier, sql, type Query } from '../../connection/sql.ts'
import type { BlockRange, Coverage } from '../../interface.ts'
import { settleToken } from '../tokens/delete-token.ts'
import { keepTradeIds } from '../tokens/revisions.ts'
import { nextTradeId } from '../trades/trade-numbers.ts'
import { FIRST_LISTED_EVENT } from '../transfers/listed-events.ts'
import { startDeletion } from './deletion-records.ts'
import { deleteRows, keepRows, restoreRows } from './restorable-rows.ts'
import type { Write } from '../calls.ts'

/** Rows that an import of node answers adds: those of transactions without rows before it. All values are ids of the store. */
export interface KeptAnswers {
  readonly trades: BlockRange & { readonly firstId: number; readonly transactions: readonly number[] }
  readonly movements: readonly Movements[]
  readonly pools: readonly PoolKey[]
}

/** Transfers of one token, or payments to one wallet, because the rows are in that order on disk. */
interface Movements extends BlockRange {
  readonly table: 'transfer' | 'native_transfer'
  readonly of: number
  readonly transactions: readonly number[]
}

type PoolKey = readonly [address: number, token0: number, token1: number]

const ADDED_TABLES = ['trade', 'pool', 'transfer', 'native_transfer', 'import'] as const

/** Called in the transaction of an import, before it writes. Does nothing if the same file was kept before. */
export const keepBeforeAnswers: Write<'keepBeforeAnswers'> = (db, { token, name, sha256, trades, transfers, pools }) => {
  const again = sql`SELECT 1 FROM import JOIN deletion ON part = sha256 AND kind = 'before_import' WHERE sha256 = ${sha256}`
  if (db.get(again) !== undefined) return
  const { address, transaction } = db.intern
  const deletion = startDeletion(db, { kind: 'before_import', token, name, part: sha256 })
  const transactionsOf = (rows: readonly Pick<(typeof trades)[number], 'network' | 'tx'>[]): number[] => [
    ...new Set(rows.map(({ network, tx }) => transaction(network, tx))),
  ]
  const [payments = [], moved = []] = [true, false].map((isNative) => transfers.filter((row) => (row.token === NATIVE) === isNative))
  const movements = [
    ...[...Map.groupBy(moved, (row) => address(row.network, row.token))].map(([of, rows]) => ({ table: 'transfer', of, rows }) as const),
    ...[...Map.groupBy(payments, (row) => address(row.network, row.to))].map(([of, rows]) => ({ table: 'native_transfer', of, rows }) as const),
  ].flatMap(({ table, of, rows }): Movements[] => {
    const named = { table, of, ...rangeOf(rows), transactions: transactionsOf(rows) }
    const known = new Set(db.arrays<[number]>(sql`SELECT tx FROM ${tableOf(named)} WHERE ${rowsOf(named)}`).map(([tx]) => tx))
    const added = { ...named, transactions: named.transactions.filter((tx) => !known.has(tx)) }
    // Transfers from a chain replace those from lists.
    if (table === 'transfer') keepRows(db, deletion, table, listedIn(added))
    return added.transactions.length === 0 ? [] : [added]
  })
  const answers: KeptAnswers = {
    trades: { firstId: nextTradeId(db), ...rangeOf(trades), transactions: transactionsOf(trades) },
    movements,
    pools: pools
      .map(({ network, address: at, token0, token1 }): PoolKey => [address(network, at), address(network, token0), address(network, token1)])
      .filter((pool) => db.get(sql`SELECT 1 FROM pool WHERE ${isPool(pool)}`) === undefined),
  }
  db.run(sql`UPDATE deletion SET detail = ${JSON.stringify({ answers })} WHERE id = ${deletion}`)
}

/** Ids of deletions: of the rows that the file added, and of those it replaced. */
interface Kept {
  readonly deletion: number
  readonly before: number
}

/** @throws AppError `conflict` if a node has reported the same facts since */
export function deleteAnswers(db: WriteDb, { deletion, before }: Kept, sha256: string, kept: KeptAnswers): Partial<Deletion['rows']> {
  const { trades, movements, pools } = kept
  const sides = tradedTokens(db, kept)
  const moved = movements.filter(({ table }) => table === 'transfer')
  if (sides.some((of) => isCovered(db, 'trades', { of, ...trades })) || moved.some((each) => isCovered(db, 'transfers', each))) {
    throw new AppError('conflict', { message: 'A token of this file was read from a node since the import. Delete that token instead.' })
  }
  keepTradeIds(db)
  const rows = {
    trades: deleteRows(db, deletion, 'trade', isAddedTrade(trades)),
    transfers: movements.map((each) => deleteRows(db, deletion, each.table, rowsOf(each))).reduce((sum, count) => sum + count, 0),
  }
  for (const pool of pools) deleteRows(db, deletion, 'pool', isPool(pool))
  deleteRows(db, deletion, 'import', sql`sha256 = ${sha256}`)
  restoreRows(db, 'transfer', sql`deletion = ${before}`)
  settle(db, [...sides, ...moved.map(({ of }) => of)])
  return rows
}

/** Rows that have been stored again are not changed. */
export function restoreAnswers(db: WriteDb, { deletion, before }: Kept, kept: KeptAnswers): void {
  for (const each of kept.movements) if (each.table === 'transfer') deleteRows(db, before, 'transfer', listedIn(each))
  for (const table of ADDED_TABLES) restoreRows(db, table, sql`deletion = ${deletion}`)
  settle(db, [...tradedTokens(db, kept), ...kept.movements.filter(({ table }) => table === 'transfer').map(({ of }) => of)])
}

function settle(db: WriteDb, tokens: readonly number[]): void {
  for (const token of new Set(tokens)) settleToken(db, token)
}

function rangeOf(rows: readonly { readonly position: { readonly block: number } }[]): BlockRange {
  const blocks = rows.map(({ position }) => position.block)
  return {
    from: blocks.reduce((first, block) => Math.min(first, block), Number.MAX_SAFE_INTEGER),
    to: blocks.reduce((last, block) => Math.max(last, block), 0),
  }
}

const tableOf = ({ table }: Movements): Query => quoteIdentifier(table)

const inBlocks = ({ table, of, from, to, transactions }: Movements): Query =>
  sql`${quoteIdentifier(table === 'transfer' ? 'token' : 'target')} = ${of} AND block BETWEEN ${from} AND ${to} AND tx IN ${idList(transactions)}`

/** Not limited to blocks, because lists may have none. */
const listedIn = ({ of, transactions }: Movements): Query => sql`token = ${of} AND event >= ${FIRST_LISTED_EVENT} AND tx IN ${idList(transactions)}`

/** Excludes rows of lists, which have their own range of places. */
const rowsOf = (movements: Movements): Query => sql`${inBlocks(movements)} AND event < ${FIRST_LISTED_EVENT}`

const isAddedTrade = ({ firstId, transactions }: KeptAnswers['trades']): Query => sql`tx IN ${idList(transactions)} AND id >= ${firstId}`

const isPool = ([address, token0, token1]: PoolKey): Query => sql`address = ${address} AND token0 = ${token0} AND token1 = ${token1}`

const tradedTokens = (db: ReadDb, { trades }: KeptAnswers): number[] => [
  ...new Set(db.arrays<number[]>(sql`SELECT token_in, token_out, pool FROM trade WHERE ${isAddedTrade(trades)}`).flat()),
]

const isCovered = (db: ReadDb, what: Coverage, { of, from, to }: BlockRange & { readonly of: number }): boolean =>
  db.get(sql`SELECT 1 FROM coverage WHERE token = ${of} AND what = ${what} AND from_block <= ${to} AND to_block >= ${from}`) !== undefined
