import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openWriter } from '../connection/database.ts'
import { tempStore } from './samples.ts'

let bytes: Buffer | null = null

/** Writes the file of a store without rows. Creating the tables again for each store would take most of the time of a small test. */
export function writeEmptyStore(path: string): void {
  bytes ??= createStore()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

function createStore(): Buffer {
  const { path, remove } = tempStore()
  openWriter(path).close()
  const created = readFileSync(path)
  remove()
  return created
}
