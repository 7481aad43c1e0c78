import type { MessagePort } from 'node:worker_threads'
import type { SqlValue } from '../../connection/sql.ts'

/** Messages between a thread that waits for PostgreSQL and the one that talks to it. */

export interface Step {
  /** A statement of PostgreSQL with `$1` for values. */
  readonly text: string
  /** The statement runs once for each. */
  readonly rows: readonly (readonly SqlParam[])[]
}

/** A list is an array of PostgreSQL. */
export type SqlParam = SqlValue | readonly SqlValue[]

export type StoredValue = number | bigint | string | Uint8Array | null

export interface StepResult {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly StoredValue[])[]
  /** Rows that were changed or read, of all runs. */
  readonly count: number
}

export interface ResultColumn {
  readonly name: string
  /** The table and the place of the column in it; 0 for an expression. */
  readonly table: number
  readonly place: number
  /** The OID of its type. */
  readonly type: number
}

/** A step whose statement goes over once, and then by its number. */
export interface AskedStep extends Pick<Step, 'rows'> {
  readonly statement: number
  readonly text: string | undefined
}

export interface Ask {
  /** Several statements without values, in the words of the simple protocol; or steps. */
  readonly steps: readonly AskedStep[] | string
  /** Whether the sender waits for the reply. */
  readonly replies: boolean
}

/** A reply that does not fit into the memory of both threads, or says more than what the server sent. */
export interface Reply {
  /** The columns of statements that were prepared since the last reply. */
  readonly prepared: readonly (readonly [statement: number, columns: readonly ResultColumn[]])[]
  readonly outcome: Uint8Array<ArrayBuffer> | SentFault
}

/** What a server or the system says of an error. */
export interface SentFault {
  /** A SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or a code of the system such as ECONNREFUSED. */
  readonly code: string
  readonly message: string
  /** The server did not run the steps: there is no connection any more. */
  readonly lost: boolean
}

/** Places in `IoSetup.control`: the number of replies, 1 once the thread runs, and the length of the reply in `memory`, -1 for a message. */
export const REPLIES = 0
export const STARTED = 1
export const LENGTH = 2

export interface IoSetup {
  readonly url: string
  readonly port: MessagePort
  readonly control: Int32Array
  /** Has the newest reply until the next request. */
  readonly memory: Uint8Array
}
