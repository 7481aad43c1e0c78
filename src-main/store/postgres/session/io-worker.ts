import { workerData } from 'node:worker_threads'
import { openConnection, type Connection } from './connection.ts'
import { LENGTH, REPLIES, STARTED, type Ask, type IoSetup, type Reply, type ResultColumn, type SerializedFault } from './messages.ts'
import { preparing, readPrepared, running, scripting, type Prepared, type PreparedStep } from './statements.ts'

/**
 * The entry of a thread that talks to PostgreSQL for another thread, which waits. It connects on the first request, and reconnects after the
 * connection was lost. Requests are answered in order.
 */

function serve({ url, port, control, memory }: IoSetup): void {
  Atomics.store(control, STARTED, 1)
  let connected: Connection | null = null
  let tail: Promise<unknown> = Promise.resolve()
  const texts: string[] = []
  const fresh: [number, readonly ResultColumn[]][] = []

  async function connection(): Promise<Connection> {
    const now = connected
    if (now?.isOpen === true) return now
    connected = null
    // A new connection would run the remaining statements outside of the transaction.
    if (now?.lostTransaction != null) throw asError(now.lostTransaction)
    return (connected = await openConnection(url))
  }

  async function requestFor(steps: Ask['steps'], to: Connection): Promise<Buffer> {
    if (typeof steps === 'string') return scripting(steps)
    const ready: PreparedStep[] = []
    for (const { statement, rows } of steps) ready.push({ prepared: (to.prepared[statement] ??= await prepare(statement, to)), rows })
    return running(ready)
  }

  async function prepare(statement: number, to: Connection): Promise<Prepared> {
    const name = `s${statement}`
    const prepared = await new Promise<Prepared>((resolve, reject) => {
      to.request(preparing(name, texts[statement] ?? ''), (fault, reply) => {
        if (fault === null) resolve(readPrepared(name, reply))
        else reject(asError(fault))
      })
    })
    fresh.push([statement, prepared.columns])
    return prepared
  }

  /** Resolves once the request has been sent. */
  async function begin({ steps, replies }: Ask): Promise<void> {
    if (typeof steps !== 'string') for (const { statement, text } of steps) texts[statement] ??= text ?? ''
    // Requests without a reply only end a transaction. If the connection is gone, so is the transaction.
    if (!replies && connected?.isOpen !== true) {
      connected = null
      return
    }
    const done = (fault: SerializedFault | null, reply: Uint8Array): void => {
      if (replies) answer(fault, reply)
    }
    try {
      const to = await connection()
      to.request(await requestFor(steps, to), done)
    } catch (error) {
      done(faultOf(error, connected === null), new Uint8Array())
    }
  }

  /** A reply that fits is copied into the memory that both threads have. */
  function answer(fault: SerializedFault | null, reply: Uint8Array): void {
    const isPlain = fault === null && fresh.length === 0 && reply.length <= memory.length
    if (isPlain) memory.set(reply)
    else {
      const outcome = fault ?? new Uint8Array(reply)
      port.postMessage({ prepared: fresh.splice(0), outcome } satisfies Reply, 'buffer' in outcome ? [outcome.buffer] : [])
    }
    Atomics.store(control, LENGTH, isPlain ? reply.length : -1)
    Atomics.add(control, REPLIES, 1)
    Atomics.notify(control, REPLIES)
  }

  port.on('message', (message: Ask | null) => {
    if (message === null) tail = tail.then(() => connected?.end()).finally(() => port.close())
    else tail = tail.then(() => begin(message))
  })
}

const asError = (fault: SerializedFault): Error => Object.assign(new Error(fault.message), fault)

/** `isLost` applies unless the error has its own `lost`. */
function faultOf(error: unknown, isLost: boolean): SerializedFault {
  const { code = '', message, lost = isLost } = (error instanceof Error ? error : new Error(String(error))) as Error & Partial<SerializedFault>
  return { code, message, lost }
}

serve(workerData as IoSetup)
