import { formatTokenKey, trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Follow, TradesWatch } from '../follow/interface.ts'

export interface WatchedOptions {
  readonly bus: Pick<Bus, 'present'>
  readonly follow: Pick<Follow, 'watch' | 'watchTrades' | 'resume' | 'sourceRecovered'>
  readonly logger: Logger
  /** Announces what this process reads, which may have changed. */
  announce(): void
}

/** How often a worker checks what is watched. A subscription waits this long for its token. */
const EVERY_MS = 500

/**
 * Follows everything that clients of any process watch, and the tokens that the owner follows. Every worker tries every token, and the lease of each
 * token lets one of them work.
 */
export function followWatched({ bus, follow, logger, announce }: WatchedOptions): { close(): Promise<void> } {
  const stops = new Map<string, () => void>()
  let looking: Promise<void> = Promise.resolve()
  let isStoreUnavailable = false

  async function look(): Promise<void> {
    announce()
    const tokens = bus
      .present()
      .flatMap(({ watches }) => watches.map(({ network, address }): TokenKey => ({ network, address: trustedAddress(address) })))
    const watched = new Map(tokens.map((token) => [formatTokenKey(token), token]))
    for (const [key, stop] of stops) {
      if (watched.has(key)) continue
      stops.delete(key)
      stop()
    }
    for (const [key, token] of watched) if (!stops.has(key)) stops.set(key, begin(token))
    await follow.resume()
    // Work that failed with the store is retried now, although the store was away for longer than its backoff.
    if (isStoreUnavailable) for (const network of NETWORK_IDS) follow.sourceRecovered(network)
    isStoreUnavailable = false
  }

  function report(error: unknown): void {
    isStoreUnavailable = true
    logger.warn({ err: error }, 'it is unknown what is watched')
  }

  const begin = (token: TokenKey): (() => void) => (token.address === FIREHOSE ? watchWhole(token.network) : follow.watch(token))

  function watchWhole(network: NetworkId): () => void {
    const watch: TradesWatch = follow.watchTrades(network, FIREHOSE)
    watch.covered().catch((error: unknown) => logger.debug({ err: error, network }, 'a network cannot be followed whole'))
    return watch.stop
  }

  const timer = setInterval(() => {
    looking = looking.then(look).catch(report)
  }, EVERY_MS).unref()

  return {
    async close() {
      clearInterval(timer)
      await looking
      for (const stop of stops.values()) stop()
    },
  }
}
