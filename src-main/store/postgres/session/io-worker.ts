import type { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import { Client, type Submittable } from 'pg'
import { divertRows } from './divert-rows.ts'
import { STARTED, type Answers, type Ask, type IoSetup, type Reply, type ResultColumn, type SentFault } from './messages.ts'
import { pipeline, prepare, type Prepared, type PreparedStep } from './pipeline.ts'

/**
 * The entry of a thread that talks to PostgreSQL for another one, which waits. It connects when it is asked, and again after the connection was
 * lost. Requests are answered in their order.
 */

const CONNECT_TIMEOUT_MS = 10_000

/** A process that is paused within a transaction loses it after this time, so that another one can take over its leases. */
const PAUSE_MS = 8_000

interface Connected {
  readonly client: Client
  /** By the number of the statement. */
  readonly prepared: Prepared[]
  /** Messages of rows of the request that runs now. */
  rows: Buffer[]
  lost: boolean
}

function serve({ url, port, replies }: IoSetup): void {
  Atomics.store(replies, STARTED, 1)
  let connected: Connected | null = null
  let tail: Promise<unknown> = Promise.resolve()
  const texts: string[] = []
  const fresh: [number, readonly ResultColumn[]][] = []

  async function connect(): Promise<Connected> {
    if (connected !== null && !connected.lost) return connected
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: PAUSE_MS,
      application_name: 'holderscope',
    })
    const now: Connected = { client, prepared: [], rows: [], lost: false }
    client.on('error', () => (now.lost = true))
    client.on('end', () => (now.lost = true))
    await client.connect()
    divertRows((client as unknown as { connection: { stream: Socket } }).connection.stream, (rows) => now.rows.push(rows))
    connected = now
    return now
  }

  async function run(steps: Ask['steps']): Promise<Answers> {
    const to = await connect()
    if (typeof steps === 'string') {
      await to.client.query(steps)
      return { rows: new Uint8Array(), ends: [], counts: [] }
    }
    const ready: PreparedStep[] = []
    for (const { statement, rows } of steps) {
      let prepared = to.prepared[statement]
      if (prepared === undefined) {
        prepared = await settled<Prepared>(to, (done) => prepare(`s${statement}`, texts[statement] ?? '', done))
        to.prepared[statement] = prepared
        fresh.push([statement, prepared.columns])
      }
      ready.push({ prepared, rows })
    }
    to.rows = []
    return settled(to, (done) => pipeline(ready, to.rows, done))
  }

  async function answer({ steps, replies: waits }: Ask): Promise<void> {
    if (typeof steps !== 'string') for (const { statement, text } of steps) texts[statement] ??= text ?? ''
    const outcome = await run(steps).catch((error: unknown) => faultOf(error, connected))
    if (!waits) return
    port.postMessage({ prepared: fresh.splice(0), outcome } satisfies Reply, 'rows' in outcome ? [outcome.rows.buffer] : [])
    Atomics.add(replies, 0, 1)
    Atomics.notify(replies, 0)
  }

  port.on('message', (message: Ask | null) => {
    if (message === null) tail = tail.then(() => connected?.client.end()).finally(() => port.close())
    else tail = tail.then(() => answer(message))
  })
}

type Submit<T> = (done: (error: Error | null, value: T) => void) => Submittable

function settled<T>({ client }: Connected, submit: Submit<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const lost = (): void => reject(Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' }))
    client.once('end', lost)
    client.query(
      submit((error, value) => {
        client.off('end', lost)
        if (error === null) resolve(value)
        else reject(error)
      }),
    )
  })
}

function faultOf(error: unknown, connected: Connected | null): SentFault {
  const { code = '', message } = error instanceof Error ? (error as Error & { code?: string }) : { message: String(error) }
  return { code, message, lost: connected === null || connected.lost }
}

serve(workerData as IoSetup)
