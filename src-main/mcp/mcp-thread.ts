import { Worker } from 'node:worker_threads'
import { AppError } from '../lib/app-error.ts'
import { workerUrl } from '../lib/worker-url.ts'
import type { McpReply, McpRequest, McpSetup } from './messages.ts'

interface Waiting {
  readonly resolve: (reply: McpReply) => void
  readonly reject: (error: Error) => void
}

/** The worker that speaks MCP. It starts with the first request, and again after a failure. */
export class McpThread {
  readonly #setup: () => McpSetup
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #lastId = 0

  /** @param setup read when the worker starts */
  constructor(setup: () => McpSetup) {
    this.#setup = setup
  }

  answer(request: Omit<McpRequest, 'id'>): Promise<McpReply> {
    const id = (this.#lastId += 1)
    this.#worker ??= this.#start()
    this.#worker.postMessage({ id, ...request } satisfies McpRequest)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'mcp-worker'), { workerData: this.#setup(), name: 'mcp' })
    worker.on('message', (reply: McpReply) => {
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    })
    const fail = (cause?: unknown): void => {
      this.#worker = null
      for (const { reject } of this.#waiting.values()) reject(new AppError('internal', { cause }))
      this.#waiting.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail())
    worker.unref()
    return worker
  }
}
