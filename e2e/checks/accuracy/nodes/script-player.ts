import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Script } from '../script.ts'

/** A script that a node has played. */
export interface PlayedScript {
  /** Endpoints of the node, as written in the settings. */
  readonly endpoints: readonly string[]
  readonly token: Address
  readonly at: (name: string) => Address
  stop(): Promise<void>
}

/**
 * Starts a fresh node and sends the script to it, transaction by transaction.
 *
 * @param pause called at each pause of the script
 */
export type ScriptPlayer = (script: Script, pause?: (played: Omit<PlayedScript, 'stop'>) => Promise<void>) => Promise<PlayedScript>
