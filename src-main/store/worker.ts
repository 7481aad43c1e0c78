import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { read, write } from './calls.ts'
import { openReading, openWriter } from './database.ts'
import { READS, type ReadName } from './reads.ts'
import { CLOSE, OPENING, packError, type Answer, type Call, type WorkerRole } from './worker-messages.ts'
import { WRITES, type WriteName } from './writes.ts'

/** One thread of the store. Calls are answered one after the other, in the order they came. */

interface Opened {
  answer(call: Call): unknown
  close(): void
}

function open({ role, path }: WorkerRole): Opened {
  return role === 'writer' ? openToWrite(path) : openToRead(path)
}

function openToWrite(path: string): Opened {
  const { db, close } = openWriter(path)
  // The client's proxies are typed by interface.ts, so name and arguments belong together.
  return { answer: ({ name, args }) => write(db, known(name, WRITES) as WriteName, ...(args as Parameters<typeof write> extends [unknown, unknown, ...infer A] ? A : never)), close }
}

function openToRead(path: string): Opened {
  const { db, close } = openReading(path)
  return { answer: ({ name, args }) => read(db, known(name, READS) as ReadName, ...(args as Parameters<typeof read> extends [unknown, unknown, ...infer A] ? A : never)), close }
}

function known(name: string, table: object): string {
  if (!Object.hasOwn(table, name)) throw new Error(`the store has no call named ${name}`)
  return name
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

function serve(port: MessagePort, role: WorkerRole): void {
  let opened: Opened | null = null
  const opening = timed(OPENING, () => {
    opened = open(role)
  })
  port.postMessage(opening)
  const store = opened as Opened | null
  if (store === null) return
  port.on('message', (call: Call) => {
    const closing = call.name === CLOSE
    port.postMessage(timed(call.id, () => (closing ? store.close() : store.answer(call))))
    if (closing) port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as WorkerRole)
