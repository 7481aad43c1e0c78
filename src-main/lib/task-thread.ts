import { Worker, parentPort, workerData } from 'node:worker_threads'
import { AppError } from './app-error.ts'
import { packLists, unpackLists } from './long-lists.ts'

/** Runs one task on a separate worker thread, which ends with the task. */

type Reply =
  | { readonly kind: 'done'; /** Packed. */ readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: AppError['code']; readonly message: string }

export interface TaskThread {
  /** URL of a worker that calls `serveTask`. */
  readonly url: URL
  readonly name: string
  /** Names the work in errors, as in "Reading the file failed." */
  readonly doing: string
}

/** @throws AppError of the task, or `internal` when the thread fails */
export async function runTask<Output>({ url, name, doing }: TaskThread, task: unknown, transfer: readonly ArrayBuffer[] = []): Promise<Output> {
  const worker = new Worker(url, { workerData: task, name, transferList: [...transfer] })
  try {
    return await new Promise<Output>((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if (reply.kind === 'done') resolve(unpackLists(reply.value) as Promise<Output>)
        else reject(new AppError(reply.code, { message: reply.message }))
      })
      worker.on('error', (cause) => reject(new AppError('internal', { message: `${doing} failed.`, cause })))
      worker.on('exit', () => reject(new AppError('internal', { message: `${doing} stopped unexpectedly.` })))
    })
  } finally {
    await worker.terminate()
  }
}

/** The worker's side. Does nothing if the module is loaded outside a worker. */
export function serveTask<Task>(run: (task: Task) => unknown): void {
  if (parentPort === null) return
  try {
    const { value, ports } = packLists(run(workerData as Task))
    parentPort.postMessage({ kind: 'done', value } satisfies Reply, ports)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    parentPort.postMessage({ kind: 'refused', code: error.code, message: error.message } satisfies Reply)
  }
}
