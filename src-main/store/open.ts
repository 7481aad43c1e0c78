import * as file from './connection/database.ts'
import type { ReadDb, WriteDb } from './connection/handle.ts'
import * as postgres from './postgres/database.ts'
import type { StoreLocation } from './location.ts'

interface Opened<Db> {
  readonly db: Db
  close(): void
}

/** Opens the connection that writes, and creates what is missing. @throws UserFault */
export const openWritingAt = (place: StoreLocation): Opened<WriteDb> =>
  'file' in place ? file.openWriter(place.file) : postgres.openWriter(place.postgres)

/** Opens what a writer has created. @throws UserFault */
export const openReadingAt = (place: StoreLocation): Opened<ReadDb> =>
  'file' in place ? file.openReading(place.file) : postgres.openReading(place.postgres)
