import { describe, expect, it } from 'vitest'
import type { CaseCommand } from '../../../../../src-shared/domain/cases/case.ts'
import type { WriteDb } from '../../../connection/handle.ts'
import { sql } from '../../../connection/sql.ts'
import { read, write } from '../../../dispatch.ts'
import { wallet } from '../../../testing/samples.ts'
import { withWriter } from '../../../testing/test-engine.ts'

const COMMANDS: readonly CaseCommand[] = [
  { op: 'rename', name: 'Überweisungen' },
  { op: 'add_item', kind: 'wallet', network: 'eth', address: wallet(1) },
  { op: 'add_note', target: { kind: 'wallet', network: 'eth', address: wallet(2) }, text: 'Paid by the "Night" desk, 50 % of it' },
  {
    op: 'set_tags',
    tags: [{ network: 'evm', address: wallet(3), name: 'Night desk', kind: 'service', effect: 'hub', note: null, source: null, confidence: 1 }],
  },
  { op: 'add_entity', rule: 'owner_said', name: 'Team', wallets: [1, 3].map((each) => ({ network: 'eth', address: wallet(each) })) },
  {
    op: 'add_note',
    target: { kind: 'trade', network: 'eth', token_address: wallet(4), transaction: `0x${'cd'.repeat(32)}`, leg: 1 },
    text: 'Sold into the pool',
  },
  {
    op: 'add_finding',
    text: 'One payer',
    evidence: [{ kind: 'transaction', network: 'eth', transaction: `0x${'ab'.repeat(32)}` }],
  },
]

const search = (db: WriteDb, q: string, id: string | null = null): string[] =>
  read(db, 'searchCases', { q, id, limit: 50, viewer: undefined }).map(({ case_id, kind }) => `${case_id} ${kind}`)

/** Makes SQLite compare the index with the texts. PostgreSQL searches the texts themselves. */
function expectSound(db: WriteDb): void {
  if ('emptyLog' in db) db.run(sql`INSERT INTO case_search (case_search, rank) VALUES ('integrity-check', 1)`)
}

describe('the search over cases', () => {
  it('finds for a viewer what is of everyone, and what is shared with the viewer or with every user', () => {
    withWriter((db) => {
      for (const id of ['everyone', 'shared', 'anns', 'bobs']) write(db, 'createCase', { id, name: 'Needle', at: 1 })
      const own = (name: string) => ({ name, access: 'own' }) as const
      write(db, 'saveCaseMembers', { id: 'anns', members: [own('Ann')] })
      write(db, 'saveCaseMembers', { id: 'bobs', members: [own('Bob'), { name: 'Eve', access: 'read' }] })
      write(db, 'saveCaseMembers', { id: 'shared', members: [own('Bob'), { name: '*', access: 'write' }] })
      const seen = (viewer: string | null | undefined) =>
        read(db, 'searchCases', { q: 'needle', id: null, limit: 9, viewer }).map((hit) => hit.case_id)
      expect(seen(undefined)).toEqual(['bobs', 'anns', 'shared', 'everyone'])
      expect(seen('Ann')).toEqual(['anns', 'shared', 'everyone'])
      expect(seen('Eve')).toEqual(['bobs', 'shared', 'everyone'])
      expect(seen(null)).toEqual(['shared', 'everyone'])
      expect(read(db, 'searchCases', { q: 'needle', id: 'bobs', limit: 9, viewer: 'Ann' })).toEqual([])
    })
  })

  it('finds every part by any words of it, in one case or in all, and follows undo and redo', () => {
    withWriter((db) => {
      for (const id of ['a', 'b']) {
        let { revision } = write(db, 'createCase', { id, name: null, at: 1 })
        for (const command of COMMANDS) revision = write(db, 'changeCase', { id, revision, command, at: 2 }).revision
      }
      expect(search(db, 'night DESK', 'a')).toEqual(['a tag', 'a note'])
      expect(search(db, '"night"')).toEqual(['b note', 'a note'])
      expect(search(db, '50 %', 'a')).toEqual(['a note'])
      expect(search(db, 'überw', 'a')).toEqual(['a case'])
      expect(search(db, wallet(3).slice(-12), 'a')).toEqual(['a entity', 'a tag'])
      expect(search(db, wallet(2), 'a')).toEqual(['a note'])
      expect(search(db, 'CDCDCDCD', 'a')).toEqual(['a note'])
      expect(read(db, 'searchCases', { q: 'into the pool', id: 'a', limit: 1, viewer: undefined })[0]?.target).toMatchObject({
        kind: 'trade',
        leg: 1,
      })
      expect(search(db, 'abababab', 'a')).toEqual(['a finding'])
      expect(search(db, 'note_that_is_not_there OR night')).toEqual([])
      expect(search(db, ' ')).toEqual([])

      const { revision } = write(db, 'moveCase', { id: 'a', revision: COMMANDS.length, to: 2, at: 3 })
      expect(search(db, 'night')).toEqual(['b tag', 'b note'])
      expectSound(db)
      write(db, 'moveCase', { id: 'a', revision, to: COMMANDS.length, at: 3 })
      expect(search(db, 'night', 'a')).toHaveLength(2)
      expectSound(db)
    })
  })
})
