import { serialize } from 'node:v8'
import { toShared } from '../lib/shared-bytes.ts'
import { MAX_WAITING_HALVES } from './limits.ts'
import { prepareTransfers, type PreparedTransfers } from './lists/prepare-transfers.ts'
import { deriveHoldings, type DerivedHoldings } from './maps/derive-holdings.ts'
import type { AnswersPlan, HoldersPlan, ImportPlan, KnownToken } from './plans.ts'
import { prepareSnapshot, type PreparedSnapshot } from './snapshots/prepare-snapshot.ts'

/** The rows of each kind of file as they are stored. */
export interface Prepared {
  readonly holders: DerivedHoldings & Pick<HoldersPlan, 'labels' | 'accounts' | 'links' | 'degrees' | 'skipped'>
  readonly transfers: PreparedTransfers
  readonly snapshot: PreparedSnapshot
  /** `waiting`: serialized, because only the reader of the next file looks into them. */
  readonly answers: Omit<AnswersPlan, 'waiting'> & { readonly waiting: Uint8Array }
}

/** Pure. Takes long for large files, so it runs in the worker. @throws AppError `validation_error` */
export function preparePlan(plan: ImportPlan, { stored, takenAt }: KnownToken): Prepared[keyof Prepared] {
  switch (plan.kind) {
    case 'transfer_list':
      return prepareTransfers(plan, stored)
    case 'snapshot':
      return prepareSnapshot(plan.record)
    case 'node_answers':
      return { ...plan, waiting: toShared(serialize(plan.waiting.slice(-MAX_WAITING_HALVES))) }
    default: {
      const { labels, accounts, links, degrees, skipped } = plan
      return { ...deriveHoldings(plan, stored, takenAt), labels, accounts, links, degrees, skipped }
    }
  }
}
