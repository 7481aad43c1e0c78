import type { Address, TokenKey } from '../../../../src-shared/domain/address.ts'
import { isAmount } from '../../../../src-shared/domain/amount.ts'
import type { Balance, Holding } from '../../../../src-shared/domain/token.ts'
import { decodeAmount, encodeAmount, type StoredAmount } from '../../values/amounts.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { bumpToken } from '../tokens/revisions.ts'
import { idList, NO_LIMIT, sql, type Query } from '../../connection/sql.ts'
import { zeroAddressId } from '../../values/zero-address.ts'
import type { Read, Write } from '../calls.ts'

export const holders: Read<'holders'> = (db, { token, limit }) =>
  db
    .arrays<[wallet: number, raw: unknown, verified: number]>(holdersQuery(addressId(db, token), limit))
    .map(([wallet, raw, verified]) => ({ address: db.addresses.text(wallet), raw: decodeAmount(raw), verified: verified === 1 }))

export const balances: Read<'balances'> = (db, token) => {
  const rows = db.arrays<[wallet: number, raw: unknown]>(balancesQuery(addressId(db, token)))
  return sortEqualsByAddress(rows.map(([wallet, raw]): Balance => ({ address: db.addresses.text(wallet), raw: decodeAmount(raw) })))
}

/** Selects only columns of the index by size, so no row is looked up. */
export function balancesQuery(tokenId: number | null): Query {
  return sql`SELECT wallet, raw FROM balance INDEXED BY balance_by_size WHERE token = ${tokenId} ORDER BY raw DESC`
}

/** Sorts equal balances by address, in place, because few balances are equal. @param found largest first */
function sortEqualsByAddress(found: Balance[]): Balance[] {
  for (let start = 0, end = 1; start < found.length; start = end++) {
    while (end < found.length && found[end]?.raw === found[start]?.raw) end++
    if (end - start === 1) continue
    const equals = found.slice(start, end).sort((x, y) => (x.address < y.address ? -1 : 1))
    found.splice(start, equals.length, ...equals)
  }
  return found
}

/** Only balances above zero have rows, and stored amounts sort by value (amounts.ts). */
export function holdersQuery(tokenId: number | null, limit: number | null): Query {
  return sql`
    SELECT wallet, raw, verified FROM balance INDEXED BY balance_by_size CROSS JOIN address ON address.id = wallet
    WHERE token = ${tokenId} ORDER BY raw DESC, address.text LIMIT ${limit ?? NO_LIMIT}`
}

export const saveBalances: Write<'saveBalances'> = (db, { token, rows, replaceAll }) => {
  const tokenId = db.intern.address(token.network, token.address)
  if (replaceAll) db.run(sql`DELETE FROM balance WHERE token = ${tokenId}`)
  // The last one of an address counts.
  const last = new Map(rows.map((row) => [row.address, row]))
  setBalances(db, tokenId, [...last.values()], ({ address }) => db.intern.address(token.network, address))
  balancesChanged(db, tokenId)
}

/**
 * Replaces all balances of a token with the sums of its stored transfers. A wallet with a sum below zero received tokens without transfers, and one
 * with a sum above uint256 received some that do not exist; their balances are unknown, and they get no rows.
 */
export const replayBalances: Write<'replayBalances'> = (db, { token, block }) => {
  const tokenId = db.intern.address(token.network, token.address)
  const sums = sumTransfers(db, token, block)
  db.run(sql`DELETE FROM balance WHERE token = ${tokenId}`)
  const held = [...sums].flatMap(([wallet, raw]) => (isHeld({ raw }) ? [{ wallet, raw, verified: false }] : []))
  setBalances(db, tokenId, held, ({ wallet }) => wallet)
  const impossible = [...sums].flatMap(([wallet, raw]) => (isAmount(raw) ? [] : [{ address: db.addresses.text(wallet), raw }]))
  return {
    holders: balancesChanged(db, tokenId),
    impossible: impossible.sort((x, y) => (x.raw === y.raw ? (x.address < y.address ? -1 : 1) : size(x.raw) > size(y.raw) ? -1 : 1)),
  }
}

const size = (raw: bigint): bigint => (raw < 0n ? -raw : raw)

export const transferOwners: Read<'transferOwners'> = (db, { token, limit }) => {
  const sums = sumTransfers(db, token, Number.MAX_SAFE_INTEGER)
  const largestFirst = [...sums].sort(([one, a], [other, b]) => (a === b ? one - other : a < b ? 1 : -1))
  return largestFirst.slice(0, limit).map(([wallet]) => db.addresses.text(wallet))
}

/**
 * Adds changes to stored balances. A wallet without a row has a balance of zero if all holders are known, and an unknown one if only the largest are
 * (`onlyKnown`). An impossible sum is also unknown and gets no row.
 *
 * @returns whether all sums are possible
 */
export function moveBalances(db: WriteDb, token: TokenKey, deltas: ReadonlyMap<Address, bigint>, { onlyKnown }: { onlyKnown: boolean }): boolean {
  if (deltas.size === 0) return true
  const tokenId = db.intern.address(token.network, token.address)
  db.intern.ahead(() => void deltas.forEach((_, address) => db.intern.address(token.network, address)))
  const wallets = new Map([...deltas].map(([address, delta]) => [db.intern.address(token.network, address), delta]))
  const stored = db.arrays<[wallet: number, raw: StoredAmount]>(
    sql`SELECT wallet, raw FROM balance WHERE token = ${tokenId} AND wallet IN ${idList([...wallets.keys()])}`,
  )
  const before = new Map(stored.map(([wallet, raw]) => [wallet, decodeAmount(raw)]))
  const moved = [...wallets].flatMap(([wallet, delta]) => {
    const held = before.get(wallet)
    if (delta === 0n || (held === undefined && onlyKnown)) return []
    return [{ wallet, raw: (held ?? 0n) + delta, verified: false }]
  })
  setBalances(db, tokenId, moved, ({ wallet }) => wallet)
  balancesChanged(db, tokenId)
  return moved.every(({ raw }) => isAmount(raw))
}

/** The sum of each wallet up to a block, without the zero address of mints and burns. */
function sumTransfers(db: ReadDb, token: TokenKey, block: number): Map<number, bigint> {
  const sums = new Map<number, bigint>()
  const rows = db.each<[source: number, target: number, raw: unknown]>(
    sql`SELECT source, target, raw FROM transfer WHERE token = ${addressId(db, token)} AND block <= ${block}`,
  )
  for (const [source, target, stored] of rows) {
    const raw = decodeAmount(stored)
    sums.set(source, (sums.get(source) ?? 0n) - raw)
    sums.set(target, (sums.get(target) ?? 0n) + raw)
  }
  const zero = zeroAddressId(db, token.network)
  if (zero !== null) sums.delete(zero)
  return sums
}

/** Only balances above zero have rows. An impossible one is unknown. */
const isHeld = ({ raw }: { readonly raw: bigint }): boolean => raw > 0n && isAmount(raw)

function setBalances<Row extends Pick<Holding, 'raw' | 'verified'>>(
  db: WriteDb,
  tokenId: number,
  rows: readonly Row[],
  walletOf: (row: Row) => number,
): void {
  db.runAll(
    'DELETE FROM balance WHERE token = ? AND wallet = ?',
    rows.filter((row) => !isHeld(row)),
    (row) => [tokenId, walletOf(row)],
  )
  db.runAll('INSERT OR REPLACE INTO balance (token, wallet, raw, verified) VALUES (?, ?, ?, ?)', rows.filter(isHeld), (row) => [
    tokenId,
    walletOf(row),
    encodeAmount(row.raw),
    row.verified ? 1 : 0,
  ])
}

function balancesChanged(db: WriteDb, tokenId: number): number {
  const known = db.get<{ n: number }>(sql`SELECT count(*) AS n FROM balance WHERE token = ${tokenId}`)?.n ?? 0
  db.run(sql`UPDATE token SET holders_known = ${known} WHERE id = ${tokenId}`)
  bumpToken(db, tokenId)
  return known
}
