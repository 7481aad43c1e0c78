import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../../src-main/chains/adapter.ts'
import { createAdapters } from '../../../src-main/ingest/adapters.ts'
import { createScanner } from '../../../src-main/ingest/scan/scanner.ts'
import { quietEngine } from '../../../src-main/ingest/testing/quiet-engine.ts'
import { systemClock } from '../../../src-main/lib/clock.ts'
import { buildScan } from '../../../src-main/scan/report/report.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import { cleanInput, weights } from './inputs.ts'
import { TAMPERED_INPUTS } from './tampered-inputs.ts'

it('finds the dead tokens of a creator, however many others were read since', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holderscope-creator-'))
  const input = cleanInput('sol')
  const { token, facts } = input
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
  const scanner = createScanner({ store, engine: quietEngine(), adapters, weights, clock: systemClock, nativeNow })
  const save = (name: string, changes: Partial<typeof token>) => store.write.saveToken({ ...token, address: trustedAddress(name), ...changes })
  const found = async (): Promise<string[]> => (await scanner.scan(token)).detail.findings.map(({ id }) => id)
  try {
    const dead = buildScan(weights, TAMPERED_INPUTS['no_liquidity']?.(input) ?? input)
    for (let i = 0; i < 10; i++) {
      await save(`dead${i}`, { asOf: 1 })
      await store.write.saveScan({ token: { network: 'sol', address: trustedAddress(`dead${i}`) }, ...dead, block: 7 })
    }
    for (let i = 0; i < 200; i++) await save(`other${i}`, { creator: trustedAddress('other') })
    await save('elsewhere', { network: 'sui' })
    expect(await found()).toEqual(['creator_serial'])
    await save('alive', {})
    expect(await found()).toEqual([])
  } finally {
    await scanner.close()
    await adapters.close()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
