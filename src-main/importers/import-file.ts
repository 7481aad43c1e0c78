import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { readCapped } from '../lib/http-answer.ts'
import { AppError, UserFault } from '../lib/app-error.ts'
import type { Importer } from './interface.ts'
import { NO_LIST_OPTIONS, type ListOptions } from './lists/list-options.ts'
import { MAX_FILE_BYTES } from './limits.ts'

/**
 * Imports a file that a command names.
 *
 * @param network of answers and lists that do not name their own
 * @throws UserFault that names the file: an unreadable file is not a usage error
 */
export async function importFile(
  { importer }: { readonly importer: Importer },
  file: string,
  network: NetworkId | null,
  list: ListOptions = NO_LIST_OPTIONS,
): Promise<ImportResult> {
  const bytes = await readCapped(createReadStream(file), MAX_FILE_BYTES).catch((error: unknown) => {
    throw new UserFault(`Cannot read ${file}: ${(error as Error).message}.`, 1, { cause: error })
  })
  if (bytes === null) throw new UserFault(`${file} is longer than ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it into parts.`)
  try {
    return await importer.importBytes(bytes, { network, name: basename(file), list })
  } catch (error) {
    if (error instanceof AppError) throw new UserFault(`${file}: ${error.message}`, 1, { cause: error })
    throw error
  }
}
