import { UserFault } from '../../../lib/app-error.ts'
import { MIGRATIONS } from '../../migrations/index.ts'
import { newerVersion } from '../../migrations/migrate.ts'
import type { Session } from '../session/session.ts'
import { ADDITIONS } from './additions.ts'
import { FUNCTIONS } from './functions.ts'
import { translateSchema } from './translate-schema.ts'

/** PostgreSQL 16 is the first version that allows a subquery without an alias. */
const MIN_SERVER_VERSION = 160_000

/** The version of a database: the number of shared migrations and of PostgreSQL's own additions. Null if it has no tables of the store. */
interface Form {
  readonly shared: number
  readonly own: number
}

const MADE = `SELECT to_regclass('schema_form')::text`
const FORM = 'SELECT shared, own FROM schema_form'
/** Prevents a second process from creating the tables at the same time. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' schema', 0))`

/** @throws UserFault for an old server */
export function refuseOldServer(session: Session): void {
  const version = Number(session.run([{ text: `SELECT current_setting('server_version_num')::bigint`, rows: [[]] }])[0]?.rows[0]?.[0])
  if (version < MIN_SERVER_VERSION) {
    throw new UserFault(`The PostgreSQL server has version ${Math.floor(version / 10_000)}, and the store needs 16 or later.`)
  }
}

/** Makes or updates the tables in one transaction. The migrations are those of SQLite. @throws UserFault for tables of a newer version, which stay unchanged */
export function migrateDatabase(session: Session, migrations = MIGRATIONS, additions = ADDITIONS): void {
  session.script('BEGIN')
  try {
    session.run([{ text: LOCK, rows: [[]] }])
    const form = readForm(session)
    refuseNewer(form)
    if (form === null || form.shared < migrations.length || form.own < additions.length) {
      session.script(FUNCTIONS)
      for (const migration of migrations.slice(form?.shared ?? 0)) {
        migration.up({ exec: (text) => session.script(translateSchema(text)) })
      }
      for (const { up } of additions.slice(form?.own ?? 0)) session.script(up)
      session.script(`
        CREATE TABLE IF NOT EXISTS schema_form (one boolean PRIMARY KEY DEFAULT true CHECK (one), shared bigint NOT NULL, own bigint NOT NULL);
        INSERT INTO schema_form (shared, own) VALUES (${migrations.length}, ${additions.length})
          ON CONFLICT (one) DO UPDATE SET shared = excluded.shared, own = excluded.own`)
    }
    session.script('COMMIT')
  } catch (error) {
    session.script('ROLLBACK')
    throw error
  }
}

/** Checks the tables for a connection that only reads. @throws UserFault unless they are those of this version */
export function requireForm(session: Session): void {
  const form = readForm(session)
  if (form === null) throw new UserFault('The database has no tables of Holderscope yet; start the service on it once.')
  refuseNewer(form)
  if (form.shared < MIGRATIONS.length || form.own < ADDITIONS.length) {
    throw new UserFault(`The database was made by an older version of Holderscope (form ${form.shared}): start this version on it once to update it.`)
  }
}

function readForm(session: Session): Form | null {
  if (session.run([{ text: MADE, rows: [[]] }])[0]?.rows[0]?.[0] === null) return null
  const [shared, own] = session.run([{ text: FORM, rows: [[]] }])[0]?.rows[0] ?? []
  return { shared: Number(shared), own: Number(own) }
}

function refuseNewer(form: Form | null): void {
  if (form !== null && (form.shared > MIGRATIONS.length || form.own > ADDITIONS.length)) throw newerVersion(form.shared, MIGRATIONS.length)
}
