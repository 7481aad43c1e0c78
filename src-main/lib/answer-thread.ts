import { MessageChannel, Worker, parentPort, type MessagePort } from 'node:worker_threads'
import { asError } from './as-error.ts'
import type { Awaitable } from './awaitable.ts'
import { takeParts } from './long-lists.ts'

/** A worker thread that answers questions, started with the first one. It does not keep the process alive. */
export interface AnswerThread<Question, Answer, Part = never> {
  /**
   * @param transfer buffers of the question that the thread takes over
   * @param onPart receives what the worker posted before its answer, one part a turn of the event loop
   * @throws Error if the work or its thread failed
   */
  ask(question: Question, transfer?: readonly ArrayBuffer[], onPart?: (part: Part) => void): Promise<Answer>
  /** Stops the thread in the middle of its work. All open questions fail, and the next one starts another thread. */
  end(): Promise<void>
}

interface Request<Question> {
  readonly id: number
  readonly question: Question
}

type Reply<Answer> = { readonly id: number } & (
  { readonly answer: Answer; /** Where the parts of the answer wait. */ readonly parts: MessagePort | null } | { readonly fault: string }
)

interface Pending<Answer, Part> {
  readonly onPart: ((part: Part) => void) | undefined
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * @param url of a worker that calls `serveAnswers` with the same types
 * @param setup its `workerData`, read when it starts
 */
export function openAnswerThread<Question, Answer, Part = never>(
  url: () => URL,
  name: string,
  setup?: () => unknown,
): AnswerThread<Question, Answer, Part> {
  const pending = new Map<number, Pending<Answer, Part>>()
  let thread: Worker | null = null
  let lastId = 0

  function fail(error: Error): void {
    thread = null
    for (const asked of pending.values()) asked.reject(error)
    pending.clear()
  }

  function start(): Worker {
    const worker = new Worker(url(), { name, workerData: setup?.() })
    worker.on('message', (reply: Reply<Answer>) => {
      const asked = pending.get(reply.id)
      pending.delete(reply.id)
      if (pending.size === 0) worker.unref()
      if (asked === undefined) return
      if ('fault' in reply) asked.reject(new Error(reply.fault))
      else if (reply.parts === null) asked.resolve(reply.answer)
      else takeParts<Part>(reply.parts, (part) => asked.onPart?.(part)).then(() => asked.resolve(reply.answer), asked.reject)
    })
    const ended = (error: Error): void => {
      if (thread === worker) fail(error)
    }
    worker.on('error', ended)
    worker.on('exit', (code) => ended(new Error(`the thread ${name} exited with code ${code}`)))
    return worker
  }

  return {
    ask: (question, transfer = [], onPart) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        lastId += 1
        pending.set(lastId, { onPart, resolve, reject })
        thread.ref()
        const asked: Request<Question> = { id: lastId, question }
        thread.postMessage(asked, transfer)
      }),
    async end() {
      const ending = thread?.terminate()
      fail(new Error(`the thread ${name} was stopped`))
      await ending
    },
  }
}

/**
 * The worker's side. A question that fails does not end the thread. Other messages are left to other listeners.
 *
 * @param answer may post parts of its answer before it returns
 */
export function serveAnswers<Question, Answer, Part = never>(
  answer: (question: Question, post: (part: Part, transfer?: readonly ArrayBuffer[]) => void) => Awaitable<Answer>,
): void {
  const port = parentPort
  if (port === null) throw new Error('this file runs as a worker only')
  port.on('message', (message: Request<Question> | object) => {
    if (!('question' in message)) return
    const { id, question } = message
    const post = (reply: Reply<Answer>, ports: readonly MessagePort[] = []): void => port.postMessage(reply, ports)
    const parts: MessageChannel[] = []
    const postPart = (part: Part, transfer: readonly ArrayBuffer[] = []): void => {
      if (parts.length === 0) parts.push(new MessageChannel())
      parts[0]?.port1.postMessage(part, transfer)
    }
    new Promise<Answer>((resolve) => resolve(answer(question, postPart))).then(
      (known) => {
        const ports = parts.map(({ port2 }) => port2)
        post({ id, answer: known, parts: ports[0] ?? null }, ports)
      },
      (error: unknown) => post({ id, fault: asError(error).message }),
    )
  })
}
