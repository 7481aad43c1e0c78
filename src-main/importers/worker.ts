import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../lib/app-error.ts'
import { ROWS_PER_MESSAGE } from './limits.ts'
import type { ImportPlan } from './plans.ts'
import { readPlan, type PlanInput } from './read-plan.ts'

/**
 * Reads one file on its own thread, which then ends. Long lists are sent in parts, each small enough to be deserialized between two frames. The plan
 * is sent last, with these lists empty.
 */
export type WorkerMessage =
  | { readonly kind: 'rows'; readonly list: string; readonly rows: readonly unknown[] }
  | { readonly kind: 'plan'; readonly plan: ImportPlan; readonly sha256: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Lists that can be long. */
const LONG_LISTS = ['holders', 'labels', 'accounts', 'links', 'trades', 'transfers', 'pools'] as const

const port = parentPort
if (port !== null) {
  const send = (message: WorkerMessage): void => port.postMessage(message)
  try {
    const input = workerData as PlanInput
    // Shared memory cannot be decompressed or decoded in place.
    const bytes = input.bytes.slice()
    const plan = readPlan({ ...input, bytes })
    const short: Record<string, unknown> = { ...plan }
    for (const list of LONG_LISTS) {
      const rows = short[list]
      if (!Array.isArray(rows)) continue
      for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) send({ kind: 'rows', list, rows: rows.slice(from, from + ROWS_PER_MESSAGE) })
      short[list] = []
    }
    send({ kind: 'plan', plan: short as unknown as ImportPlan, sha256: createHash('sha256').update(bytes).digest('hex') })
  } catch (error) {
    if (error instanceof AppError) send({ kind: 'refused', message: error.message })
    // The parser's reviver and the readers of formats recurse for nested values.
    else if (error instanceof RangeError) send({ kind: 'refused', message: 'The file is nested too deeply.' })
    else throw error
  }
}
