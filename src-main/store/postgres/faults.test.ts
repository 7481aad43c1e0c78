import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserFault } from '../../lib/app-error.ts'
import { isDiskFull, isStoreUnavailable } from '../../lib/store-faults.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../client.ts'
import { ASKED_USER, missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { openReader } from '../reader.ts'
import { databaseFault } from './faults.ts'
import { ADDITIONS } from './schema/additions.ts'
import { migrateDatabase } from './schema/migrate.ts'
import { openSession } from './session/session.ts'

describe.skipIf(missingPostgres !== null)('faults of the server are one sentence each', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    const session = openSession(server.url())
    session.script(`CREATE USER ${ASKED_USER} PASSWORD 'right'`)
    for (const name of ['gone', 'older', 'newer']) session.script(`CREATE DATABASE ${name}`)
    session.script(`CREATE DATABASE crowded OWNER ${ASKED_USER}`)
    session.close()
  })
  afterAll(() => server.remove())

  const open = (url: string) => openStore({ location: { postgres: url }, logger: silentLogger })
  const withForm = (database: string, change: string) => {
    const session = openSession(server.url(database))
    session.script(change)
    session.close()
  }

  it.each([
    [
      'a wrong password',
      () => server.url().replace('holderscope@', `${ASKED_USER}:wrong@`),
      'refuses the user or the password for postgres on 127.0.0.1',
    ],
    ['a user without rights', () => server.url().replace('holderscope@', `${ASKED_USER}:right@`), 'may not do this in postgres on 127.0.0.1'],
    ['no such database', () => server.url('nowhere'), 'There is no database nowhere on 127.0.0.1'],
    ['no server', () => 'postgres://holderscope:secret@127.0.0.1:1/postgres', 'The PostgreSQL server of postgres on 127.0.0.1:1 cannot be reached'],
  ])('%s', async (_, url, sentence) => {
    const opening = open(url())
    await expect(opening).rejects.toThrow(UserFault)
    await expect(opening).rejects.toThrow(sentence)
    await expect(opening).rejects.not.toThrow('secret')
  })

  it('tables of a newer version stay as they are', async () => {
    await (await open(server.url('newer'))).close()
    withForm('newer', 'UPDATE schema_form SET shared = 999')
    await expect(open(server.url('newer'))).rejects.toThrow('The database was made by a newer version of Holderscope (form 999')
  })

  it('tables of an older version are refused to readers, and updated with their rows by the first process that starts', async () => {
    const location = { postgres: server.url('older') }
    const session = openSession(location.postgres)
    migrateDatabase(session, MIGRATIONS.slice(0, 37), ADDITIONS.slice(0, 3))
    session.script(`INSERT INTO key (id, name, hash, prefix, permissions, created_at) VALUES ('k', 'kept', 'h', 'hs_', '["read"]', 1)`)
    session.close()
    expect(() => openReader(location)).toThrow(
      'The database was made by an older version of Holderscope (form 37): start this version on it once to update it.',
    )
    const store = await open(location.postgres)
    expect(await store.read.keys()).toMatchObject([{ name: 'kept', owner: null }])
    await store.close()
    openReader(location).close()
  })

  it('a transaction that the server has ended takes no further statement', () => {
    const [session, other] = [openSession(server.url()), openSession(server.url())]
    const ask = (of: typeof session, text: string) => of.run([{ text, rows: [[]] }])[0]?.rows[0]?.[0]
    const pid = ask(session, 'SELECT pg_backend_pid()')
    ask(session, 'BEGIN')
    ask(other, `SELECT pg_terminate_backend(${String(pid)}, 5000)`)
    expect(() => ask(session, 'CREATE TABLE outside (n bigint)')).toThrow('ended the connection')
    session.send([{ text: 'ROLLBACK', rows: [[]] }])
    expect(ask(session, `SELECT to_regclass('outside')::text`)).toBe(null)
    for (const each of [session, other]) each.close()
  })

  it('a server without a free connection is one that does not answer now', async () => {
    const store = await open(server.url('crowded').replace('holderscope@', `${ASKED_USER}:right@`))
    const limit = (connections: number): void => withForm('postgres', `ALTER ROLE ${ASKED_USER} CONNECTION LIMIT ${connections}`)
    limit(0)
    withForm('postgres', `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${ASKED_USER}'`)
    await expect(store.read.setting('kept')).rejects.toSatisfy(isStoreUnavailable)
    await expect(store.read.setting('kept')).rejects.toMatchObject({
      ...{ code: 'service_unavailable', message: expect.stringContaining('has no connection left for crowded') as string },
    })
    limit(-1)
    expect(await store.read.setting('kept')).toBe(null)
    await store.close()
  })

  it('a server that is stopped is reported by each call, and serves again when it is back', async () => {
    const store = await open(server.url('gone'))
    await store.write.saveSetting({ name: 'kept', value: 'before' })
    await server.stop('SIGQUIT')
    const failed = { code: 'service_unavailable', message: expect.stringContaining('of gone on 127.0.0.1') as string }
    await expect(store.read.setting('kept')).rejects.toMatchObject(failed)
    await expect(store.write.saveSetting({ name: 'kept', value: 'lost' })).rejects.toMatchObject(failed)
    await expect(store.read.setting('kept')).rejects.toMatchObject({ message: expect.stringContaining('cannot be reached') as string })
    await expect(store.read.setting('kept')).rejects.toSatisfy(isStoreUnavailable)
    await server.start()
    expect(await store.read.setting('kept')).toBe('before')
    await store.write.saveSetting({ name: 'kept', value: 'after' })
    expect(await store.read.setting('kept')).toBe('after')
    await store.close()
  })
})

it.each([
  ['53300', 'too many clients'],
  ['57P03', 'the database system is starting up'],
  ['57P01', 'terminating connection'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
])('a server that answers %s (%s) can be asked again', (code, message) => {
  const fault = databaseFault({ code, message, lost: true }, 'postgres://a:secret@db:5433/team')
  expect(fault).toSatisfy(isStoreUnavailable)
  expect(fault.message).toContain('team on db:5433')
})

it('a full disk of the server is one that a read waits for', () => {
  const fault = databaseFault({ code: '53100', message: 'could not extend file', lost: false }, 'postgres://a:secret@db:5433/team')
  expect(isDiskFull(fault)).toBe(true)
  expect(fault.message).toBe('The disk of the PostgreSQL server is full; free some space for team on db:5433 and try again.')
})
