import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import { AppError } from '../lib/app-error.ts'
import type { Logger } from '../lib/logger.ts'
import { unpackLists } from '../lib/long-lists.ts'
import { createOutbox, type Outbox } from '../lib/outbox.ts'
import { unpackError, type SerializedError } from '../lib/serialized-error.ts'
import { slicedArgs, type Slice } from '../lib/slices.ts'
import { workerUrl } from '../lib/worker-url.ts'
import type { EngineCall, EngineCalls, EngineRequest, EngineResponse, WorkerSetup } from './messages.ts'

/**
 * An idle worker ends after this time, since it takes at least 25 MB for each token it has indexed. The time is long because the
 * index ends with the worker: the first trade of a large token after a short pause must not process a million rows again.
 */
const IDLE_MS = 10 * 60_000

/** The engine's worker as the main thread sees it. After a crash or an idle stop, the next request starts a new worker. */
export type EngineThread = { readonly [K in EngineCall]: (...args: Parameters<EngineCalls[K]>) => Promise<ReturnType<EngineCalls[K]>> }

interface Running {
  readonly worker: Worker
  readonly outbox: Outbox<EngineRequest | Slice>
}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

export function createEngineThread(setup: WorkerSetup, logger: Logger, idleMs = IDLE_MS): EngineThread {
  const pending = new Map<number, Pending>()
  let running: Running | null = null
  let nextId = 1
  let closed = false
  let idleTimer: NodeJS.Timeout | undefined
  let stopped: Promise<void> = Promise.resolve()

  function start(): Running {
    const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'engine-worker'), { workerData: setup, name: 'engine' })
    const onLost = (cause: unknown): void => {
      if (running?.worker !== worker) return
      running = null
      for (const { reject } of pending.values()) reject(new AppError('internal', { cause }))
      pending.clear()
    }
    worker.on('message', (response: EngineResponse) => {
      settle(response)
      if (pending.size === 0 && running?.worker === worker && !closed) idleTimer = setTimeout(stopIdle, idleMs).unref()
    })
    worker.on('error', (error) => {
      logger.error({ err: error }, 'engine thread failed')
      onLost(error)
    })
    worker.on('exit', () => onLost(null))
    return { worker, outbox: createOutbox((message) => worker.postMessage(message)) }
  }

  function settle(response: EngineResponse): void {
    const request = pending.get(response.id)
    pending.delete(response.id)
    if ('error' in response) request?.reject(failureOf(response.error))
    else if (response.isPacked) void unpackLists(response.value).then(request?.resolve)
    else request?.resolve(response.value)
  }

  function send<K extends EngineCall>(name: K, ...args: Parameters<EngineCalls[K]>): Promise<ReturnType<EngineCalls[K]>> {
    if (closed) return Promise.reject(new AppError('internal', { message: 'The engine is closed.' }))
    clearTimeout(idleTimer)
    const { outbox } = (running ??= start())
    const id = nextId++
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      // Walking through the rules of the other calls would take longer than copying them.
      const sliced = name === 'traceFlow' ? slicedArgs(args) : { args, slices: [] }
      outbox.send([...sliced.slices.map((slice) => ({ id, ...slice })), { id, name, args: sliced.args }]).catch(reject)
    })
  }

  /** The worker answers earlier requests first, then closes its file and ends. */
  async function stop({ worker, outbox }: Running): Promise<void> {
    const exited = once(worker, 'exit')
    await outbox.send([{ id: nextId++, name: 'close', args: [] }])
    await exited.catch((error: unknown) => logger.warn({ err: error }, 'engine thread did not close in order'))
  }

  /** Not awaited: the next request starts another worker while this one ends. */
  function stopIdle(): void {
    if (running === null) return
    stopped = stop(running)
    running = null
  }

  return {
    records: (token, active, names) => send('records', keyOnly(token), active, names),
    snapshot: (token, active) => send('snapshot', keyOnly(token), active),
    query: (token, active, query) => send('query', keyOnly(token), active, query),
    across: (question) => send('across', question),
    snapshotClusters: (token, timestamp) => send('snapshotClusters', keyOnly(token), timestamp),
    traceFlow: (input) => send('traceFlow', input),
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await Promise.all([stopped, running === null ? null : stop(running)])
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
