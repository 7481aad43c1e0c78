import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/app-error.ts'
import { unpackLists } from '../../lib/long-lists.ts'
import type { Logger } from '../../lib/logger.ts'
import { createOutbox } from '../../lib/outbox.ts'
import { unpackError } from '../../lib/serialized-error.ts'
import { slicedArgs, type Slice } from '../../lib/slices.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { Fence } from '../fence.ts'
import { CLOSE, OPEN, OPENING, type Answer, type Call, type WorkerRole } from './worker-messages.ts'

/** The main thread's handle of a store thread. */
export interface StoreThread {
  call(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown>
  /** Waits for the pending calls, closes the file, and ends the thread. Later calls are rejected. */
  close(): Promise<void>
}

/** Longer calls delay others and are logged. */
const SLOW_CALL_MS = 40

const STOPPED = 'The store stopped working; restart the app to reopen it. Data that was stored before is safe.'
const CLOSED = 'The store is closed.'

interface Waiting {
  readonly name: string
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * Starts the thread and waits until it has opened the file, which it does once the file is `created`. Rejects with the fault of opening or of creating.
 */
export async function startThread(role: WorkerRole, logger: Logger, created?: Promise<unknown>): Promise<StoreThread> {
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'store-worker'), { workerData: role, name: `store-${role.role}` })
  return attach(worker, role.role, logger, created)
}

/** Connects to a worker that was just started. Separate from `startThread` so that a test can terminate the worker. */
export async function attach(
  worker: Worker,
  role: WorkerRole['role'],
  logger: Logger,
  created: Promise<unknown> = Promise.resolve(),
): Promise<StoreThread> {
  const waiting = new Map<number, Waiting>()
  let nextId = OPENING
  let ended: string | null = null

  function expect(name: string): { id: number; answered: Promise<unknown> } {
    const id = nextId++
    return { id, answered: new Promise((resolve, reject) => waiting.set(id, { name, resolve, reject })) }
  }

  function end(message: string, cause: unknown): void {
    ended ??= message
    for (const { reject } of waiting.values()) reject(new AppError('internal', { message, cause }))
    waiting.clear()
  }

  worker.on('message', ({ id, ms, value, isPacked, error }: Answer) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (ms > SLOW_CALL_MS) logger.info({ call: call?.name, role, ms: Math.round(ms) }, 'slow store call')
    if (error !== undefined) call?.reject(unpackError(error))
    else if (isPacked === true) void unpackLists(value).then(call?.resolve)
    else call?.resolve(value)
  })
  worker.on('error', (error) => {
    logger.error({ err: error, role }, 'store thread failed')
    end(STOPPED, error)
  })
  worker.on('exit', () => end(STOPPED, undefined))

  const outbox = createOutbox<Call | Slice>((message) => worker.postMessage(message))
  const opening = expect('open')
  try {
    await Promise.all([opening.answered, created.then(() => worker.postMessage(OPEN))])
  } catch (error) {
    await worker.terminate()
    throw error
  }

  async function call(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown> {
    if (ended !== null) throw new AppError('internal', { message: ended })
    const { id, answered } = expect(name)
    // The thread may die while slices are being sent; the caller gets the rejection below.
    answered.catch(() => undefined)
    const sliced = slicedArgs(args)
    try {
      await outbox.send([...sliced.slices.map((slice) => ({ id, ...slice })), { id, name, args: sliced.args, fence }])
    } catch (error) {
      waiting.delete(id)
      throw error
    }
    return answered
  }

  return {
    call,
    async close() {
      if (ended !== null) return
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      const closed = call(CLOSE, [])
      ended = CLOSED
      await closed
      await exited
    },
  }
}
