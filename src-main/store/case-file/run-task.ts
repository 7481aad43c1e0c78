import { runTask } from '../../lib/task-thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { Task, Tasks } from './worker.ts'

/** Runs one task on a case file on a separate thread, which takes over the buffers to `transfer`. @throws AppError */
export function runCaseFileTask<K extends keyof Tasks>(
  kind: K,
  input: Tasks[K]['input'],
  transfer: readonly ArrayBuffer[] = [],
): Promise<Tasks[K]['output']> {
  const url = workerUrl(import.meta.url, './worker.ts', 'case-file-worker')
  return runTask({ url, name: 'case-file', doing: 'Working on the case file' }, { kind, input } as Task, transfer)
}
