import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/app-error.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { Reply, Task, Tasks } from './worker.ts'

/** Runs one task on a case file on a thread of its own. @throws AppError */
export async function runCaseFileTask<K extends keyof Tasks>(kind: K, input: Tasks[K]['input']): Promise<Tasks[K]['output']> {
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'case-file-worker'), { workerData: { kind, input } as Task, name: 'case-file' })
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if (reply.kind === 'done') resolve(reply.value as Tasks[K]['output'])
        else reject(new AppError(reply.code, { say: reply.say }))
      })
      worker.on('error', (cause) => reject(new AppError('internal', { say: 'Working on the case file failed.', cause })))
      worker.on('exit', () => reject(new AppError('internal', { say: 'Working on the case file stopped unexpectedly.' })))
    })
  } finally {
    await worker.terminate()
  }
}
