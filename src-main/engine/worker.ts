import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { assertNever } from '../lib/assert-never.ts'
import { openReader, type SyncReader } from '../store/reader.ts'
import { computeRecords, computeSnapshot } from './compute.ts'
import type { Ask, Reply, WorkerSetup } from './messages.ts'

/** The engine's thread: reads facts on its own connection, computes, and hands the bytes over without copying. */

function answer(ask: Ask, reader: SyncReader, { active }: WorkerSetup): Reply {
  switch (ask.kind) {
    case 'records':
      return { id: ask.id, kind: 'records', value: computeRecords(reader, ask.token, active) }
    case 'snapshot':
      return { id: ask.id, kind: 'snapshot', value: computeSnapshot(reader, ask.token, active, ask.timestamp) }
    case 'close':
      reader.close()
      return { id: ask.id, kind: 'closed' }
    default:
      return assertNever(ask)
  }
}

function failure(id: number, error: unknown): Reply {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { id, kind: 'failed', message, stack: stack ?? null }
}

function buffersOf(reply: Reply): ArrayBuffer[] {
  if (reply.kind === 'records' && reply.value !== null) return Object.values(reply.value.bodies).map(({ json }) => json.buffer)
  return reply.kind === 'snapshot' && reply.value !== null ? [reply.value.buffer] : []
}

function serve(port: MessagePort, setup: WorkerSetup): void {
  let reader: SyncReader | null = null
  port.on('message', (ask: Ask) => {
    let reply: Reply
    try {
      reader ??= openReader(setup.path)
      reply = answer(ask, reader, setup)
    } catch (error) {
      reply = failure(ask.id, error)
    }
    port.postMessage(reply, buffersOf(reply))
    if (ask.kind === 'close') port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as WorkerSetup)
