import type { Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { ImportRecord, ImportResult } from '../../src-shared/contract/records/imports.ts'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { AppError } from '../lib/app-error.ts'
import { assertNever } from '../lib/assert-never.ts'
import { unixSeconds, type Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { EvmHalves } from './answers/evm-pairs.ts'
import type { Importer, ImportOptions } from './interface.ts'
import { MAX_FILE_BYTES, MAX_WAITING_HALVES } from './limits.ts'
import { readPlanInWorker, type ReadFile } from './plan-worker.ts'
import { NO_LIST_OPTIONS } from './lists/list-options.ts'
import type { HoldersPlan, ImportPlan } from './plans.ts'
import type { PlanInput } from './read-plan.ts'
import { storeTransfers } from './lists/store-transfers.ts'
import { storeAnswers } from './answers/store-answers.ts'
import { storeHolders, type ImportedFile, type StoreTarget } from './maps/store-holders.ts'
import { storeSnapshot } from './snapshots/store-snapshot.ts'

export interface ImporterOptions extends StoreTarget {
  readonly clock: Clock
  readonly logger: Logger
  /** Default: on a worker thread. */
  readonly readFile?: (input: PlanInput) => Promise<ReadFile>
}

/**
 * Reads files on a worker thread and stores their content, one file after another. Importing a file again changes nothing while its data is still
 * stored.
 */
export function createImporter({ store, engine, clock, logger, readFile = readPlanInWorker }: ImporterOptions): Importer {
  let waiting: readonly EvmHalves[] = []
  let previous: Promise<unknown> = Promise.resolve()

  async function importFile(bytes: Uint8Array, options: ImportOptions): Promise<ImportResult> {
    if (bytes.length > MAX_FILE_BYTES) {
      throw new AppError('too_large', { message: `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it into parts.` })
    }
    const began = clock.now()
    const { network, name, list = NO_LIST_OPTIONS } = options
    const { plan, sha256 } = await readFile({ bytes, network, name, waiting, list })
    // A list read with other columns or another supply gives another state of the token.
    const result = await storePlan(plan, { name, sha256 }, plan.kind === 'holder_list' ? `${sha256} ${JSON.stringify(list)}` : sha256)
    const { source = null, licence = null, sample = false } = options.provenance ?? {}
    await store.write.saveImport({ ...result, sha256, name: options.name, imported_at: unixSeconds(clock), source, licence, sample })
    if (plan.kind === 'node_answers') waiting = plan.waiting.slice(-MAX_WAITING_HALVES)
    logger.info({ file: options.name, kind: result.kind, ms: clock.now() - began }, 'file imported')
    return result
  }

  async function storePlan(plan: ImportPlan, file: ImportedFile, identity: string): Promise<ImportResult> {
    switch (plan.kind) {
      case 'holder_map':
      case 'relationship_map':
      case 'holder_list':
        return (await importedBefore(plan, file, identity)) ?? (await importHolders(plan, file, identity))
      case 'transfer_list':
        return await storeTransfers({ store, engine }, file, plan)
      case 'snapshot':
        return await storeSnapshot({ store, engine }, file, plan.record)
      case 'node_answers':
        return await storeAnswers({ store, engine }, file, plan)
      default:
        return assertNever(plan)
    }
  }

  const settingOf = ({ network, token }: Pick<HoldersPlan, 'network' | 'token'>): string => `imported:${network}:${token}`

  /** The result if the file was the last one imported for its token, else null. */
  async function importedBefore(plan: HoldersPlan, { sha256 }: ImportedFile, identity: string): Promise<ImportResult | null> {
    if ((await store.read.setting(settingOf(plan))) !== identity || (await store.read.importedFile(sha256)) === null) return null
    const stored = await store.read.token({ network: plan.network, address: plan.token })
    if (stored === null || stored.snapshotCount === 0) return null
    return {
      kind: plan.kind,
      tokens: [{ network: plan.network, token_address: plan.token }],
      trades: 0,
      transfers: 0,
      holders: 0,
      snapshots: 0,
      skipped: 0,
      notes: ['This file was imported before; nothing changed.'],
    }
  }

  async function importHolders(plan: HoldersPlan, file: ImportedFile, identity: string): Promise<ImportResult> {
    const result = await storeHolders({ store, engine }, file, plan, unixSeconds(clock))
    await store.write.saveSetting({ name: settingOf(plan), value: identity })
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
