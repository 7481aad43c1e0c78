import type { NetworkId } from '../../../src-shared/networks.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NativePrice } from '../../prices/price-trades.ts'
import type { NativeNow } from '../../prices/pricer.ts'
import type { Adapters } from '../sources/adapters.ts'

/** A price is used this long before it is read again. */
const FRESH_MS = 15_000
/** Rows that wait to be stored wait no longer for a price. */
const PATIENCE_MS = 5_000

/**
 * What a network's own coin costs now by its reference pools, read from the owner's endpoint and kept a few seconds; null where
 * no source is set, where the pools are not on that node, and where it does not answer in time. The price bears the time of the
 * block that it was read at.
 */
export function createNativeNow({ adapters, clock }: { readonly adapters: Adapters; readonly clock: Clock }): NativeNow {
  const kept = new Map<NetworkId, { readonly until: number; readonly price: Promise<NativePrice | null> }>()
  return (network) => {
    const present = kept.get(network)
    if (present !== undefined && present.until > clock.now()) return present.price
    const price = read(adapters, network)
    kept.set(network, { until: clock.now() + FRESH_MS, price })
    return price
  }
}

async function read(adapters: Adapters, network: NetworkId): Promise<NativePrice | null> {
  if (!adapters.canRead(network)) return null
  const late = AbortSignal.timeout(PATIENCE_MS)
  try {
    const adapter = adapters.get(network)
    const at = await adapter.head(late)
    const usd = (await adapter.nativePrice?.(at, late)) ?? null
    return usd === null ? null : { time: at.time, usd, tx: null }
  } catch (error) {
    if (!(error instanceof AppError) && !late.aborted) throw error
    return null
  }
}
