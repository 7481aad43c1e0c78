import type { Address } from '../../../src-shared/domain/address.ts'
import type { AccountKind } from '../../../src-shared/domain/token.ts'
import { NETWORK_IDS, NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { writeSetting } from '../../config/config-file.ts'
import { parseEndpoint, redactEndpoint, type Config, type SourceSetBy } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import { closeConnections } from '../../lib/http-post.ts'
import type { Adapters } from '../adapters.ts'
import type { Follow } from '../follow/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { isActive } from '../jobs/plan.ts'
import { assertNotSetAtStartup } from '../settings/startup-overrides.ts'
import { parseUserInput } from '../settings/user-input.ts'
import { probeEndpoint, type ProbedEndpoint } from './probe.ts'
import { createSourceCheck, type SourceStatus } from './source-check.ts'
import type { PaceStore } from '../../chains/rpc/pacing/saved-pace.ts'

/** A list of endpoints from the page, which refers to current ones by index because it never gets their keys. */
export interface SourceChange {
  /** The list that the change is based on, as it was shown. */
  readonly before: readonly string[]
  readonly endpoints: readonly ({ readonly kept: number } | { readonly url: string })[]
}

/** The endpoints of the networks in order of preference, which the owner may change while the service runs. */
export interface Sources {
  /** Scheme and host of each endpoint, since paths and queries contain providers' keys. */
  shown(network: NetworkId): readonly string[]
  /** null if no endpoint is set. */
  setBy(network: NetworkId): SourceSetBy | null
  /**
   * Writes the list to the settings file and applies it immediately: running jobs and followers continue with it.
   *
   * @throws AppError `validation_error` for an invalid endpoint; `conflict` if the list changed meanwhile, or if a flag or a variable set it, because
   * that would override the file at the next start
   */
  change(network: NetworkId, change: SourceChange): Promise<void>
  /**
   * Reopens every connection, for example after the machine slept. Running jobs and followers continue immediately, and followers read what they
   * missed.
   */
  reconnect(): Promise<void>
  /** Null if the endpoints were neither changed nor tested since the service started. */
  status(network: NetworkId): SourceStatus | null
  /** Reads the head, at most every 2 seconds, so that `status` is current. Does nothing without an endpoint. Never rejects. */
  check(network: NetworkId): Promise<void>
  /** Whether there is code at an address of a network. `unknown` without an endpoint, and if it does not answer soon. Never rejects. */
  accountKind(network: NetworkId, address: Address): Promise<AccountKind>
  /** Tests all endpoints of a network concurrently. @throws AppError `source_unavailable` if there is none */
  probe(network: NetworkId): Promise<readonly ProbedEndpoint[]>
}

export interface SourcesOptions {
  readonly config: Pick<Config, 'dataDir' | 'sources' | 'sourcesSetBy'>
  readonly adapters: Adapters
  readonly jobs: Jobs
  readonly follow: Follow
  readonly clock: Clock
  /** The learned pace, at which tests begin and which they update. Without it, nothing is stored. */
  readonly paces?: (network: NetworkId) => PaceStore
}

const MAX_ENDPOINTS = 16
/** A person waits for the result in a search. */
const KIND_TIMEOUT_MS = 3_000

export function createSources({ config, adapters, jobs, follow, clock, paces }: SourcesOptions): Sources {
  const endpoints = new Map<NetworkId, readonly string[]>(NETWORK_IDS.map((network) => [network, config.sources[network] ?? []]))
  const setBy = new Map<NetworkId, SourceSetBy>(Object.entries(config.sourcesSetBy) as [NetworkId, SourceSetBy][])
  const statuses = new Map<NetworkId, SourceStatus>()
  let changes: Promise<unknown> = Promise.resolve()

  const check = createSourceCheck({ adapters, jobs, clock })

  const of = (network: NetworkId): readonly string[] => endpoints.get(network) ?? []
  const shown = (network: NetworkId): readonly string[] => of(network).map(redactEndpoint)

  async function change(network: NetworkId, { before, endpoints: wanted }: SourceChange): Promise<void> {
    const { name } = NETWORKS[network]
    assertNotSetAtStartup(setBy.get(network) ?? null, {
      name: `The endpoints of ${name}`,
      isPlural: true,
      flag: '--source',
      variable: `HOLDERSCOPE_SOURCE_${network.toUpperCase()}`,
    })
    const current = of(network)
    if (shown(network).join() !== before.join())
      throw new AppError('conflict', { message: `The endpoints of ${name} were changed meanwhile; reload them and try again.` })
    const next = wanted.map((entry) => ('url' in entry ? parseUserInput(parseEndpoint, entry.url) : endpointAt(current, entry.kept)))
    if (next.length > MAX_ENDPOINTS) throw new AppError('validation_error', { message: `A network can have at most ${MAX_ENDPOINTS} endpoints.` })
    if (new Set(next).size < next.length) throw new AppError('validation_error', { message: 'This endpoint is already in the list.' })
    await writeSetting(config.dataDir, 'sources', network, next.length === 0 ? null : next)
    endpoints.set(network, next)
    statuses.set(network, { at: unixSeconds(clock), state: 'untested', fault: null })
    if (next.length === 0) setBy.delete(network)
    else setBy.set(network, 'file')
    await resumeWith(network, next)
  }

  /** Running reads are stopped, and resumed from the same point with the new endpoints. */
  async function resumeWith(network: NetworkId, next: readonly string[]): Promise<void> {
    const running = (await jobs.list()).filter((job) => job.network === network && job.kind === 'read' && isActive(job))
    await Promise.all(running.map(({ id }) => jobs.cancel(id)))
    const closeOld = adapters.replace(network, next)
    if (adapters.canRead(network)) await Promise.all(running.map(({ id }) => jobs.resume(id)))
    await follow.sourceChanged(network)
    await closeOld()
  }

  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = changes.then(work)
    changes = done.catch(() => undefined)
    return done
  }

  return {
    shown,
    setBy: (network) => setBy.get(network) ?? null,
    status: (network) => statuses.get(network) ?? null,
    change: (network, wanted) => inOrder(() => change(network, wanted)),
    reconnect: () =>
      inOrder(async () => {
        closeConnections()
        await Promise.all(NETWORK_IDS.filter((network) => of(network).length > 0).map((network) => resumeWith(network, of(network))))
      }),
    async check(network) {
      const urls = of(network)
      const result = await check(network)
      if (result === null || of(network) !== urls) return
      const before = statuses.get(network)
      statuses.set(network, result)
      if (before?.state === 'failing' && result.state === 'ok') follow.sourceRecovered(network)
    },
    async accountKind(network, address) {
      if (!adapters.canRead(network)) return 'unknown'
      const timeout = AbortSignal.timeout(KIND_TIMEOUT_MS)
      try {
        const adapter = adapters.get(network)
        const kinds = await adapter.accountKinds([address], await adapter.head(timeout), timeout)
        return kinds.get(address) ?? 'unknown'
      } catch {
        return 'unknown'
      }
    },
    async probe(network) {
      const urls = of(network)
      if (urls.length === 0) throw new AppError('source_unavailable', { message: 'No endpoint is set for this network.' })
      const results = await Promise.all(urls.map((url) => probeEndpoint(network, url, paces?.(network))))
      // The result does not apply to endpoints that were changed during the test.
      if (of(network) === urls) statuses.set(network, statusFrom(results, unixSeconds(clock)))
      return results
    },
  }
}

function statusFrom(results: readonly ProbedEndpoint[], at: number): SourceStatus {
  const answers = results.some(({ found }) => found !== null)
  return answers ? { at, state: 'ok', fault: null } : { at, state: 'failing', fault: results[0]?.fault ?? null }
}

function endpointAt(current: readonly string[], at: number): string {
  const endpoint = current[at]
  if (endpoint === undefined) throw new AppError('validation_error', { message: `There is no endpoint at index ${at}.` })
  return endpoint
}
