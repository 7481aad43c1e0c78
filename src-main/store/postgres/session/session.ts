import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { workerUrl } from '../../../lib/worker-url.ts'
import { databaseFault } from '../faults.ts'
import {
  LENGTH,
  REPLIES,
  STARTED,
  type Ask,
  type RequestedStep,
  type IoSetup,
  type Reply,
  type ResultColumn,
  type Step,
  type StepResult,
} from './messages.ts'
import { readResults } from './results.ts'

/**
 * A connection to PostgreSQL whose calls block until they are answered, like SQLite's, so that each query is written once for both. A second thread
 * owns the socket, and the caller sleeps on a counter of replies. A call takes about 50 microseconds more than the round trip, so many rows are sent
 * in one call.
 */
export interface Session {
  /** Runs steps in one round trip. The first error ends them. @throws AppError */
  run(steps: readonly Step[]): readonly StepResult[]
  /** Runs statements without values. */
  script(text: string): void
  /** Runs steps without waiting. Errors are not reported. */
  send(steps: readonly Step[]): void
  close(): void
}

/** How long a sleeping caller waits, because it is not notified of a thread that fails to start. */
const START_MS = 60_000
const notStarted = (): Error => new Error('the thread that talks to PostgreSQL did not start')

/** A page of 500 trades fits. */
const SHARED_BYTES = 256 * 1024

export function openSession(url: string): Session {
  const { port1: port, port2 } = new MessageChannel()
  const control = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))
  const memory = new Uint8Array(new SharedArrayBuffer(SHARED_BYTES))
  const worker = new Worker(workerUrl(import.meta.url, './io-worker.ts', 'postgres-worker'), {
    workerData: { url, port: port2, control, memory } satisfies IoSetup,
    transferList: [port2],
    name: 'postgres',
  })
  worker.unref()
  const statements = new Map<string, number>()
  const columns: (readonly ResultColumn[])[] = []
  let replies = 0

  function nextReply(): Reply['outcome'] | Uint8Array {
    while (Atomics.load(control, REPLIES) === replies) {
      if (Atomics.wait(control, REPLIES, replies, START_MS) === 'timed-out' && Atomics.load(control, STARTED) === 0) throw notStarted()
    }
    replies = (replies + 1) | 0
    const length = Atomics.load(control, LENGTH)
    if (length >= 0) return memory.subarray(0, length)
    const { prepared, outcome } = (receiveMessageOnPort(port) as { message: Reply }).message
    for (const [statement, of] of prepared) columns[statement] = of
    return outcome
  }

  function numbered({ text, rows }: Step): RequestedStep {
    const known = statements.get(text)
    if (known !== undefined) return { statement: known, text: undefined, rows }
    statements.set(text, statements.size)
    return { statement: statements.size - 1, text, rows }
  }

  function ask(steps: Ask['steps']): Uint8Array {
    port.postMessage({ steps, replies: true } satisfies Ask)
    const outcome = nextReply()
    if ('code' in outcome) throw databaseFault(outcome, url)
    return outcome
  }

  function run(steps: readonly Step[]): readonly StepResult[] {
    const asked = steps.map(numbered)
    const reply = ask(asked)
    return readResults(
      reply,
      asked.map(({ statement, rows }) => ({ columns: columns[statement] ?? [], runs: rows.length })),
    )
  }

  return {
    run,
    script: (text) => void ask(text),
    send: (steps) => port.postMessage({ steps: steps.map(numbered), replies: false } satisfies Ask),
    close() {
      port.postMessage(null)
    },
  }
}
