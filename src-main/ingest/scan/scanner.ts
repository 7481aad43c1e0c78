import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { ScanDetail, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { formatTokenKey, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { ScanInput } from '../../scan/input.ts'
import { buildScan } from '../../scan/report/report.ts'
import type { Weights } from '../../scan/weights.ts'
import type { NativeNow } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import { createNativeNow } from '../prices/native-price.ts'
import { NO_CONSENT, type OffChainConsent } from '../settings/off-chain-consent.ts'
import { gatherScan } from './gather-input.ts'
import { NO_SERVICES, type Services } from '../services/services.ts'

export interface CompletedScan {
  readonly report: ScanReport
  readonly detail: ScanDetail
}

/** Scans tokens: reads security facts from the chain, applies the rules, stores the report and publishes it on the bus. */
export interface Scanner {
  /** A source is set for this network, and its adapter reads security facts. */
  canScan(network: NetworkId): boolean
  /** Scans a token, or joins its running scan. @throws AppError `token_not_found` or `source_unavailable` */
  scan(token: TokenKey): Promise<CompletedScan>
  /** Aborts the running scans and waits for them to end. */
  close(): Promise<void>
}

export interface ScannerOptions {
  readonly store: Store
  readonly engine: Engine
  /** Where reports are published. Defaults to a local bus without listeners. */
  readonly bus?: Bus
  readonly adapters: Adapters
  readonly weights: Weights
  /** Whether the owner allows fetching off-chain metadata. Defaults to no. */
  readonly offChain?: Pick<OffChainConsent, 'given'>
  /** Services outside the chain. Defaults to none. */
  readonly services?: Pick<Services, 'source' | 'creator'>
  readonly clock: Clock
  /** Prices of the native coins, shared by all callers. Defaults to a separate reader. */
  readonly nativeNow?: NativeNow
}

/** Scans share the rate limits of the endpoints with the reads. */
const MAX_RUNNING_SCANS = 2
/** The parts of a scan have shorter timeouts, so that a slow part does not fail the scan. */
const TIMEOUT_MS = 60_000
/** Endpoints behind one address that are on different forks could disagree for long. */
const MAX_ATTEMPTS = 3

export function createScanner(options: ScannerOptions): Scanner {
  const { store, engine, bus = createLocalBus(), adapters, weights, offChain = NO_CONSENT, services = NO_SERVICES, clock } = options
  const nativeNow = options.nativeNow ?? createNativeNow({ adapters })
  const running = new Map<string, Promise<CompletedScan>>()
  const limit = pLimit(MAX_RUNNING_SCANS)
  const stopping = new AbortController()

  /** A scan is addressed by its second, and another one in it would replace the scan whose changes it lists. */
  async function leaveLastSecond(token: TokenKey, signal: AbortSignal): Promise<void> {
    const [newest] = await store.read.scans(token)
    // A timer can fire up to a millisecond before the wall clock gets there.
    while (newest?.generatedAt === unixSeconds(clock)) await delay(1_000 - (clock.now() % 1_000), undefined, { signal })
  }

  /** Reads again if the chain has meanwhile reverted the block that was read: the rollback would not find a scan that is stored after it. */
  async function gatherAtHead(adapter: ChainAdapter, token: TokenKey, signal: AbortSignal): Promise<ScanInput> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const at = await adapter.head(signal)
      const input = await gatherScan({ store, engine, adapter, token, at, offChain, services, nativeNow, now: unixSeconds(clock) }, signal)
      if (!(await isReverted(adapter, at, signal))) return input
    }
    throw new AppError('source_unavailable', { message: 'The chain reverted the block that was scanned. Scan again later.' })
  }

  async function runScan(token: TokenKey): Promise<CompletedScan> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = AbortSignal.any([stopping.signal, timeout])
    const adapter = adapters.get(token.network)
    try {
      await leaveLastSecond(token, signal)
      const input = await gatherAtHead(adapter, token, signal)
      const made = buildScan(weights, input)
      const { id } = await store.write.saveScan({ token, ...made, block: input.token.asOfBlock })
      bus.publish('scans', token, { report: made.report, id })
      return made
    } catch (error) {
      if (timeout.aborted && !stopping.signal.aborted)
        throw new AppError('source_unavailable', { message: 'The source did not answer in time.', cause: error })
      throw error
    }
  }

  return {
    canScan: (network) => adapters.canRead(network) && adapters.get(network).security !== undefined,
    scan(token) {
      const key = formatTokenKey(token)
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const made = limit(() => runScan(token)).finally(() => running.delete(key))
      running.set(key, made)
      return made
    },
    async close() {
      stopping.abort()
      await Promise.allSettled(running.values())
    },
  }
}

/** Whether the chain has another block in its place. An endpoint that is behind does not know. */
async function isReverted({ reorganisations }: ChainAdapter, { number, hash }: BlockRef, signal: AbortSignal): Promise<boolean> {
  try {
    const current = (await reorganisations?.blockHash(number, signal)) ?? null
    return current !== null && current !== hash
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return false
  }
}
