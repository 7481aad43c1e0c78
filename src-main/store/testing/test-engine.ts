import type { WriteDb } from '../connection/handle.ts'
import { openWritingAt } from '../open.ts'
import type { StoreLocation } from '../location.ts'
import { writeEmptyStore } from './empty-store.ts'
import { tempStore } from './samples.ts'

/** Where the tests of the store's interface have their rows, so that the same tests run on each engine. */
export interface TestEngine {
  /** A location without rows. */
  newLocation(): TestLocation
  /** The share of a property's rounds for which there is time. */
  readonly share: number
}

export interface TestLocation {
  readonly location: StoreLocation
  remove(): void
}

const files: TestEngine = {
  newLocation() {
    const { path, remove } = tempStore()
    writeEmptyStore(path)
    return { location: { file: path }, remove }
  },
  share: 1,
}

let current = files

/** Null switches back to files. */
export function useEngine(engine: TestEngine | null): void {
  current = engine ?? files
}

export const newLocation = (): TestLocation => current.newLocation()

/** Rounds of a property, fewer if each needs a database on a server. Call inside a test. */
export const runsOf = (rounds: number): number => Math.ceil(rounds * current.share)

/** A writer on a separate location, closed and removed after `work`. */
export function withWriter<T>(work: (db: WriteDb, location: StoreLocation) => T): T {
  const { location, remove } = newLocation()
  try {
    const { db, close } = openWritingAt(location)
    try {
      return work(db, location)
    } finally {
      close()
    }
  } finally {
    remove()
  }
}
