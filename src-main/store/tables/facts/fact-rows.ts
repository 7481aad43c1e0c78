import type { Address } from '../../../../src-shared/domain/address.ts'
import type { TradeFact, TransferFact } from '../../../../src-shared/domain/events.ts'
import { comparePositions } from '../../../../src-shared/domain/position.ts'
import type { AddressCache } from '../../connection/address-cache.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import type { FactRows } from '../../interface.ts'
import { joined, quoteIdentifier, sql, type Query } from '../../connection/sql.ts'
import { SIDES, type Side } from '../trades/trade-sides.ts'
import { NO_POOL, type TradeSidesRow } from '../trades/trade-rows.ts'
import { transferFact, type TransferRow } from '../transfers/transfers.ts'
import type { Read } from '../calls.ts'

/** Reads the rows of a token in bulk. Indices are scanned in their order without sorting, and a hash is read once per transaction. */

type NumberedTransfer = [...row: TransferRow, txId: number]
type NumberedTrade = [
  block: number,
  txIndex: number,
  event: number,
  leg: number,
  id: number,
  time: number | null,
  txId: number,
  ...sides: TradeSidesRow,
]

const BEFORE_ALL = -1
/** Rows per query: the cost of a call is negligible, and the arrays are collected before the next batch. */
const BATCH = 10_000

export const factRows: Read<'factRows'> = (db, token) => {
  const id = addressId(db, token)
  if (id === null) return { transfers: [], trades: [], parties: [] }
  const rows = rowsAfter(db, id, BEFORE_ALL)
  // Transfers of files without block numbers are in block 0, and have no place among rows with blocks.
  const inBlocks = rows.transfers.filter(({ position }) => position.block > 0)
  return rows.trades.length + inBlocks.length === 0 ? rows : { ...rows, transfers: inBlocks }
}

/** Rows in blocks above `block`. */
export function rowsAfter(db: ReadDb, tokenId: number, block: number): FactRows {
  const transfers: TransferFact[] = []
  const txIds: number[] = []
  const parties = collectWallets(db.addresses)
  const query = (after: number, limit: number): Query => transfersAfterQuery(tokenId, after, limit)
  for (const rows of batches<NumberedTransfer>(db, query, ([at]) => at, block))
    for (const row of rows) {
      transfers.push(transferFact(parties, row))
      txIds.push(row[8])
    }
  const scans = SIDES.token.map((side) => scanOf({ db, parties, hashOf: hashes(db, transfers, txIds) }, side, tokenId, block))
  return { transfers, trades: scans.reduce(merged).trades, parties: [...parties.collected.values()] }
}

interface WalletCollector extends Pick<AddressCache, 'text'> {
  readonly collected: ReadonlyMap<number, Address>
}

/** Collects the wallets of the rows. Millions of rows refer to a few thousand of them. */
function collectWallets(addresses: AddressCache): WalletCollector {
  const collected = new Map<number, Address>()
  return {
    collected,
    text(id) {
      const known = collected.get(id)
      if (known !== undefined) return known
      const address = addresses.text(id)
      collected.set(id, address)
      return address
    },
  }
}

/** All rows after a block, in batches of whole blocks. */
function* batches<Row extends readonly unknown[]>(
  db: ReadDb,
  query: (after: number, limit: number) => Query,
  blockOf: (row: Row) => number,
  start: number,
): Generator<readonly Row[]> {
  let after = start
  for (let limit = BATCH; ;) {
    const rows = db.arrays<Row>(query(after, limit))
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return yield rows
    let whole = rows.length
    // The last block may continue in the next batch.
    for (let row = rows[whole - 1]; row !== undefined && blockOf(row) === blockOf(last); row = rows[whole - 1]) whole--
    const end = rows[whole - 1]
    if (end === undefined) limit *= 2
    else {
      yield rows.slice(0, whole)
      after = blockOf(end)
      limit = BATCH
    }
  }
}

function transfersAfterQuery(tokenId: number, block: number, limit: number): Query {
  return sql`
    SELECT block, tx_index, event, tx.text, source, target, raw, time, tx.id
    FROM transfer CROSS JOIN tx ON tx.id = transfer.tx
    WHERE token = ${tokenId} AND block > ${block} ORDER BY block, tx_index, event, transfer.tx, source, target LIMIT ${limit}`
}

/** Trades with the token on one side and not on an earlier side of the list. Each column costs as much as finding the row. */
function tradesAfterQuery(side: Side, tokenId: number, block: number, limit: number): Query {
  const earlier = SIDES.token.slice(0, SIDES.token.indexOf(side)).map((other) => sql`${quoteIdentifier(other)} <> ${tokenId}`)
  return sql`
    SELECT block, tx_index, event, leg, t.id, time, tx, signer, account, receiver, pool,
      token_in, raw_in, decimals_in, usd_in, token_out, raw_out, decimals_out, usd_out
    FROM trade AS t INDEXED BY ${quoteIdentifier(`trade_by_${side}`)}
    WHERE ${joined([sql`${quoteIdentifier(side)} = ${tokenId}`, sql`block > ${block}`, ...earlier], ' AND ')} ORDER BY block, tx_index, event, leg, t.id LIMIT ${limit}`
}

interface Scan {
  readonly trades: readonly TradeFact[]
  readonly ids: readonly number[]
}

interface Sources {
  readonly db: ReadDb
  readonly parties: WalletCollector
  readonly hashOf: (row: NumberedTrade) => string
}

function scanOf(sources: Sources, side: Side, tokenId: number, block: number): Scan {
  const trades: TradeFact[] = []
  const ids: number[] = []
  const query = (after: number, limit: number): Query => tradesAfterQuery(side, tokenId, after, limit)
  for (const rows of batches<NumberedTrade>(sources.db, query, ([at]) => at, block))
    for (const row of rows) {
      trades.push(tradeFact(sources, row))
      ids.push(row[4])
    }
  return { trades, ids }
}

function tradeFact({ db: { addresses }, parties, hashOf }: Sources, row: NumberedTrade): TradeFact {
  const [block, txIndex, event, leg, , time, , signer, account, receiver, ...legs] = row
  const [pool, tokenIn, rawIn, decimalsIn, usdIn, tokenOut, rawOut, decimalsOut, usdOut] = legs
  const by = account ?? signer
  const trader = parties.text(by)
  return {
    position: { block, tx: txIndex, event },
    time,
    tx: hashOf(row),
    signer: trader,
    ...(account === null ? {} : { account: trader }),
    receiver: receiver === by ? trader : receiver === null ? null : parties.text(receiver),
    pool: pool === NO_POOL ? null : addresses.text(pool),
    tokenIn: { token: addresses.text(tokenIn), raw: decodeAmount(rawIn), decimals: decimalsIn, usd: usdIn },
    tokenOut: { token: addresses.text(tokenOut), raw: decodeAmount(rawOut), decimals: decimalsOut, usd: usdOut },
    leg,
  }
}

/** Reads the hashes of trades in chain order: from the transfers at the same position if there are any, else from the store. */
function hashes(db: ReadDb, transfers: readonly TransferFact[], txIds: readonly number[]): (row: NumberedTrade) => string {
  let at = 0
  return (row) => {
    const [block, txIndex] = row
    const txId = row[6]
    for (let here = transfers[at]?.position; here !== undefined; here = transfers[++at]?.position) {
      if (here.block > block || (here.block === block && here.tx >= txIndex)) break
    }
    for (let i = at; transfers[i]?.position.block === block && transfers[i]?.position.tx === txIndex; i++) {
      if (txIds[i] === txId) return transfers[i]?.tx ?? ''
    }
    return db.get<{ text: string }>(sql`SELECT text FROM tx WHERE id = ${txId}`)?.text ?? missing(txId)
  }
}

function missing(txId: number): never {
  throw new Error(`transaction ${txId} is referenced by a row but not stored`)
}

/** Merges two scans in chain order. */
function merged(x: Scan, y: Scan): Scan {
  if (y.trades.length === 0) return x
  const trades: TradeFact[] = []
  const ids: number[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [a, b] = [x.trades[i], y.trades[j]]
    if (a === undefined && b === undefined) return { trades, ids }
    const isFirst = b === undefined || (a !== undefined && compare(a, x.ids[i] ?? 0, b, y.ids[j] ?? 0) < 0)
    const next = isFirst ? a : b
    if (next !== undefined) trades.push(next)
    ids.push((isFirst ? x.ids[i++] : y.ids[j++]) ?? 0)
  }
}

function compare(a: TradeFact, aId: number, b: TradeFact, bId: number): number {
  return comparePositions(a.position, b.position) || a.leg - b.leg || aId - bId
}
