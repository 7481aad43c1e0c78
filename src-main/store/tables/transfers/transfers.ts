import { NATIVE, type Transfer, type TransferFact } from '../../../../src-shared/domain/events.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import type { Address, TokenKey } from '../../../../src-shared/domain/address.ts'
import { comparePositions } from '../../../../src-shared/domain/position.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { AddressCache } from '../../connection/address-cache.ts'
import { decodeAmount, encodeAmount } from '../../values/amounts.ts'
import { cover } from '../tokens/coverage.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import type { BlockRange } from '../../interface.ts'
import { dropListedAgain } from './listed-events.ts'
import { bumpNetwork, bumpToken } from '../tokens/revisions.ts'
import { NO_LIMIT, sql, type Query } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

export type TransferRow = [
  block: number,
  txIndex: number,
  event: number,
  tx: string,
  source: number,
  target: number,
  raw: unknown,
  time: number | null,
]

const ALL_BLOCKS: BlockRange = { from: 0, to: Number.MAX_SAFE_INTEGER }

const COLUMNS = sql`block, tx_index, event, tx.text, source, target, raw, time`

export function transfersQuery(tokenId: number | null, limit: number | null, { from, to }: BlockRange = ALL_BLOCKS): Query {
  return sql`
    SELECT ${COLUMNS} FROM transfer CROSS JOIN tx ON tx.id = transfer.tx
    WHERE token = ${tokenId} AND block BETWEEN ${from} AND ${to}
    ORDER BY block, tx_index, event, transfer.tx, source, target LIMIT ${limit ?? NO_LIMIT}`
}

export const nativeTransfersQuery = (walletId: number | null): Query => sql`
  SELECT ${COLUMNS} FROM native_transfer CROSS JOIN tx ON tx.id = native_transfer.tx
  WHERE target = ${walletId} ORDER BY block, tx_index, event`

const nativePaymentsQuery = (walletId: number | null): Query => sql`
  SELECT ${COLUMNS} FROM native_transfer INDEXED BY native_transfer_by_source CROSS JOIN tx ON tx.id = native_transfer.tx
  WHERE source = ${walletId} ORDER BY block, tx_index, event, target`

export const transfers: Read<'transfers'> = (db, { token, limit, blocks }) =>
  transfersIn(db, token, transfersQuery(addressId(db, token), limit, blocks))

export const transferBlocks: Read<'transferBlocks'> = (db, { token, blocks, limit }) => {
  const id = addressId(db, token)
  const inRange = sql`FROM transfer WHERE token = ${id} AND block BETWEEN ${blocks.from} AND ${blocks.to}`
  const count = db.get<{ n: number }>(sql`SELECT count(*) AS n ${inRange}`)?.n ?? 0
  const step = Math.max(1, Math.floor(count / limit))
  const spread = db.arrays<[block: number]>(sql`
    SELECT DISTINCT block FROM (SELECT block, row_number() OVER (ORDER BY block) AS place ${inRange})
    WHERE place % ${step} = ${Math.floor(step / 2)} ORDER BY block LIMIT ${limit}`)
  return spread.flat()
}

interface OfWallets {
  readonly network: NetworkId
  readonly wallets: readonly Address[]
}

export const nativeTransfers: Read<'nativeTransfers'> = (db, wallets) => nativeOf(db, wallets, nativeTransfersQuery)
export const nativePayments: Read<'nativePayments'> = (db, wallets) => nativeOf(db, wallets, nativePaymentsQuery)

/** Archives give several movements of a transaction one position. */
const compareNative = (a: Transfer, b: Transfer): number =>
  comparePositions(a.position, b.position) || compareText(a.tx, b.tx) || compareText(a.from, b.from) || compareText(a.to, b.to)

function nativeOf(db: ReadDb, { network, wallets }: OfWallets, query: (walletId: number | null) => Query): Transfer[] {
  const found = [...new Set(wallets)].flatMap((address) => transfersIn(db, { network, address: NATIVE }, query(addressId(db, { network, address }))))
  return found.sort(compareNative)
}

export const saveTransfers: Write<'saveTransfers'> = (db, { token, rows, covers }) => {
  const tokenId = db.intern.address(token.network, token.address)
  const insert = `
    INSERT OR IGNORE INTO transfer (token, block, tx_index, event, tx, source, target, raw, time)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const added = db.runAll(insert, rows, (row) => {
    if (row.token !== token.address || row.network !== token.network) throw new Error('a transfer of another token was given')
    return [
      tokenId,
      row.position.block,
      row.position.tx,
      row.position.event,
      db.intern.transaction(row.network, row.tx),
      db.intern.address(row.network, row.from),
      db.intern.address(row.network, row.to),
      encodeAmount(row.raw),
      row.time,
    ]
  })
  if (covers === null && added > 0) dropListedAgain(db, tokenId)
  cover(db, tokenId, 'transfers', covers)
  if (added > 0) bumpToken(db, tokenId)
  return added
}

export const saveNativeTransfers: Write<'saveNativeTransfers'> = (db, { network, rows }) => {
  const insert = `
    INSERT OR IGNORE INTO native_transfer (target, block, tx_index, event, tx, source, raw, time)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
  const added = db.runAll(insert, rows, (row) => {
    if (row.token !== NATIVE || row.network !== network) throw new Error('a transfer that is not native to the network was given')
    return [
      db.intern.address(network, row.to),
      row.position.block,
      row.position.tx,
      row.position.event,
      db.intern.transaction(network, row.tx),
      db.intern.address(network, row.from),
      encodeAmount(row.raw),
      row.time,
    ]
  })
  if (added > 0) bumpNetwork(db, network)
  return added
}

const transfersIn = (db: ReadDb, { network, address: token }: TokenKey, query: Query): Transfer[] =>
  Array.from(db.each<TransferRow>(query), (row) => ({ kind: 'transfer', network, token, ...transferFact(db.addresses, row) }))

/** Columns after those of the transfer are ignored. */
export function transferFact(addresses: Pick<AddressCache, 'text'>, row: readonly [...TransferRow, ...unknown[]]): TransferFact {
  const [block, tx, event, hash, source, target, raw, time] = row
  return { position: { block, tx, event }, time, tx: hash, from: addresses.text(source), to: addresses.text(target), raw: decodeAmount(raw) }
}
