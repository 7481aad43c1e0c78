import type { NetworkId } from '../../../src-shared/networks.ts'
import { AppError } from '../../lib/app-error.ts'
import type { NativePrice } from '../../prices/price-trades.ts'
import type { NativeNow } from '../../prices/pricer.ts'
import type { Adapters } from '../adapters.ts'

/** How long a price is cached. */
const MAX_AGE_MS = 15_000
/** How long rows wait for a price before they are stored. */
const TIMEOUT_MS = 5_000

/**
 * Reads the current price of a network's native coin from its reference pools and caches it for some seconds. The price has the time of the block at
 * which it was read. It is null without a source, if the node does not have the pools, and if the node does not answer in time.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createNativeNow({
  adapters,
  now = () => performance.now(),
}: {
  readonly adapters: Adapters
  readonly now?: () => number
}): NativeNow {
  const cache = new Map<NetworkId, { readonly until: number; readonly price: Promise<NativePrice | null> }>()
  return (network) => {
    const cached = cache.get(network)
    if (cached !== undefined && cached.until > now()) return cached.price
    const price = read(adapters, network)
    cache.set(network, { until: now() + MAX_AGE_MS, price })
    return price
  }
}

async function read(adapters: Adapters, network: NetworkId): Promise<NativePrice | null> {
  if (!adapters.canRead(network)) return null
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const adapter = adapters.get(network)
    const at = await adapter.head(timeout)
    const usd = (await adapter.nativePrice?.(at, timeout)) ?? null
    return usd === null ? null : { time: at.time, usd, tx: null }
  } catch (error) {
    if (!(error instanceof AppError) && !timeout.aborted) throw error
    return null
  }
}
