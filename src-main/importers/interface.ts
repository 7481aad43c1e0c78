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
  /** Needed for EVM node answers that do not carry their chain id. */
  readonly network: NetworkId | null
  /** File name, for notes and for the record of the import. */
  readonly name: string
  /** For a list of holders, which does not name its token. */
  readonly list?: ListOptions
  /** Origin of the file's data, where it is known. */
  readonly provenance?: Provenance
}

/**
 * Imports files of other tools and recorded node answers into the store. The form is recognised by its content, and `bytes` may be gzip.
 *
 * @throws AppError `validation_error` for a file that cannot be read
 */
export interface Importer {
  importBytes(bytes: Uint8Array, options: ImportOptions): Promise<ImportResult>
  /**
   * Takes a holder map, list or snapshot back with all it brought; what it replaced is there again.
   *
   * @throws AppError `not_found`, or `conflict` where it was replaced since
   */
  takeBack(sha256: string): Promise<Deletion>
  /**
   * Restores what was deleted or taken back.
   *
   * @throws AppError `not_found`, or `conflict` where the same is stored again since
   */
  restore(id: number): Promise<Deletion>
}
