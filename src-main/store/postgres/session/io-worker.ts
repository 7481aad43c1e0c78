import { workerData } from 'node:worker_threads'
import { Client, type Submittable } from 'pg'
import { STARTED, type Ask, type IoSetup, type Reply, type SentFault, type Step, type StepResult } from './messages.ts'
import { pipeline, prepare, type Prepared } from './pipeline.ts'

/**
 * The entry of a thread that talks to PostgreSQL for another one, which waits. It connects when it is asked, and again after the connection was
 * lost. Requests are answered in their order.
 */

const CONNECT_TIMEOUT_MS = 10_000

/** A process that is paused within a transaction loses it after this time, so that another one can take over its leases. */
const PAUSE_MS = 8_000

interface Connected {
  readonly client: Client
  readonly prepared: Map<string, Prepared>
  lost: boolean
}

function serve({ url, port, replies }: IoSetup): void {
  Atomics.store(replies, STARTED, 1)
  let connected: Connected | null = null
  let tail: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<Connected> {
    if (connected !== null && !connected.lost) return connected
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: PAUSE_MS,
      application_name: 'holderscope',
    })
    const now: Connected = { client, prepared: new Map(), lost: false }
    client.on('error', () => (now.lost = true))
    client.on('end', () => (now.lost = true))
    await client.connect()
    connected = now
    return now
  }

  async function run(steps: Ask['steps']): Promise<readonly StepResult[]> {
    const to = await connect()
    if (typeof steps === 'string') {
      await to.client.query(steps)
      return []
    }
    const ready: (Step & { readonly prepared: Prepared })[] = []
    for (const step of steps) ready.push({ ...step, prepared: to.prepared.get(step.text) ?? (await prepareOn(to, step.text)) })
    return settled(to, (done) => pipeline(ready, done))
  }

  async function answer({ steps, replies: waits }: Ask): Promise<void> {
    let reply: Reply
    try {
      reply = { results: await run(steps) }
    } catch (error) {
      reply = { error: faultOf(error, connected) }
    }
    if (!waits) return
    port.postMessage(reply)
    Atomics.add(replies, 0, 1)
    Atomics.notify(replies, 0)
  }

  port.on('message', (message: Ask | null) => {
    if (message === null) tail = tail.then(() => connected?.client.end()).finally(() => port.close())
    else tail = tail.then(() => answer(message))
  })
}

async function prepareOn(to: Connected, text: string): Promise<Prepared> {
  const prepared = await settled<Prepared>(to, (done) => prepare(`s${to.prepared.size}`, text, done))
  to.prepared.set(text, prepared)
  return prepared
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
