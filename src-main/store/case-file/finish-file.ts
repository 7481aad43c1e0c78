import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { SavedCaseFile } from '../../../src-shared/contract/records/case-files.ts'
import { hashRows, rootHash } from './hash-rows.ts'
import { makeSeal, ownKey } from './seal.ts'

export interface Figure {
  readonly network: string
  readonly address: string
  readonly name: string
  readonly json: Uint8Array
}

interface FinishFile {
  /** The written file, which is moved to `target`. */
  readonly file: string
  readonly target: string
  readonly id: string
  readonly madeAt: number
  readonly figures: readonly Figure[]
  /** Path of the owner's key; null leaves the file without a seal. */
  readonly keyFile: string | null
}

/** Adds the figures, the hashes of all records and the seal, syncs the file and renames it. */
export function finishFile({ file, target, id, madeAt, figures, keyFile }: FinishFile): SavedCaseFile {
  const database = new Database(file)
  let saved: SavedCaseFile
  try {
    saved = database.transaction(() => {
      const figure = database.prepare('INSERT INTO file_figure (network, address, name, json) VALUES (?, ?, ?, ?)')
      for (const { network, address, name, json } of figures) figure.run(network, address, name, json)
      const records = [...hashRows(database)]
      const insert = database.prepare('INSERT INTO manifest_record (name, sha256) VALUES (?, ?)')
      for (const { name, sha256 } of records) insert.run(name, sha256)
      const root = rootHash({ caseId: id, madeAt }, records)
      const seal = keyFile === null ? null : makeSeal(ownKey(keyFile), root)
      database
        .prepare('INSERT INTO manifest (case_id, made_at, root, public_key, signature) VALUES (?, ?, ?, ?, ?)')
        .run(id, madeAt, root, seal?.publicKey ?? null, seal?.signature ?? null)
      const revision = database.prepare('SELECT revision FROM case_file').pluck().get() as number
      return { root, made_at: madeAt, revision }
    })()
    database.exec('VACUUM')
  } finally {
    database.close()
  }
  sync(file)
  renameSync(file, target)
  sync(dirname(target))
  return saved
}

/** Windows cannot open a folder to sync it, and does not need to. */
function sync(path: string): void {
  try {
    const opened = openSync(path, 'r')
    fsyncSync(opened)
    closeSync(opened)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}
