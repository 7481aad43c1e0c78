import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { assertNever } from '../lib/assert-never.ts'
import { releaseHeapWhenIdle } from '../lib/idle-heap.ts'
import { traceFlow } from '../records/trace.ts'
import { openReader, type SyncReader } from '../store/reader.ts'
import { answerAcross } from './across-tokens.ts'
import { computeAnswer, computeRecords, computeSnapshot } from './compute.ts'
import type { EngineRequest, EngineResponse, WorkerSetup } from './messages.ts'
import { createPresentHistory } from './present.ts'
import type { PresentHistory } from './query-source.ts'
import { createIndexedFacts, type IndexedFacts } from './indexed-facts.ts'

/** The engine's thread: reads facts on its own connection, computes records, and transfers their bytes without copying. */

interface WorkerState {
  readonly reader: SyncReader
  readonly facts: IndexedFacts
  readonly presents: PresentHistory
}

function answer(request: EngineRequest, state: WorkerState): EngineResponse {
  const { reader, facts } = state
  switch (request.kind) {
    case 'records':
      return { id: request.id, kind: 'records', value: computeRecords(reader, facts, request.token, request.active, request.names) }
    case 'snapshot':
      return { id: request.id, kind: 'snapshot', value: computeSnapshot(reader, facts, request.token, request.active) }
    case 'query':
      return { id: request.id, kind: 'query', value: computeAnswer(reader, state, request.token, request.active, request.query) }
    case 'across':
      return { id: request.id, kind: 'across', value: answerAcross(reader, request.question) }
    case 'flow':
      return { id: request.id, kind: 'flow', value: traceFlow(request.input) }
    case 'close':
      reader.close()
      return { id: request.id, kind: 'closed' }
    default:
      return assertNever(request)
  }
}

function openState({ place }: WorkerSetup): WorkerState {
  const reader = openReader(place)
  releaseHeapWhenIdle()
  return { reader, facts: createIndexedFacts(reader), presents: createPresentHistory() }
}

function failure(id: number, error: unknown): EngineResponse {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { id, kind: 'failed', message, stack: stack ?? null }
}

function buffersOf(reply: EngineResponse): ArrayBuffer[] {
  if (reply.kind === 'records' && reply.value !== null) return Object.values(reply.value.bodies).map(({ json }) => json.buffer)
  if (reply.kind === 'query' && reply.value !== null) return [reply.value.body.json.buffer]
  return reply.kind === 'snapshot' && reply.value !== null ? [reply.value.json.buffer] : []
}

function serve(port: MessagePort, setup: WorkerSetup): void {
  let state: WorkerState | null = null
  port.on('message', (ask: EngineRequest) => {
    let reply: EngineResponse
    try {
      state ??= openState(setup)
      reply = answer(ask, state)
    } catch (error) {
      reply = failure(ask.id, error)
    }
    port.postMessage(reply, buffersOf(reply))
    if (ask.kind === 'close') port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as WorkerSetup)
