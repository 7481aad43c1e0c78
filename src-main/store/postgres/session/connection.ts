import type { Socket } from 'node:net'
import { Client } from 'pg'
import type { SerializedFault } from './messages.ts'
import { gatherReplies } from './replies.ts'
import type { Prepared } from './statements.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** A process that is paused within a transaction loses it after this time, so that another one can take over its leases. */
const PAUSE_MS = 8_000

export type Done = (fault: SerializedFault | null, reply: Buffer) => void

/** Requests are sent immediately and answered in order. */
export interface Connection {
  request(bytes: Buffer, done: Done): void
  /** Prepared statements by number. */
  readonly prepared: Prepared[]
  readonly isOpen: boolean
  /** Why the connection ended within a transaction, unless a request was already answered with that fault. */
  readonly lostTransaction: SerializedFault | null
  end(): Promise<void>
}

const NOTHING = Buffer.alloc(0)

/** pg opens the connection. Its parser, which makes a string of every field, is then detached. */
export async function openConnection(url: string): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: PAUSE_MS,
    application_name: 'holderscope',
  })
  let isOpen = true
  client.on('error', () => (isOpen = false))
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const waiting: Done[] = []
  const replies = gatherReplies(
    () => waiting.length > 0,
    (reply, error) => waiting.shift()?.(error === null ? null : { ...error, lost: false }, reply),
  )
  let lostTransaction: SerializedFault | null = null
  stream.removeAllListeners('data')
  stream.on('data', (chunk) => replies.take(chunk))
  client.once('end', () => {
    isOpen = false
    const fault = { ...(replies.error ?? { code: 'ECONNRESET', message: 'the connection was lost' }), lost: true }
    if (waiting.length === 0 && replies.inTransaction) lostTransaction = fault
    for (const done of waiting.splice(0)) done(fault, NOTHING)
  })
  return {
    request(bytes, done) {
      waiting.push(done)
      stream.write(bytes)
    },
    prepared: [],
    get isOpen() {
      return isOpen
    },
    get lostTransaction() {
      return lostTransaction
    },
    end: () => client.end(),
  }
}
