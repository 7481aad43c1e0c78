import { expect, it } from 'vitest'
import type { CaseCommand } from '../../../../src-shared/domain/cases/case.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { quoteIdentifier, sql } from '../../connection/sql.ts'
import { read, write } from '../../dispatch.ts'
import { wallet } from '../../testing/samples.ts'
import { withWriter } from '../../testing/test-engine.ts'

const TABLES = ['case_file', 'case_item', 'case_note', 'case_finding', 'case_tag', 'case_entity', 'case_step', 'case_text', 'deleted_case']

function withCases(work: (db: WriteDb) => void): void {
  withWriter((db) => {
    for (const id of ['a', 'b']) {
      write(db, 'createCase', { id, name: `Case ${id}`, at: 1 })
      const tag = {
        network: 'evm',
        address: wallet(1),
        name: 'Desk',
        kind: 'other',
        effect: 'hub',
        note: null,
        source: null,
        confidence: null,
      } as const
      const wallets = [1, 2].map((n) => ({ network: 'evm' as const, address: wallet(n) }))
      const commands: CaseCommand[] = [
        { op: 'add_item', kind: 'wallet', network: 'eth', address: wallet(1) },
        { op: 'add_note', target: { kind: 'case' }, text: 'A needle' },
        { op: 'add_finding', text: 'They are one', evidence: [] },
        { op: 'set_tags', tags: [{ ...tag }] },
        { op: 'add_entity', rule: 'owner_said', name: null, wallets },
      ]
      commands.forEach((command, revision) => write(db, 'changeCase', { id, revision, command, at: 2 }))
    }
    work(db)
  })
}

const search = (db: WriteDb) => read(db, 'searchCases', { q: 'needle', id: null, limit: 10, viewer: undefined }).map(({ case_id }) => case_id)
const rowsOf = (db: WriteDb): number[] =>
  TABLES.map((table) => db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${quoteIdentifier(table)}`)?.n ?? 0)

it('a deleted case is found nowhere, and comes back as it was', () =>
  withCases((db) => {
    const before = [read(db, 'caseRecord', 'a'), read(db, 'caseHistory', { id: 'a', before: null, limit: 99 })]
    expect(write(db, 'deleteCase', { id: 'a', revision: 5, at: 3 })).toEqual({ id: 'a', name: 'Case a', deleted_at: 3 })
    expect(read(db, 'cases').map(({ id }) => id)).toEqual(['b'])
    expect(read(db, 'caseRecord', 'a')).toBeNull()
    expect(read(db, 'caseHistory', { id: 'a', before: null, limit: 99 })).toBeNull()
    expect(read(db, 'caseClaims', { id: 'a', network: 'eth' })).toBeNull()
    expect(search(db)).toEqual(['b'])
    expect(db.get(sql`SELECT 1 AS found FROM case_text WHERE owner = 'a'`)).toBeUndefined()
    expect(() => write(db, 'moveCase', { id: 'a', revision: 5, to: 'undo', at: 4 })).toThrow('This case does not exist.')
    expect(read(db, 'deletedCases')).toEqual([{ id: 'a', name: 'Case a', deleted_at: 3 }])

    write(db, 'restoreCase', 'a')
    expect([read(db, 'caseRecord', 'a'), read(db, 'caseHistory', { id: 'a', before: null, limit: 99 })]).toEqual(before)
    expect(search(db).toSorted()).toEqual(['a', 'b'])
    expect(() => write(db, 'restoreCase', 'a')).toThrow('not in the list of deleted cases')
  }))

it('a case that was changed elsewhere is not deleted', () =>
  withCases((db) => {
    expect(() => write(db, 'deleteCase', { id: 'a', revision: 4, at: 3 })).toThrow('This case was changed elsewhere')
    expect(read(db, 'cases')).toHaveLength(2)
  }))

it('compacting removes all rows of deleted cases and none of others', () =>
  withCases((db) => {
    const both = rowsOf(db)
    write(db, 'deleteCase', { id: 'a', revision: 5, at: 3 })
    write(db, 'compact')
    expect(rowsOf(db)).toEqual(both.map((count) => count / 2))
    expect(read(db, 'deletedCases')).toEqual([])
    expect(() => write(db, 'restoreCase', 'a')).toThrow('removes them for good')
    expect(search(db)).toEqual(['b'])
    // Checks the index of a file. PostgreSQL searches the texts themselves.
    if ('emptyLog' in db) expect(() => db.run(sql`INSERT INTO case_search (case_search, rank) VALUES ('integrity-check', 1)`)).not.toThrow()
  }))
