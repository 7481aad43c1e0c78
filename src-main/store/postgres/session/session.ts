import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { workerUrl } from '../../../lib/worker-url.ts'
import { databaseFault } from '../faults.ts'
import { STARTED, type Answers, type Ask, type AskedStep, type Reply, type ResultColumn, type Step, type StepResult } from './messages.ts'
import { decodeRows } from './values.ts'

/**
 * A connection to PostgreSQL whose calls wait for their answer, as those of SQLite do, so that one meaning of every query holds for both. A
 * second thread has the socket: the caller sleeps on a counter of replies. It costs about 50 microseconds beside the trip to the server, so
 * rows go over together wherever there are many.
 */
export interface Session {
  /** Runs steps in one trip, the first error ends it. @throws AppError */
  run(steps: readonly Step[]): readonly StepResult[]
  /** Runs statements without values. */
  script(text: string): void
  /** As `run` without waiting; what fails is not reported. */
  send(steps: readonly Step[]): void
  close(): void
}

/** A thread that fails to start says nothing to one that sleeps. */
const START_MS = 60_000
const notStarted = (): Error => new Error('the thread that talks to PostgreSQL did not start')

export function openSession(url: string): Session {
  const { port1: port, port2 } = new MessageChannel()
  const replies = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(workerUrl(import.meta.url, './io-worker.ts', 'postgres-worker'), {
    workerData: { url, port: port2, replies },
    transferList: [port2],
    name: 'postgres',
  })
  worker.unref()
  const statements = new Map<string, number>()
  const columns: (readonly ResultColumn[])[] = []

  function nextReply(): Reply {
    for (;;) {
      const seen = Atomics.load(replies, 0)
      const found = receiveMessageOnPort(port) as { message: Reply } | undefined
      if (found !== undefined) return found.message
      if (Atomics.wait(replies, 0, seen, START_MS) === 'timed-out' && Atomics.load(replies, STARTED) === 0) throw notStarted()
    }
  }

  function numbered({ text, rows }: Step): AskedStep {
    const known = statements.get(text)
    if (known !== undefined) return { statement: known, text: undefined, rows }
    statements.set(text, statements.size)
    return { statement: statements.size - 1, text, rows }
  }

  function ask(steps: Ask['steps']): Answers {
    port.postMessage({ steps, replies: true } satisfies Ask)
    const { prepared, outcome } = nextReply()
    for (const [statement, of] of prepared) columns[statement] = of
    if ('code' in outcome) throw databaseFault(outcome, url)
    return outcome
  }

  function run(steps: readonly Step[]): readonly StepResult[] {
    const asked = steps.map(numbered)
    const { rows, ends, counts } = ask(asked)
    return asked.map(({ statement }, i) => {
      const of = columns[statement] ?? []
      return { columns: of, rows: decodeRows(rows.subarray(ends[i - 1] ?? 0, ends[i]), of), count: counts[i] ?? 0 }
    })
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
