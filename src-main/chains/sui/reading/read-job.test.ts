import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, describe, test } from 'vitest'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../../../../e2e/fixtures/sui/scenario.ts'
import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import { createEngine } from '../../../engine/engine.ts'
import type { Engine } from '../../../engine/interface.ts'
import { seedLabels } from '../../../importers/labels/label-lists.ts'
import { createAdapters } from '../../../ingest/adapters.ts'
import type { Jobs } from '../../../ingest/jobs/interface.ts'
import { createJobs } from '../../../ingest/jobs/jobs.ts'
import { systemClock } from '../../../lib/clock.ts'
import { silentLogger } from '../../../lib/logger.ts'
import { openTestStore } from '../../../store/testing/test-store.ts'
import type { Store } from '../../../store/interface.ts'

const resourcesDir = fileURLToPath(new URL('../../../../resources', import.meta.url))

/** The real job runner, store and engine over the test ledger. The ledger's README says what it does not prove. */
describe('a Sui launch read by the job runner while every ninth call fails', () => {
  let truth: SuiScenario
  let node: SuiTestNode
  let folder: string
  let store: Store
  let engine: Engine
  let jobs: Jobs
  let token: TokenKey
  let job: JobRecord

  beforeAll(async () => {
    truth = playLaunch(30)
    node = await startSuiNode(truth.ledger)
    node.grpc.faults.every(9)
    node.grpc.faults.scanLimit = 60
    folder = mkdtempSync(join(tmpdir(), 'sui-'))
    store = await openTestStore(join(folder, 'store.db'))
    await seedLabels(store, resourcesDir)
    engine = await createEngine({ store, clock: systemClock, logger: silentLogger, resourcesDir })
    jobs = createJobs({ store, engine, adapters: createAdapters({ sources: { sui: node.endpoints } }), clock: systemClock, logger: silentLogger })
    token = { network: 'sui', address: trustedAddress(truth.coin) }
    job = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
  })
  afterAll(async () => {
    await jobs.close()
    await engine.close()
    await store.close()
    await node.stop()
    rmSync(folder, { recursive: true })
  })

  test('completes every stage', () => {
    expect(job.stages.map(({ name, state, message }) => [name, state, state === 'done' ? null : message])).toEqual(
      job.stages.map(({ name }) => [name, 'done', null]),
    )
  })

  test('stores all holders to the raw unit', async () => {
    const holders = await store.read.holders({ token, limit: 10_000 })
    expect(new Map(holders.map(({ address, raw }) => [address as string, raw]))).toEqual(truth.holders())
    expect((await store.read.token(token))?.holderCount).toBe(truth.holders().size)
  })

  test('stores every swap leg once', async () => {
    const stored = await store.read.tokenTrades({ token, limit: null })
    expect(stored.map(({ tx, leg }) => `${tx} ${leg}`).sort()).toEqual(truth.swaps.flatMap(({ tx, legs }) => legs.map((_, i) => `${tx} ${i}`)).sort())
  })

  test('lists the buyers of the first three checkpoints after the first pool as snipers', async () => {
    const record = await engine.record(token, 'snipers')
    expect(record?.value.snipers.map(({ address }) => address).sort()).toEqual([...truth.snipers].sort())
    expect(record?.value.count).toMatchObject({ total: 3, sold_fully: 1 })
  })

  test('lists the two receivers of one transaction as bundlers', async () => {
    const record = await engine.record(token, 'bundlers')
    expect(record?.value.bundlers.map(({ address }) => address).sort()).toEqual([...truth.bundle].sort())
  })

  test('lists receivers of coins from the creator as insiders, but not those that an exchange paid too', async () => {
    const record = await engine.record(token, 'insiders')
    expect(record?.value.insiders.map(({ address }) => address).sort()).toEqual([...truth.givenByCreator].sort())
  })

  test('reports a list of holders that the balances of the node contradict, and counts it as incomplete', async () => {
    node.grpc.faults.every(0)
    node.grpc.faults.halvesBalances = true
    const wrong = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
    node.grpc.faults.halvesBalances = false
    expect(wrong.stages.find(({ name }) => name === 'holders')?.message).toMatch(
      /^The list of holders at block [\d,]+ differs from the accounts of \d+ of 6 holders at 127\.0\.0\.1:\d+: holders are missing or wrong;/,
    )
    expect((await store.read.token(token))?.holderCount).toBeNull()
  })

  test('notes that shares of a supply of zero are unknown', async () => {
    truth.ledger.supplies.set(truth.coin, 0n)
    const again = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
    expect(again.state).toBe('done')
    expect((await store.read.token(token))?.notes).toContainEqual(expect.stringMatching(/shares of the supply are unknown and shown as zero\.$/))
  })
})
