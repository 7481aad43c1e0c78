import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { read, write } from '../dispatch.ts'
import { sampleTrade, TOKEN, txHash, wallet } from '../testing/samples.ts'
import { readCatalog } from './catalog.ts'
import { openWriter } from './database.ts'
import { writeHandle } from './handle.ts'
import { openSession, type Session } from './session/session.ts'

const ROWS = 11_000
const trade = (n: number) => sampleTrade({ tx: txHash(n), signer: wallet(0x10_000 + n), position: { block: n, tx: 0, event: 0 } })

/** Records the longest list sent in each call. */
function noting(session: Session, calls: [connection: string, rows: number][], connection: string): Session {
  return {
    ...session,
    run(steps) {
      calls.push([
        connection,
        Math.max(0, ...steps.flatMap(({ rows }) => rows.flatMap((row) => row.map((value) => (Array.isArray(value) ? value.length : 0))))),
      ])
      return session.run(steps)
    },
  }
}

describe.skipIf(missingPostgres !== null)(`a write on PostgreSQL${missingPostgres === null ? '' : ` (skipped: ${missingPostgres})`}`, () => {
  let server: PostgresServer
  let sessions: Session[]
  beforeAll(async () => {
    server = await startPostgres()
    openWriter(server.url()).close()
    sessions = [openSession(server.url()), openSession(server.url())]
  })
  afterAll(async () => {
    for (const session of sessions) session.close()
    await server.remove()
  })

  it('of many trades asks its transaction for something between any two batches of names', () => {
    const [session, names] = sessions as [Session, Session]
    const calls: [connection: string, rows: number][] = []
    const db = writeHandle(noting(session, calls, 'rows'), readCatalog(session), () => noting(names, calls, 'names'))
    const trades = Array.from({ length: ROWS }, (_, n) => trade(n))
    // The last one repeats a trade of the first batch.
    const added = write(db, 'saveTrades', { network: 'eth', rows: [...trades, trade(3)], token: TOKEN, covers: null })
    expect(added.ids).toEqual(Array.from({ length: ROWS }, (_, n) => n + 1))
    const again = write(db, 'saveTrades', { network: 'eth', rows: [trade(ROWS), ...trades, trade(ROWS + 1)], token: TOKEN, covers: null })
    expect(again.ids).toEqual([ROWS + 1, ROWS + 2])
    expect(again.indexes).toEqual([0, ROWS + 1])
    const batches = calls.filter(([, rows]) => rows > 1_000)
    // A signer for each trade, plus addresses that trades share.
    expect(Math.max(...batches.map(([, rows]) => rows))).toBeLessThan(6_000)
    const namesInARow = batches
      .map(([connection]) => connection)
      .join(' ')
      .split('rows')
      .map((part) => part.trim().split(' ').length)
    // Addresses and transactions, each looked up and then added.
    expect(Math.max(...namesInARow)).toBeLessThanOrEqual(4)
    expect(read(db, 'tokenTrades', { token: TOKEN, limit: null }).map(({ tx }) => tx)).toEqual(Array.from({ length: ROWS + 2 }, (_, n) => txHash(n)))
  })
})
