import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { CodeAnalysis } from '../../bytecode/analyze.ts'
import type { DecodedFunction } from '../powers/trials/functions.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import type { CodeAnswers, CodeQuestion, CodeReply, CodeRequest } from './code-worker.ts'

/** Five times the largest contract of https://eips.ethereum.org/EIPS/eip-170, because some chains allow larger ones. */
const MAX_CODE_BYTES = 5 * 24_576

interface Thread {
  readonly worker: Worker
  readonly pending: Map<number, (answer: CodeReply['answer']) => void>
}

/** One thread for all scans. It does not keep the process alive. */
let thread: Thread | null = null
let lastId = 0

/** Decodes the functions of runtime code on a worker thread; null if the code is too large or takes too long. */
export const decodeFunctions = (code: string, limitMs: number = TIME_LIMITS.code): Promise<readonly DecodedFunction[] | null> =>
  ask('functions', code, limitMs)

/** Analyzes runtime code on a worker thread; null if the code is too large or takes too long. */
export const analyzeInThread = (code: string, limitMs: number = TIME_LIMITS.code): Promise<CodeAnalysis | null> => ask('analysis', code, limitMs)

function ask<Q extends CodeQuestion>(question: Q, code: string, limitMs: number): Promise<CodeAnswers[Q] | null> {
  if (code.length / 2 > MAX_CODE_BYTES) return Promise.resolve(null)
  const { worker, pending } = (thread ??= startThread())
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const late = setTimeout(() => {
      stop(worker, pending)
    }, limitMs)
    pending.set(id, (answer) => {
      clearTimeout(late)
      resolve(answer as CodeAnswers[Q] | null)
    })
    worker.ref()
    const request: CodeRequest = { id, question, code }
    worker.postMessage(request)
  })
}

function startThread(): Thread {
  const worker = new Worker(workerUrl(import.meta.url, './code-worker.ts', 'evm-code-worker'), { name: 'evm-code' })
  const pending: Thread['pending'] = new Map()
  worker.unref()
  worker.on('message', ({ id, answer }: CodeReply) => {
    pending.get(id)?.(answer)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
  })
  const ended = (): void => {
    stop(worker, pending)
  }
  worker.on('error', ended)
  worker.on('exit', ended)
  return { worker, pending }
}

/** Ends a thread that is stuck or failed; its pending answers are unknown. */
function stop(worker: Worker, pending: Thread['pending']): void {
  if (thread?.worker === worker) thread = null
  void worker.terminate()
  for (const resolve of pending.values()) resolve(null)
  pending.clear()
}
