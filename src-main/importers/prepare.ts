import { serialize } from 'node:v8'
import type { StoredToken } from '../store/interface.ts'
import { toShared } from '../lib/shared-bytes.ts'
import { MAX_WAITING_HALVES } from './limits.ts'
import { prepareTransfers, type PreparedTransfers } from './lists/prepare-transfers.ts'
import { deriveHoldings, type DerivedHoldings } from './maps/derive-holdings.ts'
import type { AnswersPlan, HoldersPlan, ImportPlan } from './plans.ts'
import { prepareSnapshot, type PreparedSnapshot } from './snapshots/prepare-snapshot.ts'

/** What the rows of a file depend on. */
export interface KnownToken {
  readonly stored: Pick<StoredToken, 'decimals' | 'totalSupply'> | null
  /** Unix seconds of the state in the file. */
  readonly takenAt: number
}

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
