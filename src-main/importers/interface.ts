import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

export interface Provenance {
  readonly source: string
  readonly licence: string
  /** Part of the sample case. */
  readonly sample: boolean
}

export interface ImportOptions {
  /** Needed for EVM node answers that do not carry their chain id. */
  readonly network: NetworkId | null
  /** File name, for notes and for the source named with what was imported. */
  readonly name: string
  /** Where the file's data comes from, when the caller knows. */
  readonly provenance?: Provenance
}

/**
 * Reads files of other tools and recorded node answers into the store. Recognises the form by its content.
 * `bytes` may be gzip. Throws AppError `validation_error` with one sentence for what it cannot read.
 */
export interface Importer {
  importBytes(bytes: Uint8Array, options: ImportOptions): Promise<ImportResult>
}
