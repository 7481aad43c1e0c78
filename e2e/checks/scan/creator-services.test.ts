import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { openProxy, type CountingProxy } from '../../fixtures/anvil/proxy.ts'
import { launchScenario, type Scenario } from '../../fixtures/anvil/scenario.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { systemClock } from '../../../src-main/lib/clock.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { weights } from './inputs.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import type { Store } from '../../../src-main/store/interface.ts'
import { createAdapters, type Adapters } from '../../../src-main/ingest/adapters.ts'
import { quietEngine } from '../../../src-main/ingest/testing/quiet-engine.ts'
import { createJobs } from '../../../src-main/ingest/jobs/jobs.ts'
import { createScanner } from '../../../src-main/ingest/scan/scanner.ts'
import { createServices, type Services } from '../../../src-main/ingest/services/services.ts'
import { openLocalService, type LocalService } from '../../../src-main/ingest/services/testing/local-service.ts'

/**
 * A node without historical state does not know the creator of a token. Only then is the configured service queried. The
 * service is a local stub of Etherscan's API, so the real service's responses are not tested.
 */

const missing = anvilMissing()
const MAKER = `0x${'cd'.repeat(20)}`
/** Short enough that the launch is older, and long enough for a read at its pinned block. */
const KEPT_BLOCKS = 2

describe.skipIf(missing !== null)(`creator of a token ${missing ?? ''}`, () => {
  let anvil: Anvil
  let forgetful: CountingProxy
  let truth: Scenario
  let token: TokenKey
  let local: LocalService
  let services: Services
  let folder: string
  let store: Store
  let adapters: Adapters

  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
    token = { network: 'eth', address: trustedAddress(truth.token) }
    forgetful = await openProxy(anvil.url, { without: ['ots_getContractCreator'], keepsBlocks: KEPT_BLOCKS })
  })
  afterAll(async () => {
    await forgetful.close()
    await anvil.stop()
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'creator-'))
    store = await openTestStore(join(folder, 'store.db'))
    local = await openLocalService(() => ({
      body: { status: '1', message: 'OK', result: [{ contractAddress: truth.token, contractCreator: MAKER, txHash: '0x1' }] },
    }))
    const config = { dataDir: folder, services: { etherscan: { url: local.url, key: null } }, servicesSetBy: {} }
    services = createServices({ config, logger: silentLogger })
  })
  afterEach(async () => {
    await adapters.close()
    await local.stop()
    await store.close()
    rmSync(folder, { recursive: true })
  })

  async function read(endpoint: string): Promise<string | null> {
    adapters = createAdapters({ sources: { eth: [endpoint] } })
    const jobs = createJobs({ store, engine: quietEngine(), adapters, clock: systemClock, logger: silentLogger, services })
    const job = await jobs.ended((await jobs.start(token, { depth: 50, sinceBlock: null })).id)
    await jobs.close()
    return job.stages.find(({ name }) => name === 'token')?.message ?? null
  }

  test('is queried from the service when the chain does not know it, and stored with its source', async () => {
    const source = `Etherscan v2 (${new URL(local.url).host})`
    expect(await read(forgetful.url)).toContain(`The creator could not be read from the chain; ${source} names it.`)
    expect(await store.read.token(token)).toMatchObject({ creator: MAKER, creatorSource: source })
    await adapters.close()
    await read(forgetful.url)
    expect(local.requests).toHaveLength(1)
  })

  test('is not queried when the chain knows it', async () => {
    await read(anvil.url)
    const stored = await store.read.token(token)
    expect([stored?.creator, stored?.creatorSource]).toEqual([truth.creator, undefined])
    expect(local.requests).toEqual([])
  })

  test('from the chain replaces the one from a service', async () => {
    await read(forgetful.url)
    await adapters.close()
    await read(anvil.url)
    const stored = await store.read.token(token)
    expect([stored?.creator, stored?.creatorSource]).toEqual([truth.creator, undefined])
  })

  test('is named with the service and its balance in the scan of an unread token', async () => {
    adapters = createAdapters({ sources: { eth: [forgetful.url] } })
    const scanner = createScanner({ store, engine: quietEngine(), adapters, weights, services, clock: systemClock })
    const { report } = await scanner.scan(token)
    expect(report.token.additional_info).toMatchObject({ creator_source: `Etherscan v2 (${new URL(local.url).host})` })
    expect(report.results.advanced.creator).toEqual({ address: MAKER, balance: 0 })
    await scanner.close()
  })
})
