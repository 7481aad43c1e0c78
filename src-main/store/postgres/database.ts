import { AppError, UserFault } from '../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../connection/handle.ts'
import { readCatalog } from './catalog.ts'
import { readHandle, writeHandle } from './handle.ts'
import { migrateDatabase, refuseOldServer, requireForm } from './schema/migrate.ts'
import { openSession, type Session } from './session/session.ts'

/** Makes or updates the tables and opens them for writing. @throws UserFault */
export function openWriter(url: string): { readonly db: WriteDb; close(): void } {
  return opened(url, (session) => {
    migrateDatabase(session)
    let names: Session | null = null
    const db = writeHandle(session, readCatalog(session), () => (names ??= openSession(url)))
    return { db, close: () => names?.close() }
  })
}

/** Opens tables that a writer has made. @throws UserFault */
export function openReading(url: string): { readonly db: ReadDb; close(): void } {
  return opened(url, (session) => {
    requireForm(session)
    return { db: readHandle(session, readCatalog(session)), close: () => undefined }
  })
}

function opened<Db>(url: string, open: (session: Session) => { db: Db; close(): void }): { db: Db; close(): void } {
  const session = openSession(url)
  try {
    refuseOldServer(session)
    const { db, close } = open(session)
    return {
      db,
      close() {
        close()
        session.close()
      },
    }
  } catch (error) {
    session.close()
    throw error instanceof AppError ? new UserFault(error.message, 1, { cause: error.cause }) : error
  }
}
