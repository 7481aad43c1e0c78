import { Counter, Gauge, Registry } from 'prom-client'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import type { BusSubject } from '../../bus/events.ts'
import type { Engine } from '../../engine/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import type { Store } from '../../store/interface.ts'
import type { Traffic } from '../live/traffic.ts'
import { DurationHistogram, type DurationSeries } from './duration-histogram.ts'

/** State of the service at the moment of a scrape. */
export interface ScrapeState {
  readonly version: string
  readonly uptimeSeconds: number
  readonly jobs: Pick<Jobs, 'list'>
  readonly connections: number
  readonly subscriptions: number
}

interface RouteAnswers {
  readonly durations: DurationSeries
  readonly byStatus: Map<number, number>
}

/** Counters since the start of the service, for a Prometheus server (GET /metrics). No label names a token, wallet or key. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [this.#registry] })
  readonly #counter = (name: string, help: string, labelNames: readonly string[] = []): Counter =>
    new Counter({ name, help, labelNames, registers: [this.#registry] })
  readonly #info = this.#gauge('holderscope_info', 'The running version.', ['version'])
  readonly #uptime = this.#gauge('holderscope_uptime_seconds', 'Seconds since the start.')
  readonly #requests = this.#counter('holderscope_http_requests_total', 'Answers by route and status.', ['route', 'status'])
  readonly #durations = new DurationHistogram('holderscope_http_request_duration_seconds', 'Time until an answer was sent.', 'route')
  readonly #connections = this.#gauge('holderscope_ws_connections', 'Open sockets.')
  readonly #subscriptions = this.#gauge('holderscope_ws_subscriptions', 'Subscriptions of all sockets.')
  readonly #events = this.#counter('holderscope_ws_events_total', 'Events sent to sockets, once for each subscriber.', ['stream'])
  readonly #slowConsumers = this.#counter('holderscope_ws_slow_consumers_total', 'Sockets closed because they read too slowly.')
  readonly #storeCalls = new DurationHistogram('holderscope_store_call_duration_seconds', 'Time of calls to the store, including waiting.', 'call')
  readonly #engineCalls = new DurationHistogram('holderscope_engine_call_duration_seconds', 'Time until the engine answered.', 'call')
  readonly #jobs = this.#gauge('holderscope_jobs', 'Jobs by state; none if the store is away.', ['state'])
  readonly #followedTokens = this.#gauge('holderscope_followed_tokens', 'Tokens followed live, by state.', ['state'])
  readonly #followedNetworks = this.#gauge('holderscope_followed_networks', 'Networks followed whole: 1 for the current state.', ['network', 'state'])
  readonly #residentMemory = this.#gauge('process_resident_memory_bytes', 'Resident memory.')
  readonly #memory = this.#gauge('holderscope_memory_bytes', 'Memory of the main thread by kind.', ['kind'])
  readonly #routes = new Map<string, RouteAnswers>()
  readonly #following = new Map<string, FollowRecord['state']>()
  readonly #networks = new Map<NetworkId, FollowRecord['state']>()
  readonly #traffic: Traffic

  constructor(traffic: Traffic) {
    this.#traffic = traffic
  }

  /** @param route path of the router, with `:parameters`, never the path of the request */
  request(route: string, status: number, seconds: number): void {
    const { durations, byStatus } = this.#answersOf(route)
    durations.observe(seconds)
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  }

  /** Records the state of following a token, or with the address `ALL` a whole network. */
  follows({ network, address }: BusSubject, { state }: FollowRecord): void {
    const [states, name] = address === FIREHOSE ? [this.#networks, network] : [this.#following, `${network} ${address}`]
    if (state === 'off') states.delete(name)
    else states.set(name, state)
  }

  /** The same store, with the time of each call measured. */
  timedStore(store: Store): Store {
    return { ...store, read: timed(store.read, this.#storeCalls), write: timed(store.write, this.#storeCalls) }
  }

  /** The same engine, with the times of its records, queries and snapshots measured. */
  timedEngine(engine: Engine): Engine {
    // The names are values of the label `call`.
    const { record, ask, across, takeSnapshot } = timed(
      {
        record: engine.record.bind(engine),
        ask: engine.query.bind(engine),
        across: engine.across.bind(engine),
        takeSnapshot: engine.takeSnapshot.bind(engine),
      },
      this.#engineCalls,
    )
    return {
      record,
      query: ask,
      across,
      takeSnapshot,
      countRoles: (token) => engine.countRoles(token),
      snapshotClusters: (token, timestamp) => engine.snapshotClusters(token, timestamp),
      traceFlow: (input) => engine.traceFlow(input),
      streamPayloads: (token) => engine.streamPayloads(token),
      activeRules: () => engine.activeRules(),
      rules: () => engine.rules(),
      setRules: (changes) => engine.setRules(changes),
      publicCase: () => engine.publicCase(),
      setPublicCase: (id) => engine.setPublicCase(id),
      claimsChanged: (caseId) => engine.claimsChanged(caseId),
      factsChanged: (token) => engine.factsChanged(token),
      onRecords: (listener) => engine.onRecords(listener),
      close: () => engine.close(),
    }
  }

  /** All metrics in Prometheus' text format 0.0.4. */
  async exposition({ version, uptimeSeconds, jobs, connections, subscriptions }: ScrapeState): Promise<string> {
    this.#info.set({ version }, 1)
    this.#uptime.set(uptimeSeconds)
    this.#connections.set(connections)
    this.#subscriptions.set(subscriptions)
    this.#requests.reset()
    for (const [route, { byStatus }] of this.#routes) {
      for (const [status, count] of byStatus) this.#requests.inc({ route, status }, count)
    }
    this.#events.reset()
    for (const [stream, count] of this.#traffic.events) this.#events.inc({ stream }, count)
    this.#slowConsumers.reset()
    this.#slowConsumers.inc(this.#traffic.slowConsumers)
    // A scrape is needed most while the store is away, so it comes without the jobs then.
    setCounts(this.#jobs, await statesOf(jobs))
    setCounts(this.#followedTokens, [...this.#following.values()])
    this.#followedNetworks.reset()
    for (const [network, state] of this.#networks) this.#followedNetworks.set({ network, state }, 1)
    const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    this.#residentMemory.set(rss)
    const kinds = { heap_used: heapUsed, heap_total: heapTotal, external, array_buffers: arrayBuffers }
    for (const [kind, bytes] of Object.entries(kinds)) this.#memory.set({ kind }, bytes)
    // The library puts a blank line between metrics.
    const counted = (await this.#registry.metrics()).replaceAll('\n\n', '\n')
    return [counted, ...[this.#durations, this.#storeCalls, this.#engineCalls].map((histogram) => histogram.exposition())].join('')
  }

  #answersOf(route: string): RouteAnswers {
    const known = this.#routes.get(route)
    if (known !== undefined) return known
    const answers = { durations: this.#durations.series(route), byStatus: new Map<number, number>() }
    this.#routes.set(route, answers)
    return answers
  }
}

const statesOf = (jobs: ScrapeState['jobs']): Promise<string[]> =>
  jobs.list().then(
    (list) => list.map(({ state }) => state),
    () => [],
  )

function setCounts(gauge: Gauge, states: readonly string[]): void {
  gauge.reset()
  for (const [state, all] of Map.groupBy(states, (one) => one)) gauge.set({ state }, all.length)
}

/** The same functions, with the time until each result is known measured. Their promises are returned unchanged. */
function timed<T extends object>(functions: T, histogram: DurationHistogram): T {
  const entries = Object.entries(functions) as [string, (...args: unknown[]) => unknown][]
  return Object.fromEntries(
    entries.map(([call, run]) => {
      const series = histogram.series(call)
      const runTimed = (...args: unknown[]): unknown => {
        const begun = performance.now()
        const observe = (): void => series.observe((performance.now() - begun) / 1000)
        const result = run(...args)
        if (result instanceof Promise) result.then(observe, observe)
        else observe()
        return result
      }
      return [call, runTimed]
    }),
  ) as T
}
