import { openSession } from '../postgres/session/session.ts'
import { openWriter } from '../postgres/database.ts'
import type { PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import type { TestEngine } from './test-engine.ts'

/** One database for all tests of a file, emptied for each. */
export function postgresEngine(server: PostgresServer): TestEngine & { close(): void } {
  const location = { postgres: server.url() }
  openWriter(location.postgres).close()
  const session = openSession(location.postgres)
  const [tables] = session.run([
    {
      text: `SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_form'`,
      rows: [[]],
    },
  ])
  const emptied = `TRUNCATE ${String(tables?.rows[0]?.[0])} RESTART IDENTITY`
  return {
    newLocation() {
      session.script(emptied)
      return { location, remove: () => undefined }
    },
    share: 0.1,
    close: () => session.close(),
  }
}
