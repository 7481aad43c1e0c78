import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { releaseHeapWhenIdle } from '../../lib/idle-heap.ts'
import { packLists } from '../../lib/long-lists.ts'
import { packError } from '../../lib/serialized-error.ts'
import { readByName, writeByName } from '../dispatch.ts'
import { openReadingAt, openWritingAt } from '../open.ts'
import { joinedArgs, type RowSlice, type Slice } from '../../lib/slices.ts'
import { CLOSE, OPENING, type Answer, type Call, type WorkerRole } from './worker-messages.ts'

/** The entry of a store thread. It runs calls one after another, in order. */

interface Opened {
  answer(call: Call): unknown
  close(): void
}

function open({ role, location }: WorkerRole): Opened {
  if (role === 'writer') {
    const { db, close } = openWritingAt(location)
    return { answer: ({ name, args, fence }) => writeByName(db, name, args, fence), close }
  }
  const { db, close } = openReadingAt(location)
  return { answer: ({ name, args }) => readByName(db, name, args), close }
}

function timed(id: number, work: () => unknown): Answer {
  const start = performance.now()
  try {
    const value = work()
    return { id, ms: performance.now() - start, value }
  } catch (error) {
    return { id, ms: performance.now() - start, error: packError(error) }
  }
}

function post(port: MessagePort, answer: Answer): void {
  const { value, ports } = packLists(answer.value)
  port.postMessage(ports.length === 0 ? answer : { ...answer, value, isPacked: true }, ports)
}

function serve(port: MessagePort, role: WorkerRole): void {
  const opened: Opened[] = []
  port.postMessage(timed(OPENING, () => void opened.push(open(role))))
  for (const store of opened) {
    releaseHeapWhenIdle()
    const slices = new Map<number, RowSlice[]>()
    port.on('message', (message: Call | Slice) => {
      if ('rows' in message) {
        const before = slices.get(message.id)
        if (before === undefined) slices.set(message.id, [message])
        else before.push(message)
        return
      }
      const { id, name, fence } = message
      const args = joinedArgs(message.args, slices.get(id) ?? [])
      slices.delete(id)
      post(
        port,
        timed(id, () => (name === CLOSE ? store.close() : store.answer({ id, name, args, fence }))),
      )
      if (name === CLOSE) port.close()
    })
  }
}

const port = parentPort
// The first message is OPEN.
port?.once('message', () => serve(port, workerData as WorkerRole))
