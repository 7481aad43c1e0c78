import { join } from 'node:path'
import type { ChainAdapter } from '../../../src-main/chains/adapter.ts'
import type { SecurityFacts } from '../../../src-main/chains/security/facts.ts'
import { createAdapters } from '../../../src-main/ingest/adapters.ts'
import { createScanner, type Scanner, type ScannerOptions } from '../../../src-main/ingest/scan/scanner.ts'
import { quietEngine } from '../../../src-main/ingest/testing/quiet-engine.ts'
import { systemClock } from '../../../src-main/lib/clock.ts'
import type { ScanInput } from '../../../src-main/scan/input.ts'
import type { Store } from '../../../src-main/store/interface.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import { weights } from './inputs.ts'

/** The real scanner on a real store, with an adapter that states the facts of a Solana token in place of a node. */
export async function openStatedScanner(
  dataDir: string,
  token: ScanInput['token'],
  facts: SecurityFacts,
  options: Partial<Pick<ScannerOptions, 'offChain' | 'clock'>> = {},
): Promise<{ readonly scanner: Scanner; readonly store: Store; close(): Promise<void> }> {
  const adapter = {
    holderSource: 'listed',
    tradesFrom: 'birth',
    head: async () => ({ number: 7, hash: '7', time: token.asOf }),
    token: async () => token,
    pools: () => [],
    balances: async () => [],
    security: async () => facts,
    close: async () => undefined,
  } as unknown as ChainAdapter
  const store = await openTestStore(join(dataDir, 'store.db'))
  const adapters = createAdapters({ sources: { sol: ['http://127.0.0.1:9/'] }, openAdapter: () => adapter })
  const nativeNow = async (): Promise<null> => null
  const scanner = createScanner({ store, engine: quietEngine(), adapters, weights, clock: systemClock, nativeNow, ...options })
  return {
    scanner,
    store,
    async close() {
      await scanner.close()
      await adapters.close()
      await store.close()
    },
  }
}
