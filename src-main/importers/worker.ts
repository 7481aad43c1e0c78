import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../lib/app-error.ts'
import { ROWS_PER_MESSAGE } from './limits.ts'
import type { ImportPlan } from './plans.ts'
import { readPlan, type PlanInput } from './read-plan.ts'

/**
 * Reads one file on a thread of its own and ends. Long lists go over in parts, each small enough to be unpacked between
 * two frames; the plan itself comes last, with those lists empty.
 */
export type WorkerMessage =
  | { readonly kind: 'rows'; readonly list: string; readonly rows: readonly unknown[] }
  | { readonly kind: 'plan'; readonly plan: ImportPlan; readonly sha256: string }
  | { readonly kind: 'refused'; readonly say: string }

/** Lists of plans that can be long. */
const LONG_LISTS = ['holders', 'labels', 'accounts', 'links', 'trades', 'transfers', 'pools'] as const

const port = parentPort
if (port !== null) {
  const tell = (message: WorkerMessage): void => port.postMessage(message)
  try {
    const input = workerData as PlanInput
    // Shared memory cannot be unpacked or decoded in place.
    const bytes = input.bytes.slice()
    const plan = readPlan({ ...input, bytes })
    const short: Record<string, unknown> = { ...plan }
    for (const list of LONG_LISTS) {
      const rows = short[list]
      if (!Array.isArray(rows)) continue
      for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) tell({ kind: 'rows', list, rows: rows.slice(from, from + ROWS_PER_MESSAGE) })
      short[list] = []
    }
    tell({ kind: 'plan', plan: short as unknown as ImportPlan, sha256: createHash('sha256').update(bytes).digest('hex') })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tell({ kind: 'refused', say: error.say })
  }
}
