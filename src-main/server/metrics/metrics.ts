import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Engine } from '../../engine/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import type { Store } from '../../store/interface.ts'
import type { Traffic } from '../live/traffic.ts'
import { family, histogramFamily, type Sample } from './exposition.ts'
import { Histograms } from './histogram.ts'

export interface Looks {
  readonly version: string
  readonly uptimeSeconds: number
  readonly jobs: Pick<Jobs, 'list'>
  readonly connections: number
  readonly subscriptions: number
}

/** What the service did since its start, for a monitor that comes by (GET /metrics). Nothing in it names a token, wallet or key. */
export class Metrics {
  readonly #requests = new Map<string, Map<number, number>>()
  readonly #durations = new Histograms()
  readonly #storeCalls = new Histograms()
  readonly #engineCalls = new Histograms()
  readonly #following = new Map<string, FollowRecord['state']>()
  readonly #traffic: Traffic

  constructor(traffic: Traffic) {
    this.#traffic = traffic
  }

  /** @param route path as the router knows it, with `:parameters`, never the path that was asked */
  request(route: string, status: number, seconds: number): void {
    let statuses = this.#requests.get(route)
    if (statuses === undefined) this.#requests.set(route, (statuses = new Map()))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#durations.add(route, seconds)
  }

  follows({ network, address }: TokenKey, { state }: FollowRecord): void {
    if (state === 'off') this.#following.delete(`${network} ${address}`)
    else this.#following.set(`${network} ${address}`, state)
  }

  /** The same store, each call timed. */
  timedStore(store: Store): Store {
    return { ...store, read: timed(store.read, this.#storeCalls), write: timed(store.write, this.#storeCalls) }
  }

  /** The same engine; its records, questions and snapshots timed. */
  timedEngine(engine: Engine): Engine {
    const { record, ask, takeSnapshot } = timed(
      { record: engine.record.bind(engine), ask: engine.query.bind(engine), takeSnapshot: engine.takeSnapshot.bind(engine) },
      this.#engineCalls,
    )
    return {
      record,
      streamPayloads: (token) => engine.streamPayloads(token),
      query: ask,
      takeSnapshot,
      rules: () => engine.rules(),
      setRules: (changes) => engine.setRules(changes),
      factsChanged: (token) => engine.factsChanged(token),
      onRecords: (listener) => engine.onRecords(listener),
      close: () => engine.close(),
    }
  }

  async exposition({ version, uptimeSeconds, jobs, connections, subscriptions }: Looks): Promise<string> {
    const memory = process.memoryUsage()
    return [
      family('holderscope_info', 'gauge', 'The version that runs.', [[{ version }, 1]]),
      family('holderscope_uptime_seconds', 'gauge', 'Seconds since the start.', [[{}, uptimeSeconds]]),
      family('holderscope_http_requests_total', 'counter', 'Answers by route and status.', this.#requestSamples()),
      histogramFamily('holderscope_http_request_duration_seconds', 'Time until an answer was out.', 'route', this.#durations),
      family('holderscope_ws_connections', 'gauge', 'Open sockets.', [[{}, connections]]),
      family('holderscope_ws_subscriptions', 'gauge', 'Subscriptions of all sockets.', [[{}, subscriptions]]),
      family('holderscope_ws_events_total', 'counter', 'Events handed to sockets, once for each subscriber.', this.#eventSamples()),
      family('holderscope_ws_slow_consumers_total', 'counter', 'Sockets closed for reading too slowly.', [[{}, this.#traffic.slowConsumers]]),
      histogramFamily('holderscope_store_call_duration_seconds', 'Time of calls to the store, waiting included.', 'call', this.#storeCalls),
      histogramFamily('holderscope_engine_call_duration_seconds', 'Time until the engine answered.', 'call', this.#engineCalls),
      family(
        'holderscope_jobs',
        'gauge',
        'Jobs by state.',
        countSamples(
          'state',
          (await jobs.list()).map(({ state }) => state),
        ),
      ),
      family('holderscope_followed_tokens', 'gauge', 'Tokens followed live, by state.', countSamples('state', this.#following.values())),
      family('process_resident_memory_bytes', 'gauge', 'Resident memory.', [[{}, memory.rss]]),
      family('holderscope_memory_bytes', 'gauge', 'Memory of the main thread by kind.', [
        [{ kind: 'heap_used' }, memory.heapUsed],
        [{ kind: 'heap_total' }, memory.heapTotal],
        [{ kind: 'external' }, memory.external],
        [{ kind: 'array_buffers' }, memory.arrayBuffers],
      ]),
    ].join('')
  }

  *#requestSamples(): Generator<Sample> {
    for (const [route, statuses] of this.#requests) for (const [status, count] of statuses) yield [{ route, status }, count]
  }

  *#eventSamples(): Generator<Sample> {
    for (const [stream, count] of this.#traffic.events) yield [{ stream }, count]
  }
}

function countSamples(label: string, values: Iterable<string>): Sample[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]): Sample => [{ [label]: value }, count])
}

/** Functions that answer promises, each with its time noted; the promises themselves are handed on untouched. */
function timed<T extends object>(functions: T, into: Histograms): T {
  const entries = Object.entries(functions) as [string, (...args: unknown[]) => Promise<unknown>][]
  return Object.fromEntries(
    entries.map(([name, call]) => [
      name,
      (...args: unknown[]) => {
        const begun = performance.now()
        const note = (): void => into.add(name, (performance.now() - begun) / 1000)
        const answered = call(...args)
        answered.then(note, note)
        return answered
      },
    ]),
  ) as T
}
