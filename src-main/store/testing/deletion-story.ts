import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { ReadDb, WriteDb } from '../connection/handle.ts'
import { read, write } from '../dispatch.ts'
import type { ListedTransfers } from '../interface.ts'
import { TOKEN, txHash, wallet } from './samples.ts'

/** A round of imports that are undone and restored, and deletions of a token, a snapshot and a case. It ends in its initial state. */

const CASE = 'c'
const NONE = { trades: 0, transfers: 0, holders: 0, snapshots: 0, skipped: 0, notes: [], source: null, licence: null, sample: false }

const rowOf = (n: number): ListedTransfers['rows'][number] => ({
  from: wallet(n === 0 ? 0 : 1),
  to: wallet(n + 1),
  raw: n === 0 ? 10n ** 24n : BigInt(n),
  time: 1_700_000_000 + n,
  tx: txHash(n + 1),
  block: 1_000 + n,
})
const FILES: Readonly<Record<string, ListedTransfers['rows']>> = {
  a: Array.from({ length: 300 }, (_, n) => rowOf(n)),
  b: Array.from({ length: 300 }, (_, n) => rowOf(n + 200)),
}

type Step = (db: WriteDb, token: TokenKey) => void

const list =
  (name: string): Step =>
  (db, token) => {
    write(db, 'saveListedTransfers', { token, name, sha256: name, decimals: 0, rows: FILES[name] ?? [] })
  }
const record =
  (name: string): Step =>
  (db, { network, address }) =>
    write(db, 'saveImport', { ...NONE, kind: 'transfer_list', tokens: [{ network, token_address: address }], sha256: name, name, imported_at: 1 })
const takeBack =
  (name: string): Step =>
  (db) => {
    write(db, 'takeBackImport', { sha256: name })
  }
const restoreLast: Step = (db) => {
  write(db, 'restoreDeletion', read(db, 'deletions')[0]?.id ?? 0)
}
const deleteToken: Step = (db, token) => {
  write(db, 'deleteToken', token)
}
const deleteCase: Step = (db) => {
  const known = read(db, 'caseRecord', CASE) ?? write(db, 'createCase', { id: CASE, name: null, at: 1 })
  write(db, 'deleteCase', { id: CASE, revision: known.revision, at: 2 })
}

const restoreCase: Step = (db) => {
  write(db, 'restoreCase', CASE)
}

export const DELETION_STORY: readonly Step[] = [
  ...[list('a'), record('a'), list('b'), record('b')],
  ...[takeBack('b'), restoreLast, deleteToken, restoreLast],
  ...[deleteCase, restoreCase],
  ...[takeBack('b'), takeBack('a')],
]

/** The stored and restorable state. Deleted rows from earlier rounds are ignored. */
export function storyState(db: ReadDb): string {
  const [last] = read(db, 'deletions')
  return JSON.stringify([
    read(db, 'transfers', { token: TOKEN, limit: null }).length,
    read(db, 'holders', { token: TOKEN, limit: null }).map(({ raw }) => String(raw)),
    read(db, 'token', TOKEN)?.asOf,
    read(db, 'imports', { limit: 9 }).map(({ sha256 }) => sha256),
    last?.kind,
    last?.name,
    last?.rows,
    read(db, 'caseRecord', CASE) !== null,
  ])
}
