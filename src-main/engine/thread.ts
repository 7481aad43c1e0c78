import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import { AppError } from '../lib/app-error.ts'
import type { Logger } from '../lib/logger.ts'
import { workerUrl } from '../lib/worker-url.ts'
import type { ActiveRules } from '../detectors/rules.ts'
import type { RecordName } from './interface.ts'
import type { Answered, Ask, ComputedRecords, Reply, WorkerSetup } from './messages.ts'
import type { Question } from './questions.ts'

/**
 * A thread that nobody asked for this long is ended: it keeps some 25 MB and more for each token it studied. Long, for what it
 * studied goes with it: the first trade of a large token after a short pause must not count a million rows again.
 */
const IDLE_MS = 10 * 60_000

/** The engine's worker as the main thread sees it. A thread that died, or was ended because nobody asked, is started anew by the next ask. */
export interface EngineThread {
  records(token: TokenKey, active: ActiveRules, names: readonly RecordName[]): Promise<ComputedRecords | null>
  snapshot(token: TokenKey, active: ActiveRules, timestamp: number): Promise<Uint8Array | null>
  question(token: TokenKey, active: ActiveRules, question: Question): Promise<Answered | null>
  close(): Promise<void>
}

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

export function createEngineThread(setup: WorkerSetup, logger: Logger, idleMs = IDLE_MS): EngineThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let nextId = 1
  let closed = false
  let idle: NodeJS.Timeout | undefined
  let ended: Promise<void> = Promise.resolve()

  function start(): Worker {
    const started = new Worker(workerUrl(import.meta.url, './worker.ts', 'engine-worker'), { workerData: setup, name: 'engine' })
    const lost = (cause: unknown): void => {
      if (worker !== started) return
      worker = null
      for (const { reject } of waiting.values()) reject(new AppError('internal', { cause }))
      waiting.clear()
    }
    started.on('message', (reply: Reply) => {
      const ask = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.kind === 'failed') ask?.reject(new AppError('internal', { cause: new Error(reply.message), facts: { stack: reply.stack } }))
      else ask?.resolve(reply)
      if (waiting.size === 0 && worker === started && !closed) idle = setTimeout(rest, idleMs).unref()
    })
    started.on('error', (error) => {
      logger.error({ err: error }, 'engine thread failed')
      lost(error)
    })
    started.on('exit', () => lost(null))
    return started
  }

  function ask(make: (id: number) => Ask): Promise<Reply> {
    if (closed) return Promise.reject(new AppError('internal', { say: 'The engine is closed.' }))
    clearTimeout(idle)
    const target = (worker ??= start())
    const id = nextId++
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      target.postMessage(make(id))
    })
  }

  /** What was asked before is answered first; then the thread closes its file and ends. */
  async function leave(leaving: Worker): Promise<void> {
    const left = once(leaving, 'exit')
    leaving.postMessage({ id: nextId++, kind: 'close' } satisfies Ask)
    await left.catch((error: unknown) => logger.warn({ err: error }, 'engine thread did not close in order'))
  }

  /** Nobody waits for it: the next ask starts another while this one leaves. */
  function rest(): void {
    if (worker === null) return
    ended = leave(worker)
    worker = null
  }

  return {
    async records(token, active, names) {
      const reply = await ask((id) => ({ id, kind: 'records', token: plain(token), active, names }))
      return reply.kind === 'records' ? reply.value : null
    },
    async snapshot(token, active, timestamp) {
      const reply = await ask((id) => ({ id, kind: 'snapshot', token: plain(token), active, timestamp }))
      return reply.kind === 'snapshot' ? reply.value : null
    },
    async question(token, active, question) {
      const reply = await ask((id) => ({ id, kind: 'question', token: plain(token), active, question }))
      return reply.kind === 'question' ? reply.value : null
    },
    async close() {
      closed = true
      clearTimeout(idle)
      await Promise.all([ended, worker === null ? null : leave(worker)])
    },
  }
}

/** A token key may be a whole stored token: only its two fields cross the thread. */
const plain = ({ network, address }: TokenKey): TokenKey => ({ network, address })
