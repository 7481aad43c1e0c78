import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { releaseHeapWhenIdle } from '../lib/idle-heap.ts'
import { packLists } from '../lib/long-lists.ts'
import { packError } from '../lib/serialized-error.ts'
import { joinedArgs, type RowSlice, type Slice } from '../lib/slices.ts'
import { traceFlow } from '../records/trace.ts'
import { openReader, type SyncReader } from '../store/reader.ts'
import { answerAcross } from './across-tokens.ts'
import { computeAnswer, computeRecords, computeSnapshot, computeSnapshotClusters } from './compute.ts'
import type { EngineAnswer, EngineCalls, EngineRequest, EngineResponse, WorkerSetup } from './messages.ts'
import { createStateHistory } from './current-state.ts'
import type { StateHistory } from './query-source.ts'
import { createIndexedFacts, type IndexedFacts } from './indexed-facts.ts'

/** The engine's thread: reads facts on its own connection, computes records, and transfers their bytes without copying. */

interface WorkerState {
  readonly reader: SyncReader
  readonly facts: IndexedFacts
  readonly stateHistory: StateHistory
}

function callsOf(state: WorkerState): EngineCalls {
  const { reader, facts } = state
  return {
    records: (...args) => computeRecords(facts, ...args),
    snapshot: (...args) => computeSnapshot(reader, facts, ...args),
    query: (...args) => computeAnswer(reader, state, ...args),
    across: (question) => answerAcross(reader, question),
    snapshotClusters: (token, timestamp) => computeSnapshotClusters(reader, token, timestamp),
    traceFlow,
    close: () => reader.close(),
  }
}

function openCalls({ location }: WorkerSetup): EngineCalls {
  const reader = openReader(location)
  releaseHeapWhenIdle()
  return callsOf({ reader, facts: createIndexedFacts(reader), stateHistory: createStateHistory() })
}

/** The bytes of an answer, which are transferred. */
function buffersOf(value: EngineAnswer): ArrayBuffer[] {
  if (!value) return []
  if ('bodies' in value) return Object.values(value.bodies).map(({ json }) => json.buffer)
  if ('body' in value) return [value.body.json.buffer]
  return 'json' in value && value.json.buffer instanceof ArrayBuffer ? [value.json.buffer] : []
}

function serve(port: MessagePort, setup: WorkerSetup): void {
  let calls: EngineCalls | null = null
  const slices = new Map<number, RowSlice[]>()
  port.on('message', (message: EngineRequest | Slice) => {
    if ('rows' in message) {
      slices.set(message.id, [...(slices.get(message.id) ?? []), message])
      return
    }
    const { id, name } = message
    const args = joinedArgs(message.args, slices.get(id) ?? [])
    slices.delete(id)
    let reply: EngineResponse
    let transfer: (ArrayBuffer | MessagePort)[] = []
    try {
      calls ??= openCalls(setup)
      // The thread's handle has typed the arguments.
      const value = (calls[name] as (...args: readonly unknown[]) => EngineAnswer)(...args)
      const packed = packLists(value)
      reply = { id, value: packed.value, isPacked: packed.ports.length > 0 }
      transfer = [...buffersOf(value), ...packed.ports]
    } catch (error) {
      reply = { id, error: packError(error) }
    }
    port.postMessage(reply, transfer)
    if (name === 'close') port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as WorkerSetup)
