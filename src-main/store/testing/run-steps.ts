import { readFileSync, rmSync } from 'node:fs'
import Database, { type Statement } from 'better-sqlite3'
import { openWriter } from '../connection/database.ts'
import type { WriteDb } from '../connection/handle.ts'
import { ID_SETTING } from '../pages/check-pages.ts'
import { read, writeByName } from '../dispatch.ts'
import { STEPS } from './write-story.ts'

/**
 * Name of the setting with the number of completed steps. It is saved in the transaction of each step, so that a run continues exactly where a kill
 * ended it.
 */
const DONE = 'steps done'

/**
 * Runs the remaining steps of the story on a file. `beforeStatement` is called with the number of each statement that writes, counted from 1.
 * The first ones belong to opening the file: its tables and migrations.
 */
export function runSteps(path: string, beforeStatement: (n: number) => void = () => undefined): void {
  const stopCounting = countStatements(beforeStatement)
  try {
    const { db, close } = openWriter(path)
    try {
      for (let step = Number(read(db, 'setting', DONE) ?? 0); step < STEPS.length; step++) runStep(db, step)
    } finally {
      close()
    }
  } finally {
    stopCounting()
  }
}

function runStep(db: WriteDb, step: number): void {
  const [name, ...args] = STEPS[step] ?? []
  if (name === undefined) return
  db.atomic(() => {
    writeByName(db, name, args)
    writeByName(db, 'saveSetting', [{ name: DONE, value: String(step + 1) }])
  })
}

/** Counts in the driver, below all code of the store. */
function countStatements(before: (n: number) => void): () => void {
  const sample = new Database(':memory:')
  const statement = Object.getPrototypeOf(sample.prepare('SELECT 1')) as Statement
  const database = Object.getPrototypeOf(sample) as Database.Database
  sample.close()
  const { run } = statement
  const { exec } = database
  let n = 0
  statement.run = function (this: Statement, ...params: unknown[]) {
    before(++n)
    return run.apply(this, params)
  }
  database.exec = function (this: Database.Database, text) {
    before(++n)
    return exec.call(this, text)
  }
  return () => {
    statement.run = run
    database.exec = exec
  }
}

/**
 * The bytes of a rewritten copy, which has no gaps, so they depend only on the content. Excludes the random id of the page sums, the planner's
 * statistics and the times of deletions.
 */
export function contentOf(path: string): Buffer {
  const copy = `${path}-copy`
  const database = new Database(path)
  try {
    database.prepare('DELETE FROM setting WHERE name = ?').run(ID_SETTING)
    database.exec('DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4; UPDATE deletion SET at = 0')
    database.prepare('VACUUM INTO ?').run(copy)
    return readFileSync(copy)
  } finally {
    database.close()
    rmSync(copy, { force: true })
  }
}
