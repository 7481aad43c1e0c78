import { AppError, UserFault } from '../../lib/app-error.ts'
import { isStoreUnavailable } from '../../lib/store-faults.ts'
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

/**
 * Opens tables that a writer has made.
 *
 * @throws UserFault; AppError while the server does not answer, because a thread of a running service opens them again
 */
export function openReading(url: string): { readonly db: ReadDb; close(): void } {
  return opened(
    url,
    (session) => {
      requireForm(session)
      return { db: readHandle(session, readCatalog(session)), close: () => undefined }
    },
    isStoreUnavailable,
  )
}

/** @param isPassing whether an error says that opening may be tried again */
function opened<Db>(
  url: string,
  open: (session: Session) => { db: Db; close(): void },
  isPassing: (error: AppError) => boolean = () => false,
): { db: Db; close(): void } {
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
    throw error instanceof AppError && !isPassing(error) ? new UserFault(error.message, 1, { cause: error.cause }) : error
  }
}
