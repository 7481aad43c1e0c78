import { NETWORK_IDS, NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { writeSetting } from '../../config/config-file.ts'
import { parseEndpoint, shownEndpoint, type Config, type SourceSetBy } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Adapters } from './adapters.ts'
import type { Follow } from '../follow/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { isActive } from '../jobs/plan.ts'
import { refuseWhatStartDecided } from '../settings/startup-overrides.ts'
import { typedByOwner } from '../settings/user-input.ts'
import { probeEndpoint, type ProbedEndpoint } from './probe.ts'
import { readsFromNode } from '../../chains/registry.ts'

/** A list of endpoints as the page gives it: it knows those that are set by their place only, for their keys are not told. */
export interface SourceChange {
  /** The list that the change starts from, as it is shown. */
  readonly before: readonly string[]
  readonly endpoints: readonly ({ readonly kept: number } | { readonly url: string })[]
}

/** What is known of the endpoints of a network since they were last changed or tested, in Unix seconds. */
export interface SourceLook {
  readonly at: number
  readonly state: 'untested' | 'ok' | 'failing'
  /** What the first endpoint said where none answered. */
  readonly fault: string | null
}

/** The endpoints of the networks, in order of preference; the owner may change them while the service runs. */
export interface Sources {
  /** Scheme and host of each: paths and queries carry providers' keys. */
  shown(network: NetworkId): readonly string[]
  /** Null where nothing is set. */
  setBy(network: NetworkId): SourceSetBy | null
  /**
   * Keeps the list in the settings file and reads by it from now on: jobs and following under way go on with it. Throws AppError
   * `validation_error` for what is no endpoint, `conflict` when the list is another than the change starts from or is set by a
   * flag or a variable, which the next start would put over the file.
   */
  change(network: NetworkId, change: SourceChange): Promise<void>
  /** Null where they were neither changed nor tested since the service started. */
  lastLook(network: NetworkId): SourceLook | null
  /** Asks every endpoint of a network what it can do, all at once. Throws AppError `source_unavailable` where there is nothing to ask. */
  probe(network: NetworkId): Promise<readonly ProbedEndpoint[]>
}

export interface SourcesOptions {
  readonly config: Pick<Config, 'dataDir' | 'sources' | 'sourcesSetBy'>
  readonly adapters: Adapters
  readonly jobs: Jobs
  readonly follow: Follow
  readonly clock: Clock
}

const MOST_ENDPOINTS = 16

export function createSources({ config, adapters, jobs, follow, clock }: SourcesOptions): Sources {
  const endpoints = new Map<NetworkId, readonly string[]>(NETWORK_IDS.map((network) => [network, config.sources[network] ?? []]))
  const setBy = new Map<NetworkId, SourceSetBy>(Object.entries(config.sourcesSetBy) as [NetworkId, SourceSetBy][])
  const looks = new Map<NetworkId, SourceLook>()
  let changes: Promise<unknown> = Promise.resolve()

  const of = (network: NetworkId): readonly string[] => endpoints.get(network) ?? []
  const shown = (network: NetworkId): readonly string[] => of(network).map(shownEndpoint)

  async function change(network: NetworkId, { before, endpoints: wanted }: SourceChange): Promise<void> {
    const { name } = NETWORKS[network]
    refuseWhatStartDecided(setBy.get(network) ?? null, {
      name: `The endpoints of ${name}`,
      isMany: true,
      flag: '--source',
      variable: `HOLDERSCOPE_SOURCE_${network.toUpperCase()}`,
    })
    const present = of(network)
    if (shown(network).join() !== before.join())
      throw new AppError('conflict', { say: `The endpoints of ${name} were changed meanwhile; look at them again.` })
    const next = wanted.map((entry) => ('url' in entry ? typedByOwner(parseEndpoint, entry.url) : keptOf(present, entry.kept)))
    if (next.length > MOST_ENDPOINTS) throw new AppError('validation_error', { say: `A network takes at most ${MOST_ENDPOINTS} endpoints.` })
    if (new Set(next).size < next.length) throw new AppError('validation_error', { say: 'This endpoint is in the list already.' })
    await writeSetting(config.dataDir, 'sources', network, next.length === 0 ? null : next)
    endpoints.set(network, next)
    looks.set(network, { at: unixSeconds(clock), state: 'untested', fault: null })
    if (next.length === 0) setBy.delete(network)
    else setBy.set(network, 'file')
    await goOnWith(network, next)
  }

  /** Reads under way stop, keep what they have, and go on from there with the new endpoints. */
  async function goOnWith(network: NetworkId, next: readonly string[]): Promise<void> {
    const running = (await jobs.list()).filter((job) => job.network === network && job.kind === 'read' && isActive(job))
    await Promise.all(running.map(({ id }) => jobs.cancel(id)))
    const closeOld = adapters.replace(network, next)
    if (adapters.canRead(network)) await Promise.all(running.map(({ id }) => jobs.resume(id)))
    await follow.sourceChanged(network)
    await closeOld()
  }

  return {
    shown,
    setBy: (network) => setBy.get(network) ?? null,
    lastLook: (network) => looks.get(network) ?? null,
    change(network, wanted) {
      const done = changes.then(() => change(network, wanted))
      changes = done.catch(() => undefined)
      return done
    },
    async probe(network) {
      const urls = of(network)
      if (urls.length === 0) throw new AppError('source_unavailable', { say: 'No endpoint is set for this network.' })
      if (!readsFromNode(network)) throw new AppError('source_unavailable', { say: 'This version reads this network from files only.' })
      const results = await Promise.all(urls.map((url) => probeEndpoint(network, url)))
      // Endpoints that were changed meanwhile are others than those that were asked.
      if (of(network) === urls) looks.set(network, lookAt(results, unixSeconds(clock)))
      return results
    },
  }
}

function lookAt(results: readonly ProbedEndpoint[], at: number): SourceLook {
  const answers = results.some(({ found }) => found !== null)
  return answers ? { at, state: 'ok', fault: null } : { at, state: 'failing', fault: results[0]?.fault ?? null }
}

function keptOf(present: readonly string[], at: number): string {
  const endpoint = present[at]
  if (endpoint === undefined) throw new AppError('validation_error', { say: `There is no endpoint at place ${at}.` })
  return endpoint
}
