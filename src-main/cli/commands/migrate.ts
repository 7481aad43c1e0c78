import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { setCaseSharingBody } from '../../../src-shared/contract/records/cases.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { loadConfig, type Flags } from '../../config/config.ts'
import { UserFault } from '../../lib/app-error.ts'
import { createLogger } from '../../lib/logger.ts'
import { STORE_FILE } from '../../open-context.ts'
import { openStore } from '../../store/client.ts'
import { EXIT, print, printJson } from '../output.ts'
import type { CommonOptions } from '../session.ts'

interface MigrateOptions extends CommonOptions {
  readonly from: string
  readonly to: string
  readonly owner?: string
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('add the tokens, labels, cases and watch rules of a data folder to a PostgreSQL database, and update its tables')
    .requiredOption('--from <path>', 'data folder, or the database file in one')
    .requiredOption('--to <address>', 'postgres://user:password@host/name')
    .option('--owner <user>', 'the user to whom the cases then belong (default: everyone)')
    .action(async (_local, command: Command) => migrate(command.optsWithGlobals()))
}

async function migrate(options: MigrateOptions): Promise<void> {
  const file = databaseFile(options.from)
  const flags: Flags = { ...options, store: options.to }
  const { store: address, logLevel } = await loadConfig(flags, process.env)
  if (address === null) throw new UserFault('--to takes the address of a PostgreSQL database.', EXIT.usage)
  const store = await openStore({ location: { postgres: address }, logger: createLogger(logLevel) })
  try {
    const { added, kept, cases } = await store.write.importStore({ file, owner: ownerOf(options) })
    if (options.json) return printJson({ tokens_added: added.length, tokens_known: kept.length, cases_added: cases.length })
    const known = kept.length === 0 ? '' : ` ${countOf(kept.length, 'token')} that the database had stayed as they were.`
    print(`Added ${countOf(added.length, 'token')} and ${countOf(cases.length, 'case')}.${known}`)
  } finally {
    await store.close()
  }
}

function ownerOf({ owner }: MigrateOptions): string | null {
  const parsed = setCaseSharingBody.safeParse({ owner: owner ?? null, shares: [] })
  if (!parsed.success) throw new UserFault('--owner must have 1 to 80 characters, and not be *.', EXIT.usage)
  return parsed.data.owner
}

function databaseFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UserFault(`There is nothing at ${path}.`, EXIT.failed)
  return found.isDirectory() ? join(path, STORE_FILE) : path
}
