import { randomUUID } from 'node:crypto'
import type { StartTraceBody, TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { quoteSymbol, stableDecimals } from '../../prices/quotes.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import { runTrace } from './run-trace.ts'
import { foundBy, NOTHING_FOUND } from './trace-record.ts'

/** Traces of money: started, stopped, resumed. Each runs in the background and is stored as it goes. */
export interface Traces {
  /** @throws AppError `source_unavailable` without a source for the network, `token_not_found` for a coin that is neither stored nor listed */
  start(wanted: TraceRequest): Promise<TraceRecord>
  get(id: string): Promise<TraceRecord | null>
  list(): Promise<TraceRecord[]>
  /** @throws AppError `not_found`, as does `resume` */
  cancel(id: string): Promise<TraceRecord>
  resume(id: string): Promise<TraceRecord>
  /** Resolves when the trace has ended in any way. */
  ended(id: string): Promise<TraceRecord>
  /** Resumes traces that a crash or quit interrupted. */
  resumeInterrupted(): Promise<void>
  close(): Promise<void>
}

export interface TraceRequest extends Omit<StartTraceBody, 'wallet' | 'coin'> {
  readonly network: NetworkId
  readonly wallet: Address
  readonly coin: Address | null
}

export interface TracesOptions {
  readonly store: Store
  readonly engine: Pick<Engine, 'traceFlow'>
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  /** Whether this process runs the traces it starts. Otherwise another process finds them in the store and runs them. */
  readonly runs?: boolean
  /** Whether other processes read the progress of running traces from the store. Defaults to no. */
  readonly isShared?: boolean
}

/** Why a trace is stopped. If another process cancelled it, that process stores the result. */
type StopReason = 'cancelled' | 'cancelled elsewhere' | 'interrupted'

const SAVE_EVERY_MS = 1_000
const LISTED = 200
const DEFAULT_PERIOD_SECONDS = 30 * 86_400
const DEFAULT_HOPS = 3
const DEFAULT_CALLS = 2_000
const DIGITS = 15

interface LiveTrace {
  trace: TraceRecord
  readonly abort: AbortController
  ended: Promise<TraceRecord>
  /** Milliseconds of the monotonic clock. */
  savedAt: number
}

export const createTraces = (options: TracesOptions): RunningTraces => new RunningTraces(options)

export class RunningTraces implements Traces {
  readonly #options: TracesOptions
  readonly #live = new Map<string, LiveTrace>()

  constructor(options: TracesOptions) {
    this.#options = options
  }

  async start({ network, wallet, coin, ...wanted }: TraceRequest): Promise<TraceRecord> {
    const { adapters, clock } = this.#options
    adapters.get(network)
    const { symbol } = await this.#coin(network, coin)
    const now = unixSeconds(clock)
    const until = wanted.until ?? now
    return this.#launch({
      id: randomUUID(),
      ...{ network, wallet, coin, symbol, direction: wanted.direction, until, to_newest: wanted.until === undefined },
      since: wanted.since ?? Math.max(0, until - DEFAULT_PERIOD_SECONDS),
      hops: wanted.hops ?? DEFAULT_HOPS,
      min_amount: wanted.min_amount ?? 0,
      calls: wanted.calls ?? DEFAULT_CALLS,
      ...{ state: 'running', error: null, created_at: now, updated_at: now },
      ...NOTHING_FOUND,
    })
  }

  async get(id: string): Promise<TraceRecord | null> {
    return this.#live.get(id)?.trace ?? this.#options.store.read.trace(id)
  }

  async list(): Promise<TraceRecord[]> {
    const stored = await this.#options.store.read.traces({ limit: LISTED })
    return stored.map((trace) => this.#live.get(trace.id)?.trace ?? trace)
  }

  async cancel(id: string): Promise<TraceRecord> {
    const live = this.#live.get(id)
    if (live !== undefined) {
      stop(live, 'cancelled')
      return live.ended
    }
    const { store, clock } = this.#options
    // An interrupted trace would resume at the next start. The store keeps the state of a trace that has ended.
    await store.write.saveTrace({ ...(await this.#existing(id)), state: 'cancelled', updated_at: unixSeconds(clock) })
    return this.#existing(id)
  }

  /** Stops a trace of this process that another process has cancelled. */
  cancelledElsewhere(id: string): void {
    const live = this.#live.get(id)
    if (live !== undefined) stop(live, 'cancelled elsewhere')
  }

  async resume(id: string): Promise<TraceRecord> {
    const trace = await this.#existing(id)
    if (this.#live.has(id)) return trace
    this.#options.adapters.get(trace.network)
    return this.#launch({ ...trace, state: 'running', error: null, out_of_calls: false, updated_at: unixSeconds(this.#options.clock) })
  }

  async ended(id: string): Promise<TraceRecord> {
    return this.#live.get(id)?.ended ?? this.#existing(id)
  }

  /** Ids of the traces that run in this process. */
  live(): string[] {
    return [...this.#live.keys()]
  }

  canRun(network: NetworkId): boolean {
    return this.#options.adapters.canRead(network)
  }

  /** Runs a stored trace that no other process runs, unless it has ended meanwhile. */
  async take(trace: TraceRecord): Promise<TraceRecord> {
    const live = this.#add({ ...trace, state: 'running' })
    live.ended = this.#runIfOpen(live)
    return live.ended
  }

  async resumeInterrupted(): Promise<void> {
    const { store, adapters } = this.#options
    for (const trace of await store.read.openTraces()) {
      if (this.#live.has(trace.id)) continue
      if (adapters.canRead(trace.network)) await this.resume(trace.id)
      else await store.write.saveTrace({ ...trace, state: 'interrupted' })
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(
      [...this.#live.values()].map((live) => {
        stop(live, 'interrupted')
        return live.ended
      }),
    )
  }

  async #existing(id: string): Promise<TraceRecord> {
    const trace = await this.get(id)
    if (trace === null) throw new AppError('not_found', { message: 'There is no trace with this id.' })
    return trace
  }

  async #coin(network: NetworkId, coin: string | null): Promise<{ readonly symbol: string | null; readonly decimals: number }> {
    if (coin === null) return NETWORKS[network].native
    const address = trustedAddress(coin)
    const stored = await this.#options.store.read.token({ network, address })
    const decimals = stored?.decimals ?? stableDecimals(network, address)
    if (decimals === null) throw new AppError('token_not_found', { message: 'This coin is not stored; read the token first.' })
    return { symbol: stored?.symbol ?? quoteSymbol(network, address), decimals }
  }

  async #launch(trace: TraceRecord): Promise<TraceRecord> {
    if (this.#options.runs === false) {
      await this.#options.store.write.startTrace(trace)
      return trace
    }
    const live = this.#add(trace)
    try {
      await this.#options.store.write.startTrace(trace)
    } catch (error) {
      this.#live.delete(trace.id)
      throw error
    }
    live.ended = this.#run(live)
    return live.trace
  }

  #add(trace: TraceRecord): LiveTrace {
    const live: LiveTrace = { trace, abort: new AbortController(), ended: Promise.resolve(trace), savedAt: -Infinity }
    this.#live.set(trace.id, live)
    return live
  }

  async #runIfOpen(live: LiveTrace): Promise<TraceRecord> {
    const { read, write } = this.#options.store
    try {
      await write.saveTrace(live.trace)
      const stored = await read.trace(live.trace.id)
      return stored?.state === 'running' ? await this.#run(live) : (stored ?? live.trace)
    } finally {
      this.#live.delete(live.trace.id)
    }
  }

  /** Never rejects: faults are in the record. A trace whose end cannot be stored resumes at the next start. */
  async #run(live: LiveTrace): Promise<TraceRecord> {
    const { store, engine, adapters, clock, logger } = this.#options
    const { signal } = live.abort
    const save = (): Promise<void> =>
      store.write.saveTrace(live.trace).catch((error: unknown) => logger.warn({ err: error }, 'the state of a trace was not stored'))
    const change = (changes: Partial<TraceRecord>): void => {
      live.trace = { ...live.trace, ...changes, updated_at: unixSeconds(clock) }
    }
    const onProgress = (changes: Partial<TraceRecord>): void => {
      change(changes)
      if (this.#options.isShared !== true || performance.now() - live.savedAt < SAVE_EVERY_MS) return
      live.savedAt = performance.now()
      void save()
    }
    try {
      const { network, coin, to_newest, min_amount } = live.trace
      const adapter = adapters.get(network)
      const { decimals } = await this.#coin(network, coin)
      const head = await adapter.head(signal)
      if (to_newest) change({ until: head.time })
      const { wallet, ...rest } = live.trace
      const trace = {
        ...rest,
        wallet: trustedAddress(wallet),
        coin: coin === null ? NATIVE : trustedAddress(coin),
        least: toRaw(min_amount, decimals),
      }
      const looked = lookedAt(live.trace)
      const state = await runTrace({ store, engine, adapter, head, trace, looked, signal, onProgress: (now) => onProgress(foundBy(now, decimals)) })
      change({ ...foundBy(state, decimals), state: 'done' })
    } catch (error) {
      if (signal.aborted) change({ state: signal.reason === 'interrupted' ? 'interrupted' : 'cancelled' })
      else {
        logger.warn({ err: error }, 'a trace failed')
        change({ state: 'failed', error: error instanceof AppError ? error.message : 'Tracing failed.' })
      }
    }
    if (signal.reason !== ('cancelled elsewhere' satisfies StopReason)) await save()
    this.#live.delete(live.trace.id)
    return live.trace
  }
}

const stop = (live: LiveTrace, reason: StopReason): void => live.abort.abort(reason)

function lookedAt({ wallets }: TraceRecord): Map<Address, 'read' | 'contract'> {
  return new Map(
    wallets.flatMap(({ address, read, stop }): [Address, 'read' | 'contract'][] =>
      read || stop === 'contract' ? [[trustedAddress(address), read ? 'read' : 'contract']] : [],
    ),
  )
}

/** Token units to raw units; digits beyond those of a double are dropped. */
function toRaw(units: number, decimals: number): bigint {
  const [whole = '0', fraction = ''] = units.toFixed(Math.min(decimals, DIGITS)).split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
