import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { isAmount } from '../../../../src-shared/domain/amount.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { countOf } from '../../../../src-shared/domain/shown.ts'
import { IMPORTED_TOKEN, type TokenInfo } from '../../../../src-shared/domain/token.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { ListedTransfers } from '../../stored.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { zeroAddressId } from '../../values/zero-address.ts'
import { keepBeforeImport } from '../deletions/imported-rows.ts'
import { saveToken, token as storedToken } from '../tokens/tokens.ts'
import { replayBalances } from './balances.ts'
import { FIRST_LISTED_EVENT, firstEventAfter } from './listed-events.ts'
import { saveTransfers } from './transfers.ts'
import type { Write } from '../calls.ts'

/** Block of transfers from files that name no blocks, as from some explorers (listed-events.ts). They are ordered by time. */
const NO_BLOCK = 0

const SUMMED = 'Balances and the total supply are the sums of'

/**
 * Adds rows that no other file or read has stored. If the stored transfers begin with the first mint and leave no wallet below zero, their sums
 * become the balances of a token that has no other balances.
 *
 * @throws AppError `conflict` if some transfers of the token have blocks and others do not
 */
export const saveListedTransfers: Write<'saveListedTransfers'> = (db, { token, name, sha256, decimals, rows }) => {
  const id = db.intern.address(token.network, token.address)
  refuseMixed(db, id, rows)
  const fresh = newRows(db, id, rows)
  if (fresh.length === 0) return { added: 0, holders: null }
  const newest = db.get<{ event: number | null }>(
    sql`SELECT max(event) AS event FROM transfer WHERE token = ${id} AND event >= ${FIRST_LISTED_EVENT}`,
  )
  const firstEvent = firstEventAfter(newest?.event ?? null)
  saveTransfers(db, { token, rows: withEventNumbers(token, fresh, firstEvent), covers: null })
  const stored = storedToken(db, token)
  const sums = stored === null || stored.notes.some((note) => note.startsWith(SUMMED)) ? sumFromBirth(db, token, id) : null
  const takenAt = sums?.until ?? fresh.reduce((last, { time }) => Math.max(last, time), 0)
  keepBeforeImport(db, { token, name, sha256, list: '', labelled: [], accounts: [], takenAt, hasFacts: sums !== null, place: firstEvent })
  if (sums === null) return { added: fresh.length, holders: null }
  saveToken(db, toTokenInfo(token, decimals, sums))
  return { added: fresh.length, holders: replayBalances(db, { token, block: Number.MAX_SAFE_INTEGER }).holders }
}

function refuseMixed(db: ReadDb, id: number, [first]: ListedTransfers['rows']): void {
  const has = (condition: Query): boolean => db.get(sql`SELECT 1 FROM ${condition} LIMIT 1`) !== undefined
  if (first?.block !== null && has(sql`transfer WHERE token = ${id} AND block = ${NO_BLOCK} AND event >= ${FIRST_LISTED_EVENT}`))
    throw new AppError('conflict', {
      message: 'Transfers of this token without block numbers are stored. Take that import back before you import these.',
    })
  if (
    first?.block === null &&
    (has(sql`transfer WHERE token = ${id} AND block > ${NO_BLOCK}`) || has(sql`trade WHERE token_in = ${id} OR token_out = ${id}`))
  )
    throw new AppError('conflict', {
      message: 'The stored facts of this token are ordered by block, and no column of block numbers is named. Name it: --map …,block=Blockno.',
    })
}

/** Excludes known rows. Two files may overlap, and a transaction may repeat the same transfer. Transactions read from a chain are complete. */
function newRows(db: WriteDb, id: number, rows: ListedTransfers['rows']): ListedTransfers['rows'] {
  const known = new Map<string, number>()
  const complete = new Set<string>()
  const stored = db.each<[tx: string, event: number, source: number, target: number, raw: unknown]>(
    sql`SELECT tx.text, event, source, target, raw FROM transfer CROSS JOIN tx ON tx.id = transfer.tx WHERE token = ${id}`,
  )
  for (const [tx, event, source, target, raw] of stored) {
    if (event < FIRST_LISTED_EVENT) complete.add(tx)
    const key = `${tx} ${db.addresses.text(source)} ${db.addresses.text(target)} ${decodeAmount(raw)}`
    known.set(key, (known.get(key) ?? 0) + 1)
  }
  return rows.filter(({ tx, from, to, raw }) => {
    const key = `${tx} ${from} ${to} ${raw}`
    const left = known.get(key) ?? 0
    known.set(key, left - 1)
    return left <= 0 && !complete.has(tx)
  })
}

function withEventNumbers({ network, address }: TokenKey, rows: ListedTransfers['rows'], firstEvent: number): Transfer[] {
  const ordered = rows.toSorted((x, y) => x.time - y.time)
  return ordered.map(({ block, time, ...row }, index) => ({
    ...row,
    kind: 'transfer',
    network,
    token: address,
    time,
    position: { block: block ?? NO_BLOCK, tx: block === null ? time : FIRST_LISTED_EVENT, event: firstEvent + index },
  }))
}

interface Sums {
  readonly supply: bigint
  readonly count: number
  readonly since: number
  readonly until: number
}

/** Null if the stored transfers do not begin with a mint, if a wallet sent more than it had received, or if more was minted than any token has. */
function sumFromBirth(db: ReadDb, { network }: TokenKey, id: number): Sums | null {
  const zero = zeroAddressId(db, network)
  const rows = db.arrays<[time: number | null, source: number, target: number, raw: unknown]>(
    sql`SELECT time, source, target, raw FROM transfer WHERE token = ${id} ORDER BY time`,
  )
  const balances = new Map<number, bigint>()
  const balanceOf = (wallet: number | null): bigint => balances.get(wallet ?? 0) ?? 0n
  // The order within a second is unknown, so each second is checked as a whole.
  for (const [time, moved] of Map.groupBy(rows, ([at]) => at)) {
    for (const [, source, target, raw] of moved) {
      balances.set(source, balanceOf(source) - decodeAmount(raw))
      balances.set(target, balanceOf(target) + decodeAmount(raw))
    }
    const isShort = moved.some(([, source]) => source !== zero && balanceOf(source) < 0n)
    const supply = -balanceOf(zero)
    if (time === null || isShort || supply === 0n || !isAmount(supply)) return null
  }
  const [since, until] = [rows[0]?.[0], rows.at(-1)?.[0]]
  return since && until ? { supply: -balanceOf(zero), count: rows.length, since, until } : null
}

function toTokenInfo(token: TokenKey, decimals: number, { supply, count, since, until }: Sums): TokenInfo {
  const date = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10)
  return {
    ...IMPORTED_TOKEN,
    ...token,
    name: null,
    symbol: null,
    decimals,
    totalSupply: supply,
    asOf: until,
    notes: [
      `${SUMMED} ${countOf(count, 'imported transfer')} from the first mint (${date(since)}) to ${date(until)}. Transfers that the files lack make them wrong.`,
    ],
  }
}
