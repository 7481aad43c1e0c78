import { afterAll, beforeAll, describe } from 'vitest'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { postgresEngine } from '../testing/postgres-engine.ts'
import { useEngine } from '../testing/test-engine.ts'

/** Runs the tests of the store's interface again on a real PostgreSQL. Each file is imported under a distinct name, so that it runs again. */
const CONTRACT = {
  'the threads': () => import('../client.test.ts?postgres'),
  'transfers, trades and wallets': () => import('../tables/facts/facts.test.ts?postgres'),
  'blocks of a followed token': () => import('../tables/facts/live-blocks.test.ts?postgres'),
  'runs of appended blocks': () => import('../tables/facts/append-runs.test.ts?postgres'),
  'reads that blocks were reverted under': () => import('../tables/facts/rolled-back-reads.test.ts?postgres'),
  'pages of trades': () => import('../tables/trades/trade-pages.test.ts?postgres'),
  'trades in the order they were stored': () => import('../tables/trades/trades-after.test.ts?postgres'),
  'rows that are read again': () => import('../tables/transfers/replace-rows.test.ts?postgres'),
  'candidates of pools': () => import('../tables/transfers/pool-candidates.test.ts?postgres'),
  tokens: () => import('../tables/tokens/tokens.test.ts?postgres'),
  coverage: () => import('../tables/tokens/coverage.test.ts?postgres'),
  'snapshots, scans, keys and jobs': () => import('../tables/records/records.test.ts?postgres'),
  imports: () => import('../tables/records/imports.test.ts?postgres'),
  deletions: () => import('../tables/deletions/deletions.test.ts?postgres'),
  'tokens in common': () => import('../tables/wallets/in-common.test.ts?postgres'),
  'cases and their steps': () => import('../tables/cases/cases.property.test.ts?postgres'),
  'deleted cases': () => import('../tables/cases/delete-case.test.ts?postgres'),
  'the search in cases': () => import('../tables/cases/search/search-cases.test.ts?postgres'),
  'watch rules and alerts': () => import('../tables/watch/alerts.test.ts?postgres'),
}

describe.skipIf(missingPostgres !== null)(`the store on PostgreSQL${missingPostgres === null ? '' : ` (skipped: ${missingPostgres})`}`, async () => {
  let server: PostgresServer
  let engine: ReturnType<typeof postgresEngine>
  beforeAll(async () => {
    server = await startPostgres()
    engine = postgresEngine(server)
    useEngine(engine)
  })
  afterAll(async () => {
    useEngine(null)
    engine.close()
    await server.remove()
  })
  for (const [name, load] of Object.entries(CONTRACT)) {
    describe(name, async () => {
      await load()
    })
  }
})
