import { SYSTEM_PROGRAM, isTokenProgram } from './ids.ts'
import { venueOf } from './programs/registry.ts'
import type { Venue } from './programs/venue.ts'
import { isRouter } from './routers.ts'

/** What is read of a program's instructions. */
export interface Program {
  readonly name: string
  /** A token program or the system program: its instructions move value. */
  readonly moves: boolean
  readonly venue: Venue | null
  readonly router: boolean
}

export function programOf(name: string): Program {
  return { name, moves: isTokenProgram(name) || name === SYSTEM_PROGRAM, venue: venueOf(name), router: isRouter(name) }
}
