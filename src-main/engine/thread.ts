import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import { AppError } from '../lib/app-error.ts'
import type { Logger } from '../lib/logger.ts'
import { workerUrl } from '../lib/worker-url.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import type { Flow, FlowInput } from '../records/trace.ts'
import type { AcrossAnswer, AcrossQuestion } from './across-question.ts'
import type { RecordName } from './interface.ts'
import type { ComputedRecords, ComputedSnapshot, EngineRequest, EngineResponse, QueryResult, WorkerSetup } from './messages.ts'
import type { Query } from './queries.ts'

/**
 * An idle worker ends after this time, since it takes at least 25 MB for each token it has indexed. The time is long because the
 * index ends with the worker: the first trade of a large token after a short pause must not process a million rows again.
 */
const IDLE_MS = 10 * 60_000

/** The engine's worker as the main thread sees it. After a crash or an idle stop, the next request starts a new worker. */
export interface EngineThread {
  records(token: TokenKey, active: ActiveRules, names: readonly RecordName[]): Promise<ComputedRecords | null>
  snapshot(token: TokenKey, active: ActiveRules): Promise<ComputedSnapshot | null>
  query(token: TokenKey, active: ActiveRules, query: Query): Promise<QueryResult | null>
  across(question: AcrossQuestion): Promise<AcrossAnswer>
  traceFlow(input: FlowInput): Promise<Flow>
  close(): Promise<void>
}

interface Pending {
  resolve(response: EngineResponse): void
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
    if (response.kind !== 'failed') request?.resolve(response)
    else request?.reject(new AppError('internal', { cause: new Error(response.message), facts: { stack: response.stack } }))
  }

  function send(make: (id: number) => EngineRequest): Promise<EngineResponse> {
    if (closed) return Promise.reject(new AppError('internal', { say: 'The engine is closed.' }))
    clearTimeout(idleTimer)
    const target = (worker ??= start())
    const id = nextId++
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      target.postMessage(make(id))
    })
  }

  /** The worker answers earlier requests first, then closes its file and ends. */
  async function stop(stopping: Worker): Promise<void> {
    const exited = once(stopping, 'exit')
    stopping.postMessage({ id: nextId++, kind: 'close' } satisfies EngineRequest)
    await exited.catch((error: unknown) => logger.warn({ err: error }, 'engine thread did not close in order'))
  }

  /** Not awaited: the next request starts another worker while this one ends. */
  function stopIdle(): void {
    if (worker === null) return
    stopped = stop(worker)
    worker = null
  }

  return {
    async records(token, active, names) {
      const response = await send((id) => ({ id, kind: 'records', token: keyOnly(token), active, names }))
      return response.kind === 'records' ? response.value : null
    },
    async snapshot(token, active) {
      const response = await send((id) => ({ id, kind: 'snapshot', token: keyOnly(token), active }))
      return response.kind === 'snapshot' ? response.value : null
    },
    async query(token, active, query) {
      const response = await send((id) => ({ id, kind: 'query', token: keyOnly(token), active, query }))
      return response.kind === 'query' ? response.value : null
    },
    async across(question) {
      const response = await send((id) => ({ id, kind: 'across', question }))
      if (response.kind !== 'across') throw new AppError('internal')
      return response.value
    },
    async traceFlow(input) {
      const response = await send((id) => ({ id, kind: 'flow', input }))
      if (response.kind !== 'flow') throw new AppError('internal')
      return response.value
    },
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await Promise.all([stopped, worker === null ? null : stop(worker)])
    },
  }
}

/** A token key may be a whole stored token. Only these two fields are sent. */
const keyOnly = ({ network, address }: TokenKey): TokenKey => ({ network, address })
