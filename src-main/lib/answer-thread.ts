import { Worker, parentPort } from 'node:worker_threads'
import { asError } from './as-error.ts'
import type { Awaitable } from './awaitable.ts'

/** A worker thread that answers questions, started with the first one. It does not keep the process alive. */
export interface AnswerThread<Question, Answer> {
  /** @throws Error if the work or its thread failed */
  ask(question: Question): Promise<Answer>
  /** Questions that have no answer yet are rejected. */
  close(): Promise<void>
}

interface Request<Question> {
  readonly id: number
  readonly question: Question
}

type Reply<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly fault: string })

interface Pending<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * @param url of a worker that calls `serveAnswers` with the same types
 * @param setup its `workerData`, read when it starts
 */
export function openAnswerThread<Question, Answer>(url: () => URL, name: string, setup?: () => unknown): AnswerThread<Question, Answer> {
  const pending = new Map<number, Pending<Answer>>()
  let thread: Worker | null = null
  let lastId = 0

  function start(): Worker {
    const worker = new Worker(url(), { name, workerData: setup?.() })
    worker.on('message', (reply: Reply<Answer>) => {
      const asked = pending.get(reply.id)
      pending.delete(reply.id)
      if (pending.size === 0) worker.unref()
      if ('fault' in reply) asked?.reject(new Error(reply.fault))
      else asked?.resolve(reply.answer)
    })
    const ended = (error: Error): void => {
      if (thread === worker) thread = null
      for (const asked of pending.values()) asked.reject(error)
      pending.clear()
    }
    worker.on('error', ended)
    worker.on('exit', (code) => ended(new Error(`the thread ${name} exited with code ${code}`)))
    return worker
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        lastId += 1
        pending.set(lastId, { resolve, reject })
        thread.ref()
        const asked: Request<Question> = { id: lastId, question }
        thread.postMessage(asked)
      }),
    close: async () => void (await thread?.terminate()),
  }
}

/** The worker's side. A question that fails does not end the thread. Other messages are left to other listeners. */
export function serveAnswers<Question, Answer>(answer: (question: Question) => Awaitable<Answer>): void {
  const port = parentPort
  if (port === null) throw new Error('this file runs as a worker only')
  port.on('message', (message: Request<Question> | object) => {
    if (!('question' in message)) return
    const { id, question } = message
    const post = (reply: Reply<Answer>): void => port.postMessage(reply)
    new Promise<Answer>((resolve) => resolve(answer(question))).then(
      (known) => post({ id, answer: known }),
      (error: unknown) => post({ id, fault: asError(error).message }),
    )
  })
}
