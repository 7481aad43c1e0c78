import Database from 'better-sqlite3'
import { afterEach, expect, it, vi } from 'vitest'
import type { WatchRule } from '../../../src-shared/contract/records/watch.ts'
import { openWriter } from '../connection/database.ts'
import { read, write } from '../dispatch.ts'
import { POOL, sampleNativeTransfer, sampleToken, sampleTrade, sampleTransfer, TOKEN, tempStore } from '../testing/samples.ts'

/** Enforces that trades are unique. Its columns are not searched otherwise. */
const CONSTRAINTS: readonly string[] = ['trade_once']

const rule: WatchRule = {
  ...{ id: 'rule', name: null, enabled: true, quiet_seconds: 60, notice: false, webhook_url: null, secret: '', created_at: 0, changed_at: 0 },
  subject: { kind: 'followed' },
  condition: { kind: 'holder_sells', over: 1 },
}
const match = { rule, key: 'event', reason: '', at: 1, block: 5, wallets: [], evidence: [] }

afterEach(() => vi.restoreAllMocks())

it('uses every index of the migrations in a statement of the store', () => {
  const temp = tempStore()
  const { db, close } = openWriter(temp.path)
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  write(db, 'saveToken', sampleToken())
  write(db, 'saveTrades', { network: 'eth', rows: [sampleTrade()], token: TOKEN, covers: null })
  write(db, 'saveTransfers', { token: TOKEN, rows: [sampleTransfer()], covers: null })
  write(db, 'saveNativeTransfers', { network: 'eth', rows: [sampleNativeTransfer()] })
  read(db, 'holders', { token: TOKEN, limit: 10 })
  read(db, 'pools', TOKEN)
  read(db, 'scans', TOKEN)
  read(db, 'jobs', { limit: 10 })
  read(db, 'snapshot', { token: TOKEN, timestamp: null })
  read(db, 'nativePayments', { network: 'eth', wallets: [sampleNativeTransfer().from] })
  read(db, 'dollarPayments', { network: 'eth', wallets: [sampleNativeTransfer().from] })
  write(db, 'recordWatch', { token: TOKEN, tokenName: null, moment: null, matches: [match], snapshot: null, now: 1_000 })
  write(db, 'rollBackBlocks', { token: TOKEN, from: 1 })
  write(db, 'deleteToken', TOKEN)
  read(db, 'watchAlerts', { unread: true, before: null, limit: 10 })
  read(db, 'storedBlockAt', { network: 'eth', time: 1 })
  read(db, 'dueCalls', { now: 1, limit: 10 })
  for (const [by, address] of [
    ['token', TOKEN.address],
    ['pool', POOL],
    ['signer', sampleTrade().signer],
  ] as const)
    read(db, 'trades', { network: 'eth', by, address, sort: 'asc', limit: 10, after: null })
  const texts = [...new Set(prepare.mock.calls.map(([text]) => text))].filter((text) => /^\s*(SELECT|WITH|DELETE|UPDATE)/.test(text))
  prepare.mockRestore()

  const file = new Database(temp.path)
  const plans = texts.flatMap((text) => {
    const parameters = Array.from(text.matchAll(/\?/g), () => null)
    return file.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...parameters)
  })
  const indices = file
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    .all()
    .map(({ name }) => name)
  file.close()
  close()
  temp.remove()
  const used = new Set(plans.flatMap(({ detail }) => / INDEX (\w+)/.exec(detail)?.[1] ?? []))
  expect(indices.length).toBeGreaterThan(10)
  expect(indices.filter((name) => !used.has(name))).toEqual(CONSTRAINTS)
})
