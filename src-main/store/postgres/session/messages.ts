import type { MessagePort } from 'node:worker_threads'
import type { SqlValue } from '../../connection/sql.ts'

/** Messages between a thread that waits for PostgreSQL and the one that talks to it. */

export interface Step {
  /** A statement of PostgreSQL with `$1` for values. */
  readonly text: string
  /** The statement runs once per row. */
  readonly rows: readonly (readonly SqlParam[])[]
}

/** A list becomes a PostgreSQL array. */
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
  /** The OID of the column's table and its number there. 0 for an expression. */
  readonly table: number
  readonly attnum: number
  /** The OID of its type. */
  readonly type: number
}

/** A step whose statement is sent once with its text, and then by its number. */
export interface RequestedStep extends Pick<Step, 'rows'> {
  readonly statement: number
  readonly text: string | undefined
}

export interface Ask {
  /** Either several statements without values, for the simple protocol, or steps. */
  readonly steps: readonly RequestedStep[] | string
  /** Whether the sender waits for the reply. */
  readonly replies: boolean
}

/** A reply that does not fit into the shared memory, or that contains more than the server's bytes. */
export interface Reply {
  /** The columns of statements that were prepared since the last reply. */
  readonly prepared: readonly (readonly [statement: number, columns: readonly ResultColumn[]])[]
  readonly outcome: Uint8Array<ArrayBuffer> | SerializedFault
}

/** An error as the server or the system describes it. */
export interface SerializedFault {
  /** A SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or a code of the system such as ECONNREFUSED. */
  readonly code: string
  readonly message: string
  /** Whether the connection is gone, so the server did not run the steps. */
  readonly lost: boolean
}

/** Indexes in `IoSetup.control`: the number of replies, 1 once the thread runs, and the length of the reply in `memory`, or -1 for a message. */
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
