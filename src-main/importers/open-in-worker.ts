import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '../lib/app-error.ts'
import { copyInTurns } from '../lib/copy-in-turns.ts'
import { unpackLists } from '../lib/long-lists.ts'
import { workerUrl } from '../lib/worker-url.ts'
import { importError } from './errors.ts'
import { MAX_SECONDS } from './limits.ts'
import type { OpenedFile } from './opened-file.ts'
import type { KnownToken } from './plans.ts'
import type { FileInput } from './read-plan.ts'
import type { WorkerMessage } from './worker.ts'

/**
 * Reads a file on a worker thread, which then prepares its rows and ends.
 *
 * @throws AppError `validation_error` for a file that cannot be read or takes too long, `internal` if the thread fails
 */
export async function openInWorker(input: FileInput): Promise<OpenedFile> {
  const workerData: FileInput = { ...input, bytes: await copyToShared(input.bytes) }
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'import-worker'), { workerData, name: 'import' })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  worker.on('error', (cause) => failed.reject(toWorkerError(cause)))
  worker.on('exit', () => failed.reject(new AppError('internal', { message: 'Reading the file stopped unexpectedly.' })))
  const close = async (): Promise<void> => void (await worker.terminate())

  async function answer(): Promise<Exclude<WorkerMessage, { kind: 'refused' }>> {
    const answered = new AbortController()
    const late = delay(MAX_SECONDS * 1000, null, { signal: answered.signal }).then(() => {
      throw importError(`Reading the file took longer than ${MAX_SECONDS} s. Split it into parts.`)
    })
    try {
      // The last message and the end of the thread may arrive together, and the message counts.
      const posted = new Promise<WorkerMessage>((resolve) => worker.once('message', resolve))
      const message = await Promise.race([posted, failed.promise, late])
      if (message.kind === 'refused') throw importError(message.message)
      return message
    } finally {
      answered.abort()
      late.catch(() => undefined)
    }
  }

  try {
    const { head, sha256 } = (await answer()) as Extract<WorkerMessage, { kind: 'opened' }>
    const prepare = async (known: KnownToken): Promise<unknown> => {
      worker.postMessage(known)
      return unpackLists(((await answer()) as Extract<WorkerMessage, { kind: 'prepared' }>).rows)
    }
    // The kind of the rows follows from the head.
    return { ...head, name: input.name, sha256, prepare, close } as OpenedFile
  } catch (error) {
    await close()
    throw error
  }
}

/** Copies bytes to shared memory, which the worker reads without another copy. The caller keeps its own bytes. */
async function copyToShared(bytes: Uint8Array): Promise<Uint8Array> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  await copyInTurns(shared, [bytes])
  return shared
}

function toWorkerError(cause: unknown): AppError {
  return (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? importError('The file is too large to be read in memory. Split it into parts.', cause)
    : new AppError('internal', { message: 'Reading the file failed.', cause })
}
