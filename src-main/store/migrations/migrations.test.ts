import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { UserFault } from '../../lib/app-error.ts'
import { openWriter } from '../connection/database.ts'
import { tempStore } from '../testing/samples.ts'
import { MIGRATIONS } from './index.ts'
import { migrate } from './migrate.ts'

const formOf = (database: Database.Database) => database.pragma('user_version', { simple: true })
/** Tables, indexes and their columns. */
const schemaOf = (database: Database.Database) => database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').pluck().all()
const namesOf = (database: Database.Database) =>
  database.prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").pluck().all()

describe('the list of migrations', () => {
  it('numbers them by their place', () => expect(MIGRATIONS.map((m) => m.version)).toEqual(MIGRATIONS.map((_, i) => i + 1)))
  it('says why of each', () => expect(MIGRATIONS.every((m) => m.why.endsWith('.'))).toBe(true))
})

describe.each(MIGRATIONS)('migration $version', ({ version }) => {
  it('applies on the one before, and again changes nothing', () => {
    const database = new Database(':memory:')
    migrate(database, MIGRATIONS.slice(0, version - 1))
    const before = schemaOf(database)
    migrate(database, MIGRATIONS.slice(0, version))
    expect(formOf(database)).toBe(version)
    const after = schemaOf(database)
    expect(after).not.toEqual(before)
    migrate(database, MIGRATIONS.slice(0, version))
    expect(schemaOf(database)).toEqual(after)
  })
})

it('migration 46 keeps the order in which rules were listed', () => {
  const database = new Database(':memory:')
  migrate(database, MIGRATIONS.slice(0, 45))
  const insert = database.prepare(`INSERT INTO watch_rule (id, created_at, json) VALUES (?, ?, '{}')`)
  for (const [id, at] of [
    ['c', 2],
    ['a', 1],
    ['b', 2],
  ])
    insert.run(id, at)
  const listed = database.prepare('SELECT id FROM watch_rule ORDER BY created_at DESC, id').pluck().all()
  migrate(database)
  expect(database.prepare('SELECT id FROM watch_rule ORDER BY number DESC').pluck().all()).toEqual(listed)
})

describe('migrate', () => {
  it('leaves no half step behind when one fails', () => {
    const database = new Database(':memory:')
    const broken = { version: 2, why: 'x', up: (db: Database.Database) => db.exec('CREATE TABLE half (a); CREATE TABLE half (a)') }
    expect(() => migrate(database, [MIGRATIONS[0] ?? broken, broken])).toThrow('already exists')
    expect(formOf(database)).toBe(1)
    expect(namesOf(database)).not.toContain('half')
  })

  it('refuses a file of a newer version in one sentence and leaves it as it is', () => {
    const temp = tempStore()
    const newer = new Database(temp.path)
    newer.pragma('user_version = 999')
    newer.close()
    expect(() => openWriter(temp.path)).toThrow(UserFault)
    expect(() => openWriter(temp.path)).toThrow(
      `The database was made by a newer version of Holderscope (form 999, this version knows ${MIGRATIONS.length}): update the app to open it.`,
    )
    const again = new Database(temp.path)
    expect(formOf(again)).toBe(999)
    again.close()
    temp.remove()
  })
})
