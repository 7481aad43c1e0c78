import { AppError } from '../../lib/app-error.ts'
import { diskFull, storeUnavailable } from '../../lib/store-faults.ts'
import type { SerializedFault } from './session/messages.ts'

/** Sentences for faults of the server, by a prefix of their SQLSTATE or of the system's error code. `at` names the database. */
const SENTENCES: readonly (readonly [code: string, sentence: (at: string) => string])[] = [
  ['28', (at) => `The PostgreSQL server refuses the user or the password for ${at}; correct the address of the store.`],
  ['3D000', (at) => `There is no database ${at}; create it, or correct the address of the store.`],
  ['42501', (at) => `The user of the store may not do this in ${at}; grant it the rights on its schema.`],
  ['53300', (at) => `The PostgreSQL server has no connection left for ${at}; raise its max_connections.`],
  ['53', (at) => `The PostgreSQL server has no space left for ${at}.`],
  ['25006', (at) => `The database ${at} cannot be written: it is a replica or set to read only.`],
  ['25P03', (at) => `The PostgreSQL server of ${at} ended a transaction in which this process had paused; try again.`],
  ['57P03', (at) => `The PostgreSQL server of ${at} is starting or stopping; try again soon.`],
  ['57P', (at) => `The PostgreSQL server of ${at} ended the connection; try again.`],
  ['XX', (at) => `The PostgreSQL server reports a damaged ${at}; its log has the details.`],
]

/** SQLSTATE raised by the schema's function pass_fence. */
const FENCE_TAKEN = 'HS001'
/** SQLSTATE disk_full. */
const DISK_FULL = '53100'

/** Prefixes of SQLSTATEs of a server that does not serve now: no connection is left, it ended a paused transaction, it starts or stops. */
const UNAVAILABLE = ['53300', '25P03', '57P'] as const

/** SQLSTATEs of calls that may be retried, because they conflicted with another transaction. */
const TRANSACTION_CONFLICTS = new Set(['40001', '40P01'])

const isTransactionConflict = (error: unknown): boolean => error instanceof AppError && TRANSACTION_CONFLICTS.has(String(error.facts['sqlstate']))

const RETRIES = 5

/** Runs `work`, and again where it conflicted with another transaction. */
export function retried<T>(work: () => T): T {
  for (let left = RETRIES; ; left--) {
    try {
      return work()
    } catch (error) {
      if (left === 0 || !isTransactionConflict(error)) throw error
    }
  }
}

/** Translates a fault into an error that may be shown to users. An unexpected fault keeps the server's message for the log. */
export function databaseFault({ code, message, lost }: SerializedFault, url: string): Error {
  const at = describeDatabase(url)
  const cause = new Error(message)
  if (code === FENCE_TAKEN)
    return new AppError('conflict', {
      message: 'Another process works on this now, so nothing was written here.',
      facts: { sqlstate: code, said: message },
      cause,
    })
  if (code === DISK_FULL) return diskFull(`The disk of the PostgreSQL server is full; free some space for ${at} and try again.`, cause)
  const found = SENTENCES.find(([prefix]) => code.startsWith(prefix))
  const sentence = found?.[1](at) ?? (lost ? `The PostgreSQL server of ${at} cannot be reached; try again when it is back.` : undefined)
  const facts = { sqlstate: code, said: message }
  if (sentence !== undefined && (found === undefined || UNAVAILABLE.some((prefix) => code.startsWith(prefix))))
    return storeUnavailable(sentence, facts, cause)
  return new AppError('internal', { ...(sentence === undefined ? {} : { message: sentence }), facts, cause })
}

/** `name on host:port`, without the password. */
function describeDatabase(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} on ${hostname || 'localhost'}${port === '' ? '' : `:${port}`}`
  } catch {
    return 'the database'
  }
}
