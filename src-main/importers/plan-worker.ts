import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '../lib/app-error.ts'
import { workerUrl } from '../lib/worker-url.ts'
import { MAX_SECONDS } from './limits.ts'
import type { ImportPlan } from './plans.ts'
import type { PlanInput } from './read-plan.ts'
import { importError } from './errors.ts'
import type { WorkerMessage } from './worker.ts'

export interface ReadFile {
  readonly plan: ImportPlan
  /** Of the file's bytes, hex. */
  readonly sha256: string
}

/**
 * Reads a file on a worker thread.
 *
 * @throws AppError `validation_error` for a file that cannot be read or takes too long, `internal` if the thread fails
 */
export async function readPlanInWorker(input: PlanInput): Promise<ReadFile> {
  const workerData: PlanInput = { ...input, bytes: await copyToShared(input.bytes) }
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'import-worker'), { workerData, name: 'import' })
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      const lists = new Map<string, unknown[]>()
      const timeout = setTimeout(
        () => reject(importError(`Reading the file took longer than ${MAX_SECONDS} s. Split it into parts.`)),
        MAX_SECONDS * 1000,
      )
      const end = (error: AppError): void => {
        clearTimeout(timeout)
        reject(error)
      }
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'rows') return void append(lists, message.list, message.rows)
        if (message.kind === 'refused') return end(importError(message.message))
        clearTimeout(timeout)
        resolve({ plan: { ...message.plan, ...Object.fromEntries(lists) }, sha256: message.sha256 })
      })
      worker.on('error', (cause) => end(toWorkerError(cause)))
      worker.on('exit', () => end(new AppError('internal', { message: 'Reading the file stopped unexpectedly.' })))
    })
  } finally {
    await worker.terminate()
  }
}

/** Bytes copied per turn of the event loop: about a millisecond. */
const BYTES_PER_TURN = 4 * 1024 * 1024

/** Copies bytes to shared memory, which the worker reads without another copy. The caller keeps its own bytes. */
async function copyToShared(bytes: Uint8Array): Promise<Uint8Array> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  for (let from = 0; from < bytes.length; from += BYTES_PER_TURN) {
    if (from > 0) await nextTurn()
    shared.set(bytes.subarray(from, from + BYTES_PER_TURN), from)
  }
  return shared
}

function append(lists: Map<string, unknown[]>, list: string, rows: readonly unknown[]): void {
  const known = lists.get(list) ?? []
  known.push(...rows)
  lists.set(list, known)
}

function toWorkerError(cause: unknown): AppError {
  return (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? importError('The file is too large to be read in memory. Split it into parts.', cause)
    : new AppError('internal', { message: 'Reading the file failed.', cause })
}
