import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Script } from '../script.ts'

/** A script after a node played it. */
export interface Staged {
  /** As settings name them. */
  readonly endpoints: readonly string[]
  readonly token: Address
  readonly at: (name: string) => Address
  stop(): Promise<void>
}

/** Starts a fresh node and plays a script on it, transaction by transaction. */
export type Stage = (script: Script) => Promise<Staged>
