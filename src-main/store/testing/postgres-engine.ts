import { openSession } from '../postgres/session/session.ts'
import { openWriter } from '../postgres/database.ts'
import type { PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import type { TestEngine } from './test-engine.ts'

/** One database for all tests of a file, emptied for each. */
export function postgresEngine(server: PostgresServer): TestEngine & { close(): void } {
  const place = { postgres: server.url() }
  openWriter(place.postgres).close()
  const session = openSession(place.postgres)
  const [tables] = session.run([
    {
      text: `SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_form'`,
      rows: [[]],
    },
  ])
  const emptied = `TRUNCATE ${String(tables?.rows[0]?.[0])} RESTART IDENTITY`
  return {
    newPlace() {
      session.script(emptied)
      return { place, remove: () => undefined }
    },
    share: 0.1,
    close: () => session.close(),
  }
}
