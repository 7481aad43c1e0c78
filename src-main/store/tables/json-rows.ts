import type { ReadDb } from '../connection/handle.ts'
import type { Query } from '../connection/sql.ts'

/** The values of a query for the column `json`, which holds what the store itself has written. */
export const jsonRows = <T>(db: ReadDb, query: Query): T[] => db.all<{ json: string }>(query).map(({ json }) => JSON.parse(json) as T)
