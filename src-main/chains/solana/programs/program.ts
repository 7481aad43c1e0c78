import type { AccountKeys } from '../transaction/account-keys.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../encoding/addresses.ts'
import { AddressIndex } from '../transaction/address-index.ts'
import { VENUES } from './registry.ts'
import type { Venue } from './venue.ts'

/** How the decoder treats a program. */
export interface Program {
  readonly name: string
  /** A token program or the system program, whose instructions move value. */
  readonly moves: boolean
  readonly venue: Venue | null
  readonly router: boolean
  /** Whether it writes events to the log. */
  readonly logs: boolean
}

/**
 * Aggregators: Jupiter v6 and DFlow. Their events repeat the swaps of the pools they route through, so they are never separate
 * trades. They confirm swaps of venues without events, and name venues without a decoder.
 */
const ROUTERS = ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH']

const IGNORED = { moves: false, venue: null, router: false, logs: false }

/** Every program with instructions that are decoded. */
const PROGRAMS: readonly Program[] = [
  ...[SYSTEM_PROGRAM, TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((name) => ({ ...IGNORED, name, moves: true })),
  ...ROUTERS.map((name) => ({ ...IGNORED, name, router: true })),
  ...VENUES.map((venue) => ({ ...IGNORED, name: venue.program, venue, logs: hasLoggedEvents(venue) })),
]
const indexes = new AddressIndex()
for (const { name } of PROGRAMS) indexes.add(name)

function hasLoggedEvents({ events = [] }: Venue): boolean {
  return events.some(({ transport }) => transport !== 'self_cpi')
}

export function findProgram(name: string): Program {
  return PROGRAMS[indexes.find(name)] ?? { ...IGNORED, name }
}

/** The programs among a transaction's keys, each looked up once. */
export class Programs {
  private readonly keys: AccountKeys
  private readonly known: (Program | undefined)[] = []

  constructor(keys: AccountKeys) {
    this.keys = keys
  }

  /** The program at a key index; undefined if the index is out of range. */
  at(index: number): Program | undefined {
    if (index < 0) return undefined
    const known = this.known[index]
    if (known !== undefined) return known
    const name = this.keys.at(index)
    return name === undefined ? undefined : (this.known[index] = findProgram(name))
  }
}
