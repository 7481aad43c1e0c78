import * as file from './connection/database.ts'
import type { ReadDb, WriteDb } from './connection/handle.ts'
import * as postgres from './postgres/database.ts'
import type { StoreLocation } from './location.ts'

interface Opened<Db> {
  readonly db: Db
  close(): void
}

/** Opens the connection that writes, and creates what is missing. @throws UserFault */
export const openWritingAt = (location: StoreLocation): Opened<WriteDb> =>
  'file' in location ? file.openWriter(location.file) : postgres.openWriter(location.postgres)

/** Opens what a writer has created. @throws UserFault */
export const openReadingAt = (location: StoreLocation): Opened<ReadDb> =>
  'file' in location ? file.openReading(location.file) : postgres.openReading(location.postgres)
