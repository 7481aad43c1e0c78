import type { SerializedError } from '../../lib/serialized-error.ts'
import type { Fence } from '../fence.ts'
import type { StoreLocation } from '../location.ts'

/** Messages between the client of the store and its threads. */

export interface WorkerRole {
  readonly role: 'writer' | 'reader'
  readonly location: StoreLocation
}

export interface Call {
  readonly id: number
  /** The name of a read or write of interface.ts, or `close`. */
  readonly name: string
  readonly args: readonly unknown[]
  readonly fence?: Fence | undefined
}

export interface Answer {
  readonly id: number
  readonly ms: number
  readonly value?: unknown
  /** Whether long lists of the value are packed (src-main/lib/long-lists.ts). */
  readonly isPacked?: boolean
  readonly error?: SerializedError
}

/** The first message to a thread. It then opens the file. */
export const OPEN = 'open'
/** Id of the message that says whether the thread could open the file. */
export const OPENING = 0
export const CLOSE = 'close'
