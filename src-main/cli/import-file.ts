import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { Context } from '../context.ts'
import { AppError, UserFault } from '../lib/app-error.ts'
import { EXIT } from './output.ts'

/**
 * Imports one file that a command was given.
 *
 * @param network of answers that do not name theirs
 * @throws UserFault `failed` naming the file: a command that was rightly said over a file that cannot be read is no fault of usage
 */
export async function importFile({ importer }: Pick<Context, 'importer'>, file: string, network: NetworkId | null): Promise<ImportResult> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UserFault(`${file} cannot be read: ${(error as Error).message}.`, EXIT.failed, { cause: error })
  })
  try {
    return await importer.importBytes(bytes, { network, name: basename(file) })
  } catch (error) {
    if (error instanceof AppError) throw new UserFault(`${file}: ${error.say}`, EXIT.failed, { cause: error })
    throw error
  }
}
