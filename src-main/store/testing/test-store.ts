import { existsSync } from 'node:fs'
import { AppError } from '../../lib/app-error.ts'
import { packError, unpackError } from '../../lib/serialized-error.ts'
import { storeOver } from '../client.ts'
import { readByName, writeByName } from '../dispatch.ts'
import type { Fence } from '../fence.ts'
import type { Store } from '../interface.ts'
import { openReadingAt, openWritingAt } from '../open.ts'
import type { StoreThread } from '../threads/thread.ts'
import { writeEmptyStore } from './empty-store.ts'

/**
 * The store in a file, on the caller's thread: starting its two threads takes most of the processor time of a small test. As with threads, arguments,
 * answers and errors are copied, and calls are answered in order in later turns of the event loop. It does not prove that a read and a write run
 * concurrently, or that the event loop stays free meanwhile.
 */
export async function openTestStore(file: string): Promise<Store> {
  if (!existsSync(file)) writeEmptyStore(file)
  const location = { file }
  const writing = openWritingAt(location)
  const writer = onThisThread((name, args, fence) => writeByName(writing.db, name, args, fence), writing.close)
  const reading = openReadingAt(location)
  const reader = onThisThread((name, args) => readByName(reading.db, name, args), reading.close)
  return storeOver({ location, writer, reader, long: { call: reader.call, close: () => Promise.resolve() } })
}

function onThisThread(answer: (name: string, args: readonly unknown[], fence: Fence | undefined) => unknown, close: () => void): StoreThread {
  let isClosed = false

  async function call(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown> {
    if (isClosed) throw new AppError('internal', { message: 'The store is closed.' })
    return inLaterTurn(structuredClone(args), (copied) => structuredClone(answer(name, copied, fence)))
  }

  return {
    call,
    async close() {
      if (isClosed) return
      isClosed = true
      await inLaterTurn([], close)
    },
  }
}

function inLaterTurn<T>(args: readonly unknown[], work: (args: readonly unknown[]) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work(args))
      } catch (error) {
        reject(unpackError(packError(error)))
      }
    })
  })
}
