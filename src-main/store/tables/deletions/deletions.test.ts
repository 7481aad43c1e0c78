import { describe, expect, it } from 'vitest'
import type { ImportRecord } from '../../../../src-shared/contract/records/imports.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { quoteIdentifier, sql } from '../../connection/sql.ts'
import { read, write } from '../../dispatch.ts'
import { RESTORABLE_TABLES } from './restorable-tables.ts'
import { DELETION_STORY, storyState } from '../../testing/deletion-story.ts'
import { OTHER_TOKEN, POOL, sampleToken, sampleTrade, sampleTransfer, snapshotJson, TOKEN, txHash, wallet } from '../../testing/samples.ts'
import { withWriter } from '../../testing/test-engine.ts'

function fill(db: WriteDb): void {
  for (const token of [TOKEN, OTHER_TOKEN]) write(db, 'saveToken', sampleToken({ ...token }))
  write(db, 'saveTransfers', { token: TOKEN, rows: [sampleTransfer(), sampleTransfer({ tx: txHash(3), raw: 2n ** 200n })], covers: null })
  write(db, 'saveTrades', {
    network: 'eth',
    rows: [sampleTrade(), sampleTrade({ tx: txHash(5), tokenIn: { token: wallet(0xd0), raw: 1n, decimals: 6, usd: 1 } })],
    token: TOKEN,
    covers: null,
  })
  write(db, 'savePools', {
    token: TOKEN,
    rows: [
      {
        kind: 'pool',
        network: 'eth',
        address: POOL,
        token0: TOKEN.address,
        token1: OTHER_TOKEN.address,
        dex: 'uniswap',
        dexVersion: '2',
        createdBlock: 1,
        createdTx: txHash(9),
      },
    ],
    covers: null,
  } as Parameters<typeof write<'savePools'>>[2])
  write(db, 'saveBalances', { token: TOKEN, rows: [{ address: wallet(1), raw: 5n, verified: true }], replaceAll: true })
  for (const timestamp of [1, 2]) write(db, 'saveSnapshot', { token: TOKEN, json: snapshotJson(timestamp) })
}

/** Every row that can be deleted, in order, without the revision of tokens. */
const rowsOf = (db: WriteDb): unknown[] =>
  RESTORABLE_TABLES.flatMap((table) =>
    db.all<Record<string, unknown>>(sql`SELECT * FROM "${quoteIdentifier(table)}"`).map((row) => ({ table, ...row })),
  )
    .map((row) => ({ ...row, revision: null }))
    .map((row) => JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .sort()

describe('a deleted token', () => {
  it('is found nowhere, and comes back with every row, a new revision and its counts', () =>
    withWriter((db) => {
      fill(db)
      const before = rowsOf(db)
      const revision = read(db, 'token', TOKEN)?.revision ?? 0
      const deletion = write(db, 'deleteToken', TOKEN)
      expect(deletion).toMatchObject({ kind: 'token', name: 'SMP', rows: { trades: 1, transfers: 2, holders: 1, snapshots: 2, scans: 0 } })
      expect(read(db, 'token', TOKEN)).toBeNull()
      expect(read(db, 'snapshotTimestamps', TOKEN)).toEqual([])
      expect(read(db, 'tokenTrades', { token: OTHER_TOKEN, limit: null })).toHaveLength(1)
      expect(read(db, 'deletions')).toEqual([deletion])
      write(db, 'restoreDeletion', deletion?.id ?? 0)
      expect(rowsOf(db)).toEqual(before)
      expect(read(db, 'token', TOKEN)?.revision).toBeGreaterThan(revision)
      expect(read(db, 'deletions')).toEqual([])
    }))

  it('shares its trades with another deleted token, whichever comes back first', () =>
    withWriter((db) => {
      fill(db)
      const before = rowsOf(db)
      const first = write(db, 'deleteToken', TOKEN)
      const second = write(db, 'deleteToken', OTHER_TOKEN)
      write(db, 'restoreDeletion', first?.id ?? 0)
      expect(read(db, 'token', TOKEN)?.tradeCount).toBe(2)
      write(db, 'restoreDeletion', second?.id ?? 0)
      expect(rowsOf(db)).toEqual(before)
    }))

  it('is not restored over one that was read again, nor after compacting', () =>
    withWriter((db) => {
      fill(db)
      const first = write(db, 'deleteToken', TOKEN)
      write(db, 'saveToken', sampleToken())
      expect(() => write(db, 'restoreDeletion', first?.id ?? 0)).toThrow('was read or imported again since it was deleted')
      write(db, 'compact')
      expect(read(db, 'deletions')).toEqual([])
      expect(() => write(db, 'restoreDeletion', first?.id ?? 0)).toThrow('Compacting the database removes it for good.')
    }))
})

describe('a deleted snapshot', () => {
  it('leaves the others and the facts, and comes back', () =>
    withWriter((db) => {
      fill(db)
      const before = rowsOf(db)
      const { id } = write(db, 'deleteSnapshot', { token: TOKEN, timestamp: 1 })
      expect(read(db, 'snapshotTimestamps', TOKEN)).toEqual([2])
      expect(read(db, 'token', TOKEN)?.holdersKnown).toBe(1)
      expect(() => write(db, 'deleteSnapshot', { token: TOKEN, timestamp: 1 })).toThrow('no snapshot of that time')
      expect(read(db, 'deletions')).toHaveLength(1)
      write(db, 'restoreDeletion', id)
      expect(rowsOf(db)).toEqual(before)
    }))
})

describe('a deleted snapshot whose second has another one', () => {
  it('stays among the deletions, instead of being lost', () =>
    withWriter((db) => {
      fill(db)
      const { id } = write(db, 'deleteSnapshot', { token: TOKEN, timestamp: 1 })
      write(db, 'saveSnapshot', { token: TOKEN, json: snapshotJson(1, 'Taken again') })
      expect(() => write(db, 'restoreDeletion', id)).toThrow('Another snapshot of that second is stored.')
      expect(read(db, 'deletions').map((deletion) => deletion.id)).toEqual([id])
    }))
})

describe('cases that refer to a token', () => {
  it('are named for items, notes, findings and views, and for its snapshots', () =>
    withWriter((db) => {
      fill(db)
      const about = (part: { kind: 'snapshot' | 'scan'; at: number } | null) =>
        read(db, 'casesAbout', { token: TOKEN, part, viewer: undefined }).seen.map(({ id }) => id)
      for (const [id, command] of [
        ['item', { op: 'add_item', kind: 'token', ...TOKEN }],
        ['note', { op: 'add_note', target: { kind: 'cluster', network: 'eth', token_address: TOKEN.address, cluster: 0 }, text: 'x' }],
        ['other', { op: 'add_note', target: { kind: 'wallet', ...TOKEN }, text: 'x' }],
        [
          'snapshot',
          {
            op: 'add_finding',
            text: 'x',
            evidence: [{ kind: 'snapshot', network: 'eth', token_address: TOKEN.address, timestamp: 1, sha256: 'a' }],
          },
        ],
      ] as const) {
        write(db, 'createCase', { id, name: id, at: 1 })
        write(db, 'changeCase', { id, revision: 0, at: 1, command } as Parameters<typeof write<'changeCase'>>[2])
      }
      expect(about(null)).toEqual(['item', 'note', 'snapshot'])
      expect(about({ kind: 'snapshot', at: 1 })).toEqual(['snapshot'])
      expect(about({ kind: 'snapshot', at: 2 })).toEqual([])
      write(db, 'saveCaseMembers', { id: 'note', members: [{ name: 'Ann', access: 'own' }] })
      const asSeen = (viewer: string) => {
        const { seen, hidden } = read(db, 'casesAbout', { token: TOKEN, part: null, viewer })
        return [seen.map(({ id }) => id), hidden]
      }
      expect(asSeen('Ann')).toEqual([['item', 'note', 'snapshot'], 0])
      expect(asSeen('Bob')).toEqual([['item', 'snapshot'], 1])
    }))
})

it('imports of lists are taken back and restored, and a round of it ends as it began', () =>
  withWriter((db) => {
    const round = (): string[] => DELETION_STORY.map((step) => (step(db, TOKEN), storyState(db)))
    round()
    const states = round()
    expect(new Set(states).size).toBeGreaterThan(6)
    expect(round()).toEqual(states)
  }))

it('node answers give back the rows of lists that they replaced, and replace them again when they are restored', () =>
  withWriter((db) => {
    const listed = [1, 2].map((n) => ({ from: wallet(0), to: wallet(n), raw: 5n, time: n, tx: txHash(n), block: n }))
    const brought = (kind: ImportRecord['kind'], sha256: string) =>
      write(db, 'saveImport', {
        ...{ kind, sha256, name: sha256, imported_at: 1, tokens: [], trades: 0, transfers: 0, holders: 0, snapshots: 0, skipped: 0, notes: [] },
        ...{ source: null, licence: null, sample: false },
      })
    const list = (): unknown => write(db, 'saveListedTransfers', { token: TOKEN, name: 'list', sha256: 'list', decimals: 0, rows: listed })
    const transfers = [sampleTransfer({ tx: txHash(1), to: wallet(1) }), sampleTransfer({ tx: txHash(7) })]
    const trades = [sampleTrade({ tx: txHash(1) })]
    const answers = (): void => {
      write(db, 'keepBeforeAnswers', { token: TOKEN, name: 'answers', sha256: 'answers', trades, transfers, pools: [] })
      write(db, 'saveTransfers', { token: TOKEN, rows: transfers, covers: null })
      write(db, 'saveTrades', { network: 'eth', rows: trades, token: null, covers: null })
      brought('node_answers', 'answers')
    }
    list()
    brought('transfer_list', 'list')
    const before = rowsOf(db)
    answers()
    const after = rowsOf(db)
    expect(read(db, 'transfers', { token: TOKEN, limit: null })).toHaveLength(3)
    expect(() => write(db, 'takeBackImport', { sha256: 'list' })).toThrow('answers replaced what this one brought. Take that import back first.')
    const { id } = write(db, 'takeBackImport', { sha256: 'answers' })
    expect(rowsOf(db)).toEqual(before)
    write(db, 'restoreDeletion', id)
    expect(rowsOf(db)).toEqual(after)
    write(db, 'takeBackImport', { sha256: 'answers' })
    expect(rowsOf(db)).toEqual(before)
    answers()
    expect(rowsOf(db).length).toBe(after.length)
    write(db, 'takeBackImport', { sha256: 'answers' })
    write(db, 'takeBackImport', { sha256: 'list' })
    expect(read(db, 'transfers', { token: TOKEN, limit: null })).toEqual([])
  }))

describe('the tables of deleted rows', () => {
  it('have the columns of their own tables, so that a migration changes both', () =>
    withWriter((db) => {
      for (const table of RESTORABLE_TABLES) {
        const columns = (name: string) => db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${name})`).map((column) => column.name)
        expect(columns(`deleted_${table}`)).toEqual(['deletion', ...columns(table)])
      }
    }))
})
