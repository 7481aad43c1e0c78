import { afterEach, beforeEach } from 'vitest'
import type { WriteDb } from '../connection/handle.ts'
import { openWritingAt } from '../open.ts'
import { newPlace } from './test-engine.ts'

/** Gives each test of a file a writer on a new place. Call the returned function inside a test to get the writer. */
export function writerPerTest(): () => WriteDb {
  let opened: { db: WriteDb; close(): void } | null = null
  beforeEach(() => {
    const { place, remove } = newPlace()
    const { db, close } = openWritingAt(place)
    opened = {
      db,
      close() {
        close()
        remove()
      },
    }
  })
  afterEach(() => {
    opened?.close()
    opened = null
  })
  return () => {
    if (opened === null) throw new Error('the writer is there only while a test runs')
    return opened.db
  }
}
