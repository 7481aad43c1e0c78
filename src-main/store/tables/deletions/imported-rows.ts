import type { Deletion } from '../../../../src-shared/contract/records/deletions.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { idList, sql, type Query } from '../../connection/sql.ts'
import type { KeepBeforeImport } from '../../stored.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { labelsChanged } from '../wallets/labels.ts'
import { settleToken } from '../tokens/delete-token.ts'
import { ofFile } from '../transfers/listed-events.ts'
import { deleteAnswers, restoreAnswers, type KeptAnswers } from './answer-rows.ts'
import { finishDeletion, startDeletion } from './deletion-records.ts'
import { deleteRows, keepRows, restoreRows, type RestorableTable } from './restorable-rows.ts'
import type { Write } from '../calls.ts'

/**
 * Rows that a file of holders or a snapshot replaced are kept with the import, so that it can be undone completely: the token with its balances and
 * recorded links, labels, account kinds, and the snapshot taken of the token.
 */

/** Tables of a token that an import replaces. */
const OWN_TABLES = ['token', 'balance', 'recorded_link', 'recorded_degree'] as const satisfies readonly RestorableTable[]

interface Kept extends Omit<KeepBeforeImport, 'token' | 'name' | 'sha256'> {
  /** Whether a snapshot of that time was stored before. */
  readonly hadSnapshot: boolean
  /** Times of snapshots from earlier imports of the same file with other columns. */
  readonly earlier?: readonly number[]
  /** For node answers. Replaces all other fields. */
  readonly answers?: KeptAnswers
}

export const keepBeforeImport: Write<'keepBeforeImport'> = (db, { token, name, sha256, ...file }) => {
  const id = db.intern.address(token.network, token.address)
  const before = file.hasFacts && file.place === undefined ? keptBefore(db, sha256) : undefined
  const same = before !== undefined && isInForce(db, before, id) ? before : undefined
  const deletion = same?.id ?? startDeletion(db, { kind: 'before_import', token, name, part: sha256 })
  const hadSnapshot = db.get(sql`SELECT 1 FROM snapshot WHERE token = ${id} AND timestamp = ${file.takenAt}`) !== undefined
  const known = new Set(db.arrays<[string]>(accountsQuery(token, file.accounts)).map(([address]) => address))
  const kept: Kept = { ...file, accounts: file.accounts.filter((address) => !known.has(address)), hadSnapshot }
  // The rows from before the file stay kept when the file is imported again.
  const detail = same === undefined ? kept : joined(same.kept, kept)
  db.run(sql`UPDATE deletion SET detail = ${JSON.stringify(detail)} WHERE id = ${deletion}`)
  for (const table of file.hasFacts && same === undefined ? OWN_TABLES : []) keepRows(db, deletion, table, ofToken(table, id))
  const fresh = kept.labelled.filter((address) => same?.kept.labelled.includes(address) !== true)
  keepRows(db, deletion, 'label', ofLabels(token, { ...kept, labelled: fresh }))
}

const joined = (first: Kept, again: Kept): Kept => ({
  ...again,
  labelled: [...new Set([...first.labelled, ...again.labelled])],
  accounts: [...first.accounts, ...again.accounts],
  earlier: broughtSnapshots(first),
})

const broughtSnapshots = ({ hadSnapshot, takenAt, earlier = [] }: Kept): number[] => (hadSnapshot ? [...earlier] : [...earlier, takenAt])

/** Whether the current state of the token came from the file. */
function isInForce(db: ReadDb, before: Before, id: number): boolean {
  if (db.get(sql`SELECT 1 FROM import WHERE sha256 = ${before.sha256}`) === undefined || laterImport(db, before) !== undefined) return false
  const now = stateOf(db, id)
  return now?.origin === 'import' && now.as_of === before.kept.takenAt
}

export const takeBackImport: Write<'takeBackImport'> = (db, { sha256 }) => {
  const before = keptBefore(db, sha256)
  if (before === undefined) {
    throw new AppError('not_found', {
      message: 'This import cannot be taken back: it changed nothing, or the database was compacted since. Delete its token instead.',
    })
  }
  const { token, kept } = before
  if (kept.answers !== undefined) {
    const deletion = startDeletion(db, { kind: 'import', token, name: before.name, part: sha256 })
    return finishDeletion(db, deletion, deleteAnswers(db, { deletion, before: before.id }, sha256, kept.answers))
  }
  const id = db.intern.address(token.network, token.address)
  refuseReplaced(db, before, id)
  const deletion = startDeletion(db, { kind: 'import', token, name: before.name, part: sha256 })
  const rows = deleteBrought(db, deletion, id, before)
  for (const table of [...OWN_TABLES, 'label'] as const) restoreRows(db, table, sql`deletion = ${before.id}`)
  settle(db, id, kept)
  return finishDeletion(db, deletion, rows)
}

/** Restores an import that was undone. */
export function swapImport(db: WriteDb, { id: deletion, part }: Deletion, token: TokenKey): void {
  const before = keptBefore(db, part ?? '')
  if (before?.kept.answers !== undefined) return restoreAnswers(db, { deletion, before: before.id }, before.kept.answers)
  const id = db.intern.address(token.network, token.address)
  if (before === undefined || isReplacedSince(db, before, id)) {
    throw new AppError('conflict', {
      message: 'This token was read or imported again since the import was taken back. Import the file again instead.',
    })
  }
  for (const table of before.kept.hasFacts ? OWN_TABLES : []) deleteRows(db, before.id, table, ofToken(table, id))
  deleteRows(db, before.id, 'label', ofLabels(token, before.kept))
  for (const table of [...OWN_TABLES, 'label', 'account', 'snapshot', 'import', 'transfer'] as const)
    restoreRows(db, table, sql`deletion = ${deletion}`)
  settle(db, id, before.kept)
}

function isReplacedSince(db: ReadDb, before: Before, id: number): boolean {
  const { hasFacts, takenAt, place } = before.kept
  const now = stateOf(db, id)
  if (now !== undefined && (hasFacts || place !== undefined) && (now.origin !== 'import' || (hasFacts && now.as_of > takenAt))) return true
  if (place === undefined) return false
  return laterImport(db, before) !== undefined || db.get(sql`SELECT 1 FROM import WHERE sha256 = ${before.sha256}`) !== undefined
}

interface Before {
  readonly id: number
  readonly name: string | null
  readonly sha256: string
  readonly token: TokenKey
  readonly kept: Kept
}

function keptBefore(db: ReadDb, sha256: string): Before | undefined {
  const row = db.get<{ id: number; name: string | null; network: TokenKey['network']; address: TokenKey['address']; detail: string }>(sql`
    SELECT id, name, network, token_address AS address, detail FROM deletion WHERE kind = 'before_import' AND part = ${sha256} ORDER BY id DESC LIMIT 1`)
  if (row === undefined) return undefined
  const { id, name, network, address, detail } = row
  return { id, name, sha256, token: { network, address }, kept: JSON.parse(detail) as Kept }
}

const stateOf = (db: ReadDb, id: number): { origin: string; as_of: number } | undefined =>
  db.get<{ origin: string; as_of: number }>(sql`SELECT origin, as_of FROM token WHERE id = ${id}`)

/** The newest import into the same token since; imports of snapshots alone do not count. */
const laterImport = (db: ReadDb, { id, token: { network, address } }: Before): { name: string | null } | undefined =>
  db.get<{ name: string | null }>(sql`
    SELECT name FROM deletion WHERE kind = 'before_import' AND id > ${id} AND network = ${network} AND token_address = ${address}
      AND (CAST(detail ->> 'hasFacts' AS TEXT) IN ('1', 'true') OR detail ->> 'place' IS NOT NULL) AND part IN (SELECT sha256 FROM import) ORDER BY id DESC LIMIT 1`)

/** Node answers that replaced transfers of a list. */
const replacingAnswers = (db: ReadDb, listed: Query): { name: string | null } | undefined =>
  db.get<{ name: string | null }>(sql`
    SELECT name FROM deletion WHERE kind = 'before_import' AND part IN (SELECT sha256 FROM import)
      AND id IN (SELECT deletion FROM deleted_transfer WHERE ${listed}) ORDER BY id DESC LIMIT 1`)

function refuseReplaced(db: ReadDb, before: Before, id: number): void {
  const { kept } = before
  if (!kept.hasFacts && kept.place === undefined) return
  const later = laterImport(db, before) ?? (kept.place === undefined ? undefined : replacingAnswers(db, ofFile(id, kept.place)))
  if (later !== undefined) {
    throw new AppError('conflict', {
      message: `The file ${later.name ?? 'imported later'} replaced what this one brought. Take that import back first.`,
    })
  }
  const now = stateOf(db, id)
  const hasState = !kept.hasFacts || (now?.origin === 'import' && now.as_of === kept.takenAt)
  if (!hasState || (kept.place !== undefined && db.get(sql`SELECT 1 FROM transfer WHERE ${ofFile(id, kept.place)} LIMIT 1`) === undefined)) {
    throw new AppError('conflict', {
      message:
        'This token was deleted, or read from a node, since the import, which replaced what the file brought. Delete its snapshot or the token instead.',
    })
  }
}

function deleteBrought(db: WriteDb, deletion: number, id: number, { token, kept }: Before): Partial<Deletion['rows']> {
  const holders = kept.hasFacts ? OWN_TABLES.map((table) => deleteRows(db, deletion, table, ofToken(table, id)))[1] : 0
  deleteRows(db, deletion, 'label', ofLabels(token, kept))
  deleteRows(
    db,
    deletion,
    'account',
    sql`id IN (SELECT id FROM address WHERE network = ${NETWORK_CODE[token.network]} AND text IN ${textsOf(kept.accounts)})`,
  )
  const snapshots = deleteRows(db, deletion, 'snapshot', sql`token = ${id} AND timestamp IN ${idList(broughtSnapshots(kept))}`)
  deleteRows(db, deletion, 'import', sql`sha256 = (SELECT part FROM deletion WHERE id = ${deletion})`)
  const transfers = kept.place === undefined ? 0 : deleteRows(db, deletion, 'transfer', ofFile(id, kept.place))
  return { holders: holders ?? 0, snapshots, transfers }
}

/** Recomputes derived rows. Labels affect the records of all tokens. */
function settle(db: WriteDb, id: number, { labelled }: Kept): void {
  settleToken(db, id)
  if (labelled.length > 0) labelsChanged(db)
}

const ofToken = (table: (typeof OWN_TABLES)[number], id: number): Query => (table === 'token' ? sql`id = ${id}` : sql`token = ${id}`)

const textsOf = (addresses: readonly string[]): Query => sql`(SELECT value FROM json_each(${JSON.stringify(addresses)}))`

const ofLabels = ({ network }: TokenKey, { list, labelled }: Pick<Kept, 'list' | 'labelled'>): Query =>
  sql`network = ${NETWORK_CODE[network]} AND list = ${list} AND address IN ${textsOf(labelled)}`

const accountsQuery = ({ network }: TokenKey, addresses: readonly string[]): Query => sql`
  SELECT a.text FROM address a JOIN account ON account.id = a.id WHERE a.network = ${NETWORK_CODE[network]} AND a.text IN ${textsOf(addresses)}`
