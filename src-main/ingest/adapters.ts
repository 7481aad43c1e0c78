import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import type { AdapterOptions, ChainAdapter } from '../chains/adapter.ts'
import type { ArchiveSettings } from '../chains/archive/use.ts'
import type { PaceStore } from '../chains/rpc/pacing/saved-pace.ts'
import { openAdapter } from '../chains/registry.ts'
import { AppError } from '../lib/app-error.ts'

export interface AdaptersOptions {
  /** Endpoints per network, in order of preference. */
  readonly sources: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  /** What was learnt about endpoints; without it nothing is stored. */
  readonly paces?: (network: NetworkId) => PaceStore
  /** The archive of a network; none is read unless given. */
  readonly archive?: (network: NetworkId) => ArchiveSettings
  /** Opens an adapter. Defaults to the registry's function. */
  readonly openAdapter?: (options: AdapterOptions) => ChainAdapter
}

/** One adapter per network, so that all readers share its rate limits, its failover and its caches. */
export interface Adapters {
  /** Whether a source of the network is set. */
  canRead(network: NetworkId): boolean
  /** @throws AppError `source_unavailable` if no source can be used */
  get(network: NetworkId): ChainAdapter
  /** Replaces the endpoints of a network. The returned function closes the previous adapter. Call it once nothing reads through that adapter. */
  replace(network: NetworkId, endpoints: readonly string[]): () => Promise<void>
  close(): Promise<void>
}

export function createAdapters({ sources: given, paces, archive, openAdapter: open = openAdapter }: AdaptersOptions): Adapters {
  const sources = { ...given }
  const opened = new Map<NetworkId, ChainAdapter>()
  const canRead = (network: NetworkId): boolean => (sources[network]?.length ?? 0) > 0
  return {
    canRead,
    get(network) {
      if (!canRead(network)) {
        throw new AppError('source_unavailable', {
          message: `No source is set for ${NETWORKS[network].name}; add an endpoint in Settings or with --source.`,
        })
      }
      const known = opened.get(network)
      if (known !== undefined) return known
      const made = open({ network, endpoints: sources[network] ?? [], paces: paces?.(network), archive: archive?.(network) })
      opened.set(network, made)
      return made
    },
    replace(network, endpoints) {
      const before = opened.get(network)
      opened.delete(network)
      sources[network] = endpoints
      return async () => before?.close()
    },
    async close() {
      await Promise.all([...opened.values()].map((adapter) => adapter.close()))
      opened.clear()
    },
  }
}
