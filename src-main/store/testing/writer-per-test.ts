import { afterEach, beforeEach } from 'vitest'
import type { WriteDb } from '../connection/handle.ts'
import { openWritingAt } from '../open.ts'
import { newLocation } from './test-engine.ts'

/** Gives each test of a file a writer on a new location. Call the returned function inside a test to get the writer. */
export function writerPerTest(): () => WriteDb {
  let opened: { db: WriteDb; close(): void } | null = null
  beforeEach(() => {
    const { location, remove } = newLocation()
    const { db, close } = openWritingAt(location)
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
