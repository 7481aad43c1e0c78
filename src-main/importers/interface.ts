import type { Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { ListOptions } from './lists/list-options.ts'

export interface Provenance {
  readonly source: string
  readonly licence: string
  /** Part of the sample case. */
  readonly sample: boolean
}

export interface ImportOptions {
  /** Required for EVM node answers without a chain id. */
  readonly network: NetworkId | null
  /** File name, for notes and for the record of the import. */
  readonly name: string
  /** For a list of holders or transfers, which may not name its token. */
  readonly list?: ListOptions
  /** Origin of the file's data, if known. */
  readonly provenance?: Provenance
}

/**
 * Imports files of other tools and recorded node answers into the store. The format is recognised by content, and `bytes` may be gzip.
 *
 * @throws AppError `validation_error` for a file that cannot be read
 */
export interface Importer {
  importBytes(bytes: Uint8Array, options: ImportOptions): Promise<ImportResult>
  /**
   * Undoes the import of a holder map, list or snapshot, and restores what it had replaced.
   *
   * @throws AppError `not_found`, or `conflict` if it has since been replaced
   */
  takeBack(sha256: string): Promise<Deletion>
  /**
   * Restores a deletion or an undone import.
   *
   * @throws AppError `not_found`, or `conflict` if the same has since been stored again
   */
  restore(id: number): Promise<Deletion>
}
