import { afterEach, beforeEach } from 'vitest'
import { openWriter, type OpenedWriter } from '../connection/database.ts'
import type { WriteDb } from '../connection/handle.ts'
import { tempStore, type TempStore } from './samples.ts'

/** Gives each test of a file a writer on a new file; call the answer inside a test to have it. */
export function writerPerTest(): () => WriteDb {
  let opened: { temp: TempStore; writer: OpenedWriter } | null = null
  beforeEach(() => {
    const temp = tempStore()
    opened = { temp, writer: openWriter(temp.path) }
  })
  afterEach(() => {
    opened?.writer.close()
    opened?.temp.remove()
    opened = null
  })
  return () => {
    if (opened === null) throw new Error('the writer is there only while a test runs')
    return opened.writer.db
  }
}
