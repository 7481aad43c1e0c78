import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { releaseHeapWhenIdle } from '../lib/idle-heap.ts'
import { packError } from '../lib/serialized-error.ts'
import { traceFlow } from '../records/trace.ts'
import { openReader, type SyncReader } from '../store/reader.ts'
import { answerAcross } from './across-tokens.ts'
import { computeAnswer, computeRecords, computeSnapshot } from './compute.ts'
import type { EngineAnswer, EngineCalls, EngineRequest, EngineResponse, WorkerSetup } from './messages.ts'
import { createPresentHistory } from './present.ts'
import type { PresentHistory } from './query-source.ts'
import { createIndexedFacts, type IndexedFacts } from './indexed-facts.ts'

/** The engine's thread: reads facts on its own connection, computes records, and transfers their bytes without copying. */

interface WorkerState {
  readonly reader: SyncReader
  readonly facts: IndexedFacts
  readonly presents: PresentHistory
}

function callsOf(state: WorkerState): EngineCalls {
  const { reader, facts } = state
  return {
    records: (...args) => computeRecords(facts, ...args),
    snapshot: (...args) => computeSnapshot(reader, facts, ...args),
    query: (...args) => computeAnswer(reader, state, ...args),
    across: (question) => answerAcross(reader, question),
    traceFlow,
    close: () => reader.close(),
  }
}

function openCalls({ location }: WorkerSetup): EngineCalls {
  const reader = openReader(location)
  releaseHeapWhenIdle()
  return callsOf({ reader, facts: createIndexedFacts(reader), presents: createPresentHistory() })
}

/** The bytes of an answer, which are transferred. */
function buffersOf(value: EngineAnswer): ArrayBuffer[] {
  if (!value) return []
  if ('bodies' in value) return Object.values(value.bodies).map(({ json }) => json.buffer)
  if ('body' in value) return [value.body.json.buffer]
  return 'json' in value ? [value.json.buffer] : []
}

function serve(port: MessagePort, setup: WorkerSetup): void {
  let calls: EngineCalls | null = null
  port.on('message', ({ id, name, args }: EngineRequest) => {
    let reply: EngineResponse
    let buffers: ArrayBuffer[] = []
    try {
      calls ??= openCalls(setup)
      // The thread's handle has typed the arguments.
      const value = (calls[name] as (...args: readonly unknown[]) => EngineAnswer)(...args)
      reply = { id, value }
      buffers = buffersOf(value)
    } catch (error) {
      reply = { id, error: packError(error) }
    }
    port.postMessage(reply, buffers)
    if (name === 'close') port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as WorkerSetup)
