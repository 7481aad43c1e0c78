import type { Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { ImportRecord, ImportResult } from '../../src-shared/contract/records/imports.ts'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { AppError } from '../lib/app-error.ts'
import { unixSeconds, type Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Importer, ImportOptions } from './interface.ts'
import { MAX_FILE_BYTES } from './limits.ts'
import { NO_LIST_OPTIONS } from './lists/list-options.ts'
import type { OpenedFile, OpenFile } from './opened-file.ts'
import { openInWorker } from './open-in-worker.ts'
import { storeTransfers } from './lists/store-transfers.ts'
import { storeAnswers } from './answers/store-answers.ts'
import { storeHolders, type StoreTarget } from './maps/store-holders.ts'
import { storeSnapshot } from './snapshots/store-snapshot.ts'

export interface ImporterOptions extends StoreTarget {
  readonly clock: Clock
  readonly logger: Logger
  /** Default: on a worker thread. */
  readonly openFile?: OpenFile
}

/**
 * Reads files on a worker thread and stores their content, one file after another. Importing a file again changes nothing while its data is still
 * stored.
 */
export function createImporter({ store, engine, clock, logger, openFile = openInWorker }: ImporterOptions): Importer {
  /** Unpaired EVM answers of earlier files. */
  let waiting: Uint8Array | null = null
  let previous: Promise<unknown> = Promise.resolve()

  async function importFile(bytes: Uint8Array, options: ImportOptions): Promise<ImportResult> {
    if (bytes.length > MAX_FILE_BYTES) {
      throw new AppError('too_large', { message: `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it into parts.` })
    }
    const began = performance.now()
    const { network, name, list = NO_LIST_OPTIONS } = options
    const file = await openFile({ bytes, network, name, waiting, list })
    const { sha256 } = file
    // A list read with other columns or another supply gives another state of the token.
    const identity = file.kind === 'holder_list' ? `${sha256} ${JSON.stringify(list)}` : sha256
    const result = await storeFile(file, identity).finally(() => file.close())
    const { source = null, licence = null, sample = false } = options.provenance ?? {}
    await store.write.saveImport({ ...result, sha256, name, imported_at: unixSeconds(clock), source, licence, sample })
    logger.info({ file: name, kind: result.kind, ms: Math.round(performance.now() - began) }, 'file imported')
    return result
  }

  async function storeFile(file: OpenedFile, identity: string): Promise<ImportResult> {
    switch (file.kind) {
      case 'transfer_list':
        return await storeTransfers({ store, engine }, file, unixSeconds(clock))
      case 'snapshot':
        return await storeSnapshot({ store, engine }, file, unixSeconds(clock))
      case 'node_answers': {
        const answers = await file.prepare({ stored: null, takenAt: unixSeconds(clock) })
        const result = await storeAnswers({ store, engine }, file, answers)
        waiting = answers.waiting
        return result
      }
      default:
        return (await importedBefore(file, identity)) ?? (await importHolders(file, identity))
    }
  }

  const settingOf = ({ network, token }: Pick<OpenedFile<'holders'>, 'network' | 'token'>): string => `imported:${network}:${token}`

  /** The result if the file was the last one imported for its token, else null. */
  async function importedBefore(file: OpenedFile<'holders'>, identity: string): Promise<ImportResult | null> {
    const { kind, network, token, sha256 } = file
    if ((await store.read.setting(settingOf(file))) !== identity || (await store.read.importedFile(sha256)) === null) return null
    const stored = await store.read.token({ network, address: token })
    if (stored === null || stored.snapshotCount === 0) return null
    return {
      kind,
      tokens: [{ network, token_address: token }],
      trades: 0,
      transfers: 0,
      holders: 0,
      snapshots: 0,
      skipped: 0,
      notes: ['This file was imported before; nothing changed.'],
    }
  }

  async function importHolders(file: OpenedFile<'holders'>, identity: string): Promise<ImportResult> {
    const result = await storeHolders({ store, engine }, file, unixSeconds(clock))
    await store.write.saveSetting({ name: settingOf(file), value: identity })
    return result
  }

  async function takeBackFile(sha256: string): Promise<Deletion> {
    const brought = await store.read.importedFile(sha256)
    const deletion = await store.write.takeBackImport({ sha256 })
    announce(deletion, brought)
    return deletion
  }

  async function restore(id: number): Promise<Deletion> {
    const deletion = await store.write.restoreDeletion(id)
    announce(deletion, deletion.kind === 'import' ? await store.read.importedFile(deletion.part ?? '') : null)
    return deletion
  }

  function announce(deletion: Deletion, brought: ImportRecord | null): void {
    for (const { network, token_address } of [deletion, ...(brought?.tokens ?? [])]) {
      engine.factsChanged({ network, address: trustedAddress(token_address) })
    }
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = previous.then(work)
    previous = done.catch(() => undefined)
    return done
  }

  return {
    importBytes: (bytes, options) => enqueue(() => importFile(bytes, options)),
    takeBack: (sha256) => enqueue(() => takeBackFile(sha256)),
    restore: (id) => enqueue(() => restore(id)),
  }
}
