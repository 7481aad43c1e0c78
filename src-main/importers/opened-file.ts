import type { Address } from '../../src-shared/domain/address.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { HoldersPlan, ImportPlan, KnownToken } from './plans.ts'
import type { Prepared } from './prepare.ts'
import type { FileInput } from './read-plan.ts'
import { parseMapToken } from './maps/map-networks.ts'

interface OfToken {
  readonly network: NetworkId
  readonly token: Address
}

/** What decides whether and how a file is stored. */
export interface FileHeads {
  /** `takenAt`: Unix seconds of the state in the file; null if the file does not say. */
  readonly holders: OfToken & { readonly kind: HoldersPlan['kind']; readonly takenAt: number | null }
  readonly transfers: OfToken & { readonly kind: 'transfer_list' }
  readonly snapshot: OfToken & { readonly kind: 'snapshot'; readonly takenAt: number }
  readonly answers: { readonly kind: 'node_answers' }
}
export type FileHead = FileHeads[keyof FileHeads]

/** A file that was read. Its rows stay in the worker until they are prepared. */
export type OpenedFile<K extends keyof FileHeads = keyof FileHeads> = {
  [Each in K]: FileHeads[Each] & {
    readonly name: string
    /** Of the file's bytes, hex. */
    readonly sha256: string
    /** The rows to store. Called at most once. @throws AppError `validation_error` if they do not fit */
    prepare(known: KnownToken): Promise<Prepared[Each]>
    close(): Promise<void>
  }
}[K]

export type OpenFile = (input: FileInput) => Promise<OpenedFile>

export function headOf(plan: ImportPlan): FileHead {
  switch (plan.kind) {
    case 'node_answers':
      return { kind: plan.kind }
    case 'snapshot': {
      const { network, token_address, timestamp: takenAt } = plan.record
      return { kind: plan.kind, network, token: parseMapToken(network, token_address), takenAt }
    }
    case 'transfer_list':
      return { kind: plan.kind, network: plan.network, token: plan.token }
    default:
      return { kind: plan.kind, network: plan.network, token: plan.token, takenAt: plan.takenAt }
  }
}
