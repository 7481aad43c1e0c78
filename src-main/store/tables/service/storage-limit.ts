import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb } from '../../connection/handle.ts'
import { saveSetting, setting } from './settings.ts'
import type { Write } from '../calls.ts'

const NAME = 'storage-limit-bytes'
const GIGABYTE = 1e9

/** Bytes; null: no limit is set. */
export function storageLimit(db: ReadDb): number | null {
  const text = setting(db, NAME)
  const bytes = text === null ? null : (JSON.parse(text) as unknown)
  return typeof bytes === 'number' ? bytes : null
}

export const setStorageLimit: Write<'setStorageLimit'> = (db, { bytes }) => {
  saveSetting(db, { name: NAME, value: JSON.stringify(bytes) })
}

/** Called before chain data is stored. @throws AppError `conflict` when the stored rows have reached the limit */
export function refuseOverLimit(db: ReadDb): void {
  const limit = storageLimit(db)
  if (limit === null || db.space().usedBytes < limit) return
  throw new AppError('conflict', {
    message: `The database has reached its limit of ${(limit / GIGABYTE).toFixed(2)} GB: delete tokens you no longer need and compact the database, or raise the limit.`,
    facts: { limit },
  })
}
