import type { ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import { buildScan } from '../../scan/report.ts'
import type { Weights } from '../../scan/weights.ts'
import type { NativeNow } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../sources/adapters.ts'
import { createNativeNow } from '../prices/native-price.ts'
import { NO_CONSENT, type OffChainConsent } from '../settings/off-chain-consent.ts'
import { openPlaces } from '../places.ts'
import { gatherScan } from './gather-input.ts'
import { NO_SERVICES, type Services } from '../services/services.ts'

export interface MadeScan {
  readonly report: ScanReport
  readonly detail: ScanDetail
}

/** Reads a token's safety from its chain now, judges it, keeps and tells it. */
export interface Scanner {
  /** A source is set for this network and this version can read safety from it. */
  canScan(network: NetworkId): boolean
  /**
   * Scans a token; who asks while a scan of it runs shares that scan. Throws AppError: token_not_found, source_unavailable.
   */
  scan(token: TokenKey): Promise<MadeScan>
  /** Every new scan, after it was stored. */
  onScan(listener: (token: TokenKey, report: ScanReport) => void): () => void
  /** Stops what runs and waits for it. */
  close(): Promise<void>
}

export interface ScannerOptions {
  readonly store: Store
  readonly engine: Engine
  readonly adapters: Adapters
  readonly weights: Weights
  /** Whether the owner allows reading metadata that tokens keep elsewhere; not unless given. */
  readonly offChain?: Pick<OffChainConsent, 'given'>
  /** Services outside the chain; none unless given. */
  readonly services?: Pick<Services, 'source' | 'creator'>
  readonly clock: Clock
  /** What the native coins cost, kept for all who ask; kept apart unless given. */
  readonly nativeNow?: NativeNow
}

/** Scans at once: they share the endpoints' patience with the reads. */
const AT_ONCE = 2
/** A scan tells what it has by then; its parts are given less. */
const WITHIN_MS = 20_000

export function createScanner(options: ScannerOptions): Scanner {
  const { store, engine, adapters, weights, offChain = NO_CONSENT, services = NO_SERVICES, clock } = options
  const nativeNow = options.nativeNow ?? createNativeNow({ adapters, clock })
  const running = new Map<string, Promise<MadeScan>>()
  const listeners = new Set<(token: TokenKey, report: ScanReport) => void>()
  const places = openPlaces(AT_ONCE)
  const stopping = new AbortController()

  async function make(token: TokenKey): Promise<MadeScan> {
    return places.run(async () => {
      const late = AbortSignal.timeout(WITHIN_MS)
      const signal = AbortSignal.any([stopping.signal, late])
      const adapter = adapters.get(token.network)
      try {
        const input = await gatherScan({ store, engine, adapter, token, offChain, services, nativeNow, now: unixSeconds(clock) }, signal)
        const made = buildScan(weights, input)
        await store.write.saveScan({ token, ...made })
        for (const listener of listeners) listener(token, made.report)
        return made
      } catch (error) {
        if (late.aborted && !stopping.signal.aborted)
          throw new AppError('source_unavailable', { say: 'The source did not answer in time.', cause: error })
        throw error
      }
    }, stopping.signal)
  }

  return {
    canScan: (network) => adapters.canRead(network) && adapters.get(network).security !== undefined,
    scan(token) {
      const key = `${token.network}:${token.address}`
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const made = make(token).finally(() => running.delete(key))
      running.set(key, made)
      return made
    },
    onScan(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async close() {
      stopping.abort()
      await Promise.allSettled(running.values())
    },
  }
}
