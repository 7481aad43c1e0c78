import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, describe, test } from 'vitest'
import { startSuiNode, type SuiTestNode } from '../../../../../e2e/fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../../../../../e2e/fixtures/sui/scenario.ts'
import { trustedAddress, type TokenKey } from '../../../../../src-shared/domain/address.ts'
import type { Bus } from '../../../../bus/interface.ts'
import { createLocalBus } from '../../../../bus/local-bus.ts'
import { createEngine } from '../../../../engine/engine.ts'
import type { Engine } from '../../../../engine/interface.ts'
import { createAdapters, type Adapters } from '../../../../ingest/adapters.ts'
import { createJobs } from '../../../../ingest/jobs/jobs.ts'
import type { Jobs } from '../../../../ingest/jobs/interface.ts'
import { systemClock } from '../../../../lib/clock.ts'
import { silentLogger } from '../../../../lib/logger.ts'
import { openTestStore } from '../../../../store/testing/test-store.ts'
import type { Store } from '../../../../store/interface.ts'

const resourcesDir = fileURLToPath(new URL('../../../../../resources', import.meta.url))
/** Holders of one coin object each. With one object per page, the list takes more pages than a sample. */
const MEMBERS = 110

describe('a Sui token whose list of holders takes many calls', () => {
  let truth: SuiScenario
  let node: SuiTestNode
  let folder: string
  let store: Store
  let bus: Bus
  let engine: Engine
  let adapters: Adapters
  let jobs: Jobs
  let token: TokenKey

  beforeAll(async () => {
    truth = playLaunch(MEMBERS)
    node = await startSuiNode(truth.ledger)
    node.graphql.pageSize = 1
    folder = mkdtempSync(join(tmpdir(), 'sui-'))
    store = await openTestStore(join(folder, 'store.db'))
    engine = await createEngine({ store, clock: systemClock, logger: silentLogger, resourcesDir })
    adapters = createAdapters({ sources: { sui: node.endpoints } })
    bus = createLocalBus()
    jobs = createJobs({ store, bus, engine, adapters, clock: systemClock, logger: silentLogger })
    token = { network: 'sui', address: trustedAddress(truth.coin) }
  })
  afterAll(async () => {
    await jobs.close()
    await adapters.close()
    await engine.close()
    await store.close()
    await node.stop()
    rmSync(folder, { recursive: true })
  })

  test('has a first answer from the first pages, then all holders, and lists no page twice', async () => {
    const previewed = Promise.withResolvers<null>()
    const goOn = Promise.withResolvers<null>()
    const { id } = await jobs.start(token, { depth: 40, sinceBlock: null })
    bus.subscribe('jobs', (_token, { stages }) => {
      if (stages.some(({ name, state }) => name === 'preview' && state === 'done')) previewed.resolve(null)
    })
    node.graphql.beforePage = (page) => (page > 100 ? goOn.promise : null)
    await previewed.promise

    const seen = await store.read.holders({ token, limit: 1_000 })
    const all = truth.holders()
    expect(seen.length).toBeLessThan(all.size)
    expect(seen.map(({ address, raw }) => [address, raw])).toEqual(seen.map(({ address }) => [address, all.get(address)]))
    const pools = truth.pools.map(({ id: pool }) => pool)
    expect(seen.filter(({ address }) => pools.includes(address))).toHaveLength(2)
    expect(await store.read.token(token)).toMatchObject({ holderCount: null, creator: truth.creator })
    const snipers = await engine.record(token, 'snipers')
    expect(snipers?.value.snipers.map(({ address }) => address).toSorted()).toEqual(truth.snipers.toSorted())
    const distribution = await engine.record(token, 'distribution')
    expect(distribution?.coverage).toContain('/?')
    expect(distribution?.unknown).toContain('gini')

    goOn.resolve(null)
    const job = await jobs.ended(id)
    expect(job).toMatchObject({ state: 'done', error: null })
    const holders = await store.read.holders({ token, limit: 1_000 })
    expect(new Map(holders.map(({ address, raw }) => [address as string, raw]))).toEqual(all)
    expect((await store.read.token(token))?.holderCount).toBe(all.size)
    expect(Math.max(...node.graphql.pagesListed.values())).toBe(1)
  })
})
