import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import { AppError } from '../lib/app-error.ts'
import type { Logger } from '../lib/logger.ts'
import { unpackError, type SerializedError } from '../lib/serialized-error.ts'
import { workerUrl } from '../lib/worker-url.ts'
import type { EngineCall, EngineCalls, EngineRequest, EngineResponse, WorkerSetup } from './messages.ts'

/**
 * An idle worker ends after this time, since it takes at least 25 MB for each token it has indexed. The time is long because the
 * index ends with the worker: the first trade of a large token after a short pause must not process a million rows again.
 */
const IDLE_MS = 10 * 60_000

/** The engine's worker as the main thread sees it. After a crash or an idle stop, the next request starts a new worker. */
export type EngineThread = { readonly [K in EngineCall]: (...args: Parameters<EngineCalls[K]>) => Promise<ReturnType<EngineCalls[K]>> }

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

export function createEngineThread(setup: WorkerSetup, logger: Logger, idleMs = IDLE_MS): EngineThread {
  const pending = new Map<number, Pending>()
  let worker: Worker | null = null
  let nextId = 1
  let closed = false
  let idleTimer: NodeJS.Timeout | undefined
  let stopped: Promise<void> = Promise.resolve()

  function start(): Worker {
    const started = new Worker(workerUrl(import.meta.url, './worker.ts', 'engine-worker'), { workerData: setup, name: 'engine' })
    const onLost = (cause: unknown): void => {
      if (worker !== started) return
      worker = null
      for (const { reject } of pending.values()) reject(new AppError('internal', { cause }))
      pending.clear()
    }
    started.on('message', (response: EngineResponse) => {
      settle(response)
      if (pending.size === 0 && worker === started && !closed) idleTimer = setTimeout(stopIdle, idleMs).unref()
    })
    started.on('error', (error) => {
      logger.error({ err: error }, 'engine thread failed')
      onLost(error)
    })
    started.on('exit', () => onLost(null))
    return started
  }

  function settle(response: EngineResponse): void {
    const request = pending.get(response.id)
    pending.delete(response.id)
    if ('value' in response) request?.resolve(response.value)
    else request?.reject(failureOf(response.error))
  }

  function send<K extends EngineCall>(name: K, ...args: Parameters<EngineCalls[K]>): Promise<ReturnType<EngineCalls[K]>> {
    if (closed) return Promise.reject(new AppError('internal', { message: 'The engine is closed.' }))
    clearTimeout(idleTimer)
    const target = (worker ??= start())
    const id = nextId++
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      target.postMessage({ id, name, args } satisfies EngineRequest)
    })
  }

  /** The worker answers earlier requests first, then closes its file and ends. */
  async function stop(stopping: Worker): Promise<void> {
    const exited = once(stopping, 'exit')
    stopping.postMessage({ id: nextId++, name: 'close', args: [] } satisfies EngineRequest)
    await exited.catch((error: unknown) => logger.warn({ err: error }, 'engine thread did not close in order'))
  }

  /** Not awaited: the next request starts another worker while this one ends. */
  function stopIdle(): void {
    if (worker === null) return
    stopped = stop(worker)
    worker = null
  }

  return {
    records: (token, active, names) => send('records', keyOnly(token), active, names),
    snapshot: (token, active) => send('snapshot', keyOnly(token), active),
    query: (token, active, query) => send('query', keyOnly(token), active, query),
    across: (question) => send('across', question),
    traceFlow: (input) => send('traceFlow', input),
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await Promise.all([stopped, worker === null ? null : stop(worker)])
    },
  }
}

/** What is wrong with the service keeps its code, so that a caller waits for a database that is away. Anything else is a defect. */
function failureOf(sent: SerializedError): AppError {
  const error = unpackError(sent)
  return error instanceof AppError ? error : new AppError('internal', { cause: error })
}

/** A token key may be a whole stored token. Only these two fields are sent. */
const keyOnly = ({ network, address }: TokenKey): TokenKey => ({ network, address })
