import { existsSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseCommand } from '../../../src-shared/domain/cases/case.ts'
import type { Engine } from '../../engine/interface.ts'
import { silentLogger } from '../../lib/logger.ts'
import { storyEngine } from '../../server/testing/engine.ts'
import { seedStory, SOL, STORY_NOW_MS } from '../../server/testing/story.ts'
import { openStore } from '../../store/client.ts'
import { missingPostgres, startPostgres } from '../../../e2e/fixtures/postgres.ts'
import type { Store } from '../../store/interface.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { StoreLocation } from '../../store/location.ts'
import { hashRows, rootHash } from '../../store/case-file/hash-rows.ts'
import { columnsOf, hashedTables } from '../../store/case-file/tables.ts'
import { verifyFile } from '../../store/case-file/verify-file.ts'
import { exportCase, importCaseFile, verifyCaseFile, type CaseFileSources } from './case-files.ts'
import { readSavedFile } from './saved-file.ts'

const IS_FULL = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all'
/** How many bytes of a case file are changed, one at a time. */
const BYTES = IS_FULL ? 100 : 25
const ID = '5b0cf7f2-4f5e-4c4b-8a53-3a0f6a1f5b11'
const folder = mkdtempSync(join(tmpdir(), 'holderscope-case-file-'))
const file = join(folder, 'story.holderscope')
const TAG = { kind: 'service', effect: 'none', note: null, source: null, confidence: 0.5 } as const
const GRAPH = { network: 'sol', token_address: SOL.token.address } as const
const VIEW = {
  name: 'Start',
  search: '?cluster=1',
  camera: null,
  layout: 'bubbles',
  filters: ['pool'],
  hidden: ['a'],
  grouped: [],
  pinned: [],
  thresholds: {},
}
const open: { store: Store; engine: Engine }[] = []
let one: CaseFileSources

async function machine(name: string, location?: StoreLocation): Promise<CaseFileSources> {
  const dataDir = join(folder, name)
  const store = await (location === undefined ? openTestStore(join(dataDir, 'store.db')) : openStore({ location, logger: silentLogger }))
  const clock = { now: () => STORY_NOW_MS }
  const engine = await storyEngine(store, clock)
  open.push({ store, engine })
  return { store, engine, clock, logger: silentLogger, dataDir }
}

beforeAll(async () => {
  one = await machine('one')
  await seedStory(one.store)
  await one.engine.takeSnapshot(SOL.token)
  let { revision } = await one.store.write.createCase({ id: ID, name: 'Who holds it', at: 10 })
  const commands: CaseCommand[] = [
    { op: 'add_item', kind: 'token', ...SOL.token },
    { op: 'add_note', target: { kind: 'wallet', network: 'sol', address: SOL.creator }, text: 'The creator' },
    {
      op: 'add_note',
      target: { kind: 'trade', network: 'sol', token_address: SOL.token.address, transaction: 'tx1', leg: 0 },
      text: 'The first buy',
    },
    { op: 'add_finding', text: 'It is known', evidence: [{ kind: 'transaction', network: 'sol', transaction: 'tx1' }] },
    { op: 'set_tags', tags: [{ network: 'sol', address: SOL.pool, name: 'Desk', ...TAG }] },
    { op: 'add_entity', rule: 'not_same', name: null, wallets: SOL.buyers.slice(0, 2).map((address) => ({ network: 'sol' as const, address })) },
    { op: 'change_graph', ...GRAPH, hide: ['a'], group: ['b'], pin: [{ node: 'c', x: 0.5, y: -1, from: { x: 0, y: 0 } }] },
    { op: 'set_thresholds', thresholds: { 'cluster.accept': 0.9 } },
    { op: 'save_view', ...GRAPH, ...VIEW },
    { op: 'rename', name: 'Who holds the story' },
  ]
  for (const command of commands) ({ revision } = await one.store.write.changeCase({ id: ID, revision, command, at: 20 }))
  await one.store.write.moveCase({ id: ID, revision, to: 'undo', at: 30 })
  await exportCase(one, { id: ID, target: file, seal: true })
})
afterAll(async () => {
  for (const { store, engine } of open) {
    await engine.close()
    await store.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Copies the file and changes the copy through SQLite. */
function tampered(name: string, change: (database: Database.Database) => void): string {
  const copy = join(folder, `${name}.holderscope`)
  copyFileSync(file, copy)
  const database = new Database(copy)
  database.unsafeMode(true)
  database.pragma('foreign_keys = OFF')
  change(database)
  database.close()
  return copy
}

function attempt(path: string): ReturnType<typeof verifyFile> | Error {
  try {
    return verifyFile(path)
  } catch (error) {
    return error as Error
  }
}

const rowsOf = (path: string): unknown[] => {
  const database = new Database(path, { readonly: true })
  const rows = database.prepare('SELECT name, sha256 FROM manifest_record ORDER BY name').all()
  database.close()
  return rows
}

describe('a case file', () => {
  it('has every hash, the seal of this machine, and figures that follow from its facts to the byte', async () => {
    const report = await verifyCaseFile(one, file)
    expect(report).toMatchObject({
      intact: true,
      altered: [],
      seal: { holds: true, own: true },
      record: { name: 'Who holds it', redo: expect.any(String) },
    })
    expect(report.tokens).toEqual([{ network: 'sol', token_address: SOL.token.address, differs: [] }])
    expect(await readSavedFile(one.store, ID)).toEqual({ root: report.root, made_at: report.made_at, revision: report.record.revision })
    expect(statSync(join(one.dataDir, 'seal.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is exported elsewhere exactly as it was imported', async () => {
    await expectSameElsewhere(await machine('elsewhere'))
  })

  if (IS_FULL) {
    it.skipIf(missingPostgres !== null)(
      `is exported from PostgreSQL exactly as it was imported there${missingPostgres === null ? '' : ` (${missingPostgres})`}`,
      async ({ onTestFinished }) => {
        const server = await startPostgres()
        const team = await machine('team', { postgres: server.url() })
        onTestFinished(async () => {
          open.pop()
          await team.engine.close()
          await team.store.close()
          await server.remove()
        })
        await expectSameElsewhere(team)
      },
    )
  }

  async function expectSameElsewhere(elsewhere: CaseFileSources): Promise<void> {
    const imported = await importCaseFile(elsewhere, file)
    expect(imported).toMatchObject({ id: ID, kept: [], report: { intact: true, seal: { holds: true, own: false } } })
    expect(await readSavedFile(elsewhere.store, ID)).toEqual(await readSavedFile(one.store, ID))
    const again = join(elsewhere.dataDir, 'again.holderscope')
    await exportCase(elsewhere, { id: ID, target: again, seal: false })
    expect(rowsOf(again)).toEqual(rowsOf(file))
    expect(await elsewhere.store.read.caseRecord(ID)).toEqual(await one.store.read.caseRecord(ID))
    expect(await elsewhere.store.read.caseHistory({ id: ID, before: null, limit: 99 })).toEqual(
      await one.store.read.caseHistory({ id: ID, before: null, limit: 99 }),
    )
    const record = async ({ engine }: CaseFileSources): Promise<string | undefined> => (await engine.record(SOL.token, 'localClusters'))?.etag
    expect(await record(elsewhere)).toBe(await record(one))
    const params = { network: 'sol', tokens: [SOL.token.address], offset: 0, limit: 10 } as const
    const inCommon = async ({ engine }: CaseFileSources): Promise<unknown> => (await engine.across('inCommon', params)).tokens
    expect(await inCommon(one)).toMatchObject([{ counted: { current_rules: true } }])
    expect(await inCommon(elsewhere)).toEqual(await inCommon(one))
    expect((await verifyCaseFile(elsewhere, again)).seal).toBeNull()
  }

  it('has the facts of a token that only a note on one of its trades names', async () => {
    const id = 'c3a6a1d2-7a52-4f0c-a0c7-6d8c7b1d1f02'
    const { revision } = await one.store.write.createCase({ id, name: null, at: 10 })
    const target = { kind: 'trade', network: 'sol', token_address: SOL.token.address, transaction: 'tx1', leg: 0 } as const
    await one.store.write.changeCase({ id, revision, command: { op: 'add_note', target, text: 'Bought first' }, at: 20 })
    const noted = join(folder, 'noted.holderscope')
    await exportCase(one, { id, target: noted, seal: false })
    expect((await verifyCaseFile(one, noted)).tokens).toEqual([{ network: 'sol', token_address: SOL.token.address, differs: [] }])
  })

  it('is imported a second time as another case, and replaces no fact that is stored', async () => {
    const before = await one.engine.record(SOL.token, 'localHolders')
    const imported = await importCaseFile(one, file)
    expect(imported.id).not.toBe(ID)
    expect(imported).toMatchObject({ added: [], kept: [SOL.token] })
    expect((await one.engine.record(SOL.token, 'localHolders'))?.etag).toBe(before?.etag)
    expect(await one.store.read.caseRecord(imported.id)).toMatchObject({
      name: 'Who holds it',
      notes: [{ text: 'The creator' }, { text: 'The first buy', target: { kind: 'trade', leg: 0 } }],
    })
  })

  it.each([
    ['case_note 1', `UPDATE case_note SET text = 'Somebody else'`],
    ['trade 1–', `UPDATE trade SET raw_in = raw_in + 1`],
    ['balance 1–', `DELETE FROM balance WHERE wallet = (SELECT min(wallet) FROM balance)`],
    ['case_step 1', `UPDATE case_step SET at = 11 WHERE step = 0`],
    ['case_graph_node ', `UPDATE case_graph_node SET node = 'z' WHERE node = 'a'`],
    ['case_pin 1', `UPDATE case_pin SET x = 7`],
    ['case_threshold 1', `UPDATE case_threshold SET value = 0.1`],
    ['case_view 1', `UPDATE case_view SET name = 'End'`],
    ['case_tag 1', `UPDATE case_tag SET effect = 'hub'`],
    ['case_entity 1', `UPDATE case_entity SET rule = 'owner_said'`],
    ['file_rules 1', `UPDATE file_rules SET json = replace(json, '0.', '1.')`],
  ])('names the altered record: %s', async (name, change) => {
    const copy = tampered('altered', (database) => database.exec(change))
    const report = verifyFile(copy)
    expect(report).toMatchObject({ rootHolds: false, seal: { holds: false } })
    expect(report.altered.some((each) => each.startsWith(name))).toBe(true)
  })

  it('does not hold the seal where altered rows have their hashes made anew', async () => {
    const copy = tampered('rehashed', (database) => {
      database.exec(`UPDATE case_note SET text = 'Somebody else'`)
      const { case_id: caseId, made_at: madeAt } = database.prepare('SELECT * FROM manifest').get() as { case_id: string; made_at: number }
      const records = [...hashRows(database)]
      for (const { name, sha256 } of records) database.prepare('UPDATE manifest_record SET sha256 = ? WHERE name = ?').run(sha256, name)
      database.prepare('UPDATE manifest SET root = ?').run(rootHash({ caseId, madeAt }, records))
    })
    expect(await verifyCaseFile(one, copy)).toMatchObject({ intact: true, seal: { holds: false } })
    await expect(importCaseFile(one, copy)).rejects.toThrow('The seal of the case file is not valid')
  })

  it.each([
    ['a trigger', 'CREATE TRIGGER bad AFTER INSERT ON case_note BEGIN DELETE FROM case_file; END'],
    ['a view', 'CREATE VIEW bad AS SELECT load_extension(1)'],
    ['a table', 'CREATE TABLE padding (x)'],
    ['a virtual table', 'CREATE VIRTUAL TABLE bad USING fts5(text)'],
    ['an index over an expression', `CREATE INDEX bad ON case_note (hex(text))`],
  ])('is refused with %s', (_what, change) => {
    expect(() => verifyFile(tampered('schema', (database) => database.exec(change)))).toThrow('The case file has an unexpected part')
  })

  it.each([
    ['a string where a number belongs', `UPDATE balance SET raw = 'many'`],
    ['a blob that is no amount', `UPDATE trade SET raw_in = zeroblob(4096)`],
    ['a huge value', `UPDATE token SET name = CAST(zeroblob(68000000) AS TEXT)`],
    ['decimals that no token has', `UPDATE token SET decimals = 300000000`],
    ['a time after the year 9999', `UPDATE trade SET time = 9000000000000000`],
    ['a blob as an address of a note', `UPDATE trade SET block = x'00ff'; UPDATE token SET name = x'00'`],
  ])('is refused with %s', async (_what, change) => {
    expect(() => verifyFile(tampered('types', (database) => database.exec(change)))).toThrow(/wrong type or size|damaged/)
  })

  it('is refused with a snapshot that unpacks to something else, and with a case that the contract does not allow', async () => {
    const snapshot = tampered('snapshot', (database) => database.exec(`UPDATE snapshot SET sha256 = '00'`))
    expect(() => verifyFile(snapshot)).toThrow('The case file has a snapshot that is not as it was stored.')
    const target = tampered('target', (database) => database.exec(`UPDATE case_note SET target = '{"kind":"planet"}'`))
    expect(() => verifyFile(target)).toThrow('The case in the file is not valid')
    const leg = tampered('leg', (database) =>
      database.exec(`UPDATE case_note SET target = json_set(target, '$.leg', -1) WHERE target ->> 'kind' = 'trade'`),
    )
    expect(() => verifyFile(leg)).toThrow('The case in the file is not valid')
    const two = tampered('two', (database) =>
      database.exec(`INSERT INTO case_file (id, created_at, changed_at, revision, step) VALUES ('b', 1, 1, 0, 0)`),
    )
    expect(() => verifyFile(two)).toThrow('exactly one case')
  })

  it.each([
    ['a view', `UPDATE case_view SET content = json_set(content, '$.hidden', 7)`],
    ['a view without JSON', `UPDATE case_view SET content = '{'`],
    ['a pin at no place', `UPDATE case_pin SET x = 9e999`],
    ['a threshold beyond numbers', `UPDATE case_threshold SET value = -9e999`],
    ['a kind of tag', `UPDATE case_tag SET kind = 'planet'`],
    ['a rule of an entity', `UPDATE case_entity SET rule = 'planet'`],
  ])('is refused with %s that the contract does not have', (_what, change) => {
    expect(() => verifyFile(tampered('contract', (database) => database.exec(change)))).toThrow('The case in the file is not valid')
  })

  it('is refused or named as altered with a blob in any of its tables', () => {
    const source = new Database(file, { readonly: true })
    const tables = hashedTables(source)
    source.close()
    let tried = 0
    for (const table of tables) {
      let changed = 0
      const copy = tampered('blob', (database) => {
        for (const { name } of columnsOf(database, table)) {
          // SQLite itself refuses other types in strict tables and row ids.
          try {
            changed += database.prepare(`UPDATE OR IGNORE ${table} SET "${name}" = x'00ff'`).run().changes
          } catch (error) {
            expect(error, table).toMatchObject({ code: expect.stringMatching(/SQLITE_CONSTRAINT_DATATYPE|SQLITE_MISMATCH/) as string })
          }
        }
      })
      const report = changed === 0 ? null : attempt(copy)
      tried += report === null ? 0 : 1
      expect(report === null || report instanceof Error || report.altered.length > 0, table).toBe(true)
    }
    expect(tried).toBeGreaterThan(3)
  })

  it('is refused where it is no case file, and opens no other file that it may name', async () => {
    const text = join(folder, 'text.holderscope')
    writeFileSync(text, 'ATTACH "/etc/passwd" AS x')
    expect(() => verifyFile(text)).toThrow('The file is not a case file')
    await expect(verifyCaseFile(one, text)).rejects.toThrow('The file is not a case file')
    expect(() => verifyFile(join(one.dataDir, 'store.db'))).toThrow('The file is not a case file')

    const other = join(folder, 'other.db')
    for (const sql of [
      `CREATE VIEW case_tag AS SELECT * FROM "${other}".secret`,
      `CREATE TRIGGER t AFTER UPDATE ON case_note BEGIN ATTACH '${other}' AS x; END`,
    ]) {
      const copy = tampered('attach', (database) => {
        database.pragma('writable_schema = ON')
        const [, type = '', name = ''] = /^CREATE (\w+) (\w+)/.exec(sql) ?? []
        database.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, 0, ?)').run(type.toLowerCase(), name, 'case_note', sql)
      })
      expect(() => verifyFile(copy)).toThrow(/has an unexpected part|is not a case file, or it is damaged/)
    }
    const named = tampered('named', (database) => database.exec(`UPDATE case_file SET name = 'file:${other}?mode=rwc'`))
    expect(verifyFile(named)).toMatchObject({ rootHolds: false, seal: { holds: false } })
    expect(existsSync(other)).toBe(false)
  })

  it('is refused, named as altered or unchanged in all that is read, whichever byte changes', async () => {
    const whole = readFileSync(file)
    const copy = join(folder, 'byte.holderscope')
    const sound = verifyFile(file)
    for (let round = 1; round <= BYTES; round++) {
      const bytes = Buffer.from(whole)
      const at = Math.floor((whole.length * round) / (BYTES + 1))
      bytes[at] = (bytes[at] ?? 0) ^ 0x5a
      writeFileSync(copy, bytes)
      const report = attempt(copy)
      if (report instanceof Error) expect(report).toMatchObject({ name: 'AppError', code: 'validation_error' })
      else if (report.altered.length === 0 && report.seal?.holds === true) expect(report).toEqual(sound)
    }
  })
})
