import type { AccountKeys } from './account-keys.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './ids.ts'
import { NameIndex } from './name-index.ts'
import { VENUES } from './programs/registry.ts'
import type { Venue } from './programs/venue.ts'
import { ROUTERS } from './routers.ts'

/** What is read of a program's instructions. */
export interface Program {
  readonly name: string
  /** A token program or the system program: its instructions move value. */
  readonly moves: boolean
  readonly venue: Venue | null
  readonly router: boolean
  /** Writes events to the log. */
  readonly logs: boolean
}

const UNREAD = { moves: false, venue: null, router: false, logs: false }

/** Every program that anything is read of. */
const READ: readonly Program[] = [
  ...[SYSTEM_PROGRAM, TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((name) => ({ ...UNREAD, name, moves: true })),
  ...ROUTERS.map((name) => ({ ...UNREAD, name, router: true })),
  ...VENUES.map((venue) => ({ ...UNREAD, name: venue.program, venue, logs: hasLoggedEvents(venue) })),
]
const places = new NameIndex()
for (const { name } of READ) places.add(name)

function hasLoggedEvents({ events = [] }: Venue): boolean {
  return events.some(({ transport }) => transport !== 'self_cpi')
}

export function programOf(name: string): Program {
  return READ[places.find(name)] ?? { name, moves: false, venue: null, router: false, logs: false }
}

/** The programs among a transaction's keys, each looked up once for all its calls. */
export class Programs {
  private readonly keys: AccountKeys
  private readonly known: (Program | undefined)[] = []

  constructor(keys: AccountKeys) {
    this.keys = keys
  }

  /** By the key's index; undefined where there is no such key. */
  at(index: number): Program | undefined {
    if (index < 0) return undefined
    const known = this.known[index]
    if (known !== undefined) return known
    const name = this.keys.at(index)
    return name === undefined ? undefined : (this.known[index] = programOf(name))
  }
}
