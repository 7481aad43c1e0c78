import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { sql } from '../connection/sql.ts'
import type { ReadDb } from '../connection/handle.ts'
import { readByName, writeByName } from '../dispatch.ts'
import type { StoreReads, TradeCursor, TradeFilter } from '../interface.ts'
import type { StoreLocation } from '../location.ts'
import { openReadingAt, openWritingAt } from '../open.ts'
import { POOL, tempStore, TOKEN, wallet } from '../testing/samples.ts'
import { QUESTIONS, STEPS } from '../testing/tied-rows.ts'
import { openSession } from './session/session.ts'

/** Both engines order rows in the same way, however many of them are equal, and whatever order an engine finds them in. */

type Page = Omit<TradeFilter, 'after' | 'network' | 'limit'>
const PAGES: readonly Page[] = (['asc', 'desc'] as const).flatMap((sort): Page[] => [
  { by: 'token', address: TOKEN.address, sort },
  { by: 'token', address: TOKEN.address, sort, minUsd: 10 },
  { by: 'token', address: TOKEN.address, sort, from: 1_001, to: 1_001 },
  { by: 'pool', address: POOL, sort },
  { by: 'signer', address: wallet(1), sort, minUsd: 20 },
])

/** Every page of a filter, to the end. */
function pagesOf(db: ReadDb, page: Page): unknown[] {
  const pages: unknown[] = []
  let after: TradeCursor | null = null
  do {
    const found = readByName(db, 'trades', [{ ...page, network: TOKEN.network, limit: 7, after }]) as ReturnType<StoreReads['trades']>
    pages.push(found)
    after = found.next
  } while (after !== null)
  return pages
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'bigint' ? `${each}n` : each instanceof Map || each instanceof Set ? [...each] : each,
    ) ?? 'null',
  )

function answers(db: ReadDb): Record<string, unknown> {
  const asked = QUESTIONS.map(([name, ...args]) => [`${name} ${JSON.stringify(args)}`, plain(readByName(db, name, args))])
  return Object.fromEntries([...asked, ...PAGES.map((page) => [`pages ${JSON.stringify(page)}`, plain(pagesOf(db, page))])]) as Record<
    string,
    unknown
  >
}

describe.skipIf(missingPostgres !== null)('the same questions to both engines', () => {
  let server: PostgresServer
  const file = tempStore()
  let expected: Record<string, unknown>
  const ask = (location: StoreLocation): Record<string, unknown> => {
    const { db, close } = openReadingAt(location)
    const found = answers(db)
    close()
    return found
  }

  beforeAll(async () => {
    server = await startPostgres()
    for (const location of [{ file: file.path }, { postgres: server.url() }]) {
      const { db, close } = openWritingAt(location)
      for (const [name, ...args] of STEPS) writeByName(db, name, args)
      close()
    }
    expected = ask({ file: file.path })
  })
  afterAll(async () => {
    await server.remove()
    file.remove()
  })

  const admin = (text: string): void => {
    const session = openSession(server.url())
    session.script(text)
    session.close()
  }
  const sameAs = (found: Record<string, unknown>): void => {
    for (const [question, answer] of Object.entries(found)) expect.soft(answer, question).toEqual(expected[question])
  }

  it('have answers', () => {
    const answered = Object.entries(expected).filter(([, answer]) => !Array.isArray(answer) || answer.length > 0)
    const nameOf = (question: string): string => question.split(' ')[0] ?? ''
    expect(new Set(answered.map(([question]) => nameOf(question)))).toEqual(new Set(Object.keys(expected).map(nameOf)))
  })

  it('are answered in the same order by SQLite when it reverses what has no order', () => {
    const { db, close } = openWritingAt({ file: file.path })
    db.run(sql`PRAGMA reverse_unordered_selects = 1`)
    sameAs(answers(db))
    close()
  })

  it('are answered in the same order by PostgreSQL', () => {
    sameAs(ask({ postgres: server.url() }))
  })

  it('are answered in the same order by PostgreSQL after rows have moved, and without its indexes', () => {
    admin(`DO $$ DECLARE t record; BEGIN
      FOR t IN SELECT c.relname AS name, (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = 1) AS first
        FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
      LOOP EXECUTE format('UPDATE %1$I SET %2$I = %2$I WHERE mod(abs(hashtext(%1$I::text)), 2) = 0', t.name, t.first); END LOOP; END $$`)
    sameAs(ask({ postgres: server.url() }))
    admin(
      'ALTER DATABASE postgres SET enable_indexscan = off; ALTER DATABASE postgres SET enable_indexonlyscan = off; ALTER DATABASE postgres SET enable_nestloop = off',
    )
    sameAs(ask({ postgres: server.url() }))
  })
})
