import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { snapshotRecord, type SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { FirstRead, Origin } from '../../../src-shared/domain/token.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { buildFacts } from './story.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import type { Store } from '../../../src-main/store/interface.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import type { Engine, StreamPayloads } from '../../../src-main/engine/interface.ts'

const hex = (name: string) => trustedAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`)
const TOKEN = { network: 'eth' as const, address: hex('token') }
const resourcesDir = fileURLToPath(new URL('../../../resources', import.meta.url))

let folder: string
let store: Store
let engine: Engine
let now = 1_700_000_000_000

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'))
  store = await openTestStore(join(folder, 'facts.db'))
  engine = await createEngine({ store, clock: { now: () => now }, logger: silentLogger, resourcesDir })
})
afterEach(async () => {
  await engine.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Stores a launch with a funder of two wallets, as a read job would. */
async function save(holds: Record<string, number>, origin: Origin = 'node'): Promise<void> {
  const facts = buildFacts({
    holds,
    pays: [
      ['boss', 'w1', 50, 0],
      ['boss', 'w2', 40, 1],
    ],
  })
  await store.write.saveToken({ ...facts.token, ...TOKEN, origin })
  await store.write.saveBalances({
    token: TOKEN,
    rows: facts.holdings.map(({ address, raw }) => ({ address: hex(address), raw, verified: true })),
    replaceAll: true,
  })
  await store.write.saveFunding({
    network: 'eth',
    rows: facts.funding.map((row) => ({ ...row, wallet: hex(row.wallet), funder: row.funder === null ? null : hex(row.funder) })),
  })
}

const clusterPercent = ({ dex_metrics }: StreamPayloads): number =>
  (JSON.parse(Buffer.concat(dex_metrics?.json ?? []).toString('utf8')) as { cluster_pct: number }).cluster_pct

describe('records of a stored token', () => {
  it('nothing stored gives nothing', async () => {
    expect(await engine.record(TOKEN, 'overview')).toBeNull()
  })

  it('come with their bytes, tag, age and source', async () => {
    await save({ w1: 60_000, w2: 40_000, other: 5 })
    const answer = await engine.record(TOKEN, 'clusters')
    expect(answer?.value.total_cluster_pct).toBe(10)
    expect(answer?.value.clusters[0]?.cluster_addresses.map(({ address, tags }) => [address, tags])).toEqual([
      [hex('w1'), ['wallet']],
      [hex('w2'), ['wallet']],
      [hex('boss'), ['funding_address', 'wallet']],
    ])
    expect(JSON.parse(answer?.json.toString('utf8') ?? '')).toEqual(answer?.value)
    expect(answer?.etag).toBe(
      createHash('sha256')
        .update(answer?.json ?? '')
        .digest('hex'),
    )
    expect(answer?.source).toBe('snapshot')
    expect(answer?.asOf).toBe(buildFacts({ holds: {} }).token.asOf * 1000)
  })

  it('are computed once for concurrent requests and cached while facts are unchanged', async () => {
    await save({ w1: 2, w2: 1 })
    const [one, two] = await Promise.all([engine.record(TOKEN, 'overview'), engine.record(TOKEN, 'overview')])
    expect(one?.json).toBe(two?.json)
    now += 60_000
    expect((await engine.record(TOKEN, 'overview'))?.json).toBe(one?.json)
  })

  it('follow the facts', async () => {
    await save({ w1: 60_000, w2: 40_000 })
    expect((await engine.record(TOKEN, 'overview'))?.value.cluster_pct).toBe(10)
    await save({ w1: 60_000, w2: 30_000 })
    engine.factsChanged(TOKEN)
    const answer = await engine.record(TOKEN, 'overview')
    expect(answer?.value.cluster_pct).toBe(9)
    expect(answer?.source).toBe('live')
  })

  it('say when they come from a file', async () => {
    await save({ w1: 2, w2: 1 }, 'import')
    engine.factsChanged(TOKEN)
    expect((await engine.record(TOKEN, 'overview'))?.source).toBe('import')
  })
})

describe('what is not known', () => {
  const SOL_TOKEN = { network: 'sol' as const, address: trustedAddress('Mint1111111111111111111111111111111111111111') }
  const saveSol = async (firstRead: FirstRead | null): Promise<void> => {
    const { token } = buildFacts({ holds: {} })
    await store.write.saveToken({ ...token, ...SOL_TOKEN, creator: null, createdBlock: null, holderCount: 3, firstRead })
    await store.write.saveBalances({ token: SOL_TOKEN, rows: [{ address: hex('w1'), raw: 5n, verified: true }], replaceAll: true })
  }

  it('is listed beside the record: the creator, early trades, links, and holders that are not stored', async () => {
    await saveSol(null)
    const overview = await engine.record(SOL_TOKEN, 'overview')
    expect(overview?.unknown).toEqual(['cluster_pct', 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'])
    expect(overview?.coverage).toBe('holders=1/3, trades=missing')
    expect((await engine.record(SOL_TOKEN, 'snipers'))?.unknown).toEqual(['total_sniper_pct', 'count', 'snipers'])
    expect((await engine.record(SOL_TOKEN, 'distribution'))?.unknown).toEqual(['nakamoto'])
    expect((await engine.streamPayloads(SOL_TOKEN))?.insiders?.notes).toBe(
      ',"unknown":["insiders_pct","dev_pct"],"coverage":"holders=1/3, trades=missing"',
    )
  })

  it('makes no record of holders and pools before both are read', async () => {
    await saveSol({ ended: false, missing: ['pools', 'trades', 'transfers', 'accounts', 'funding'] })
    expect([await engine.record(SOL_TOKEN, 'overview'), await engine.record(SOL_TOKEN, 'distribution')]).toEqual([null, null])
    expect((await engine.streamPayloads(SOL_TOKEN))?.dex_metrics).toBeNull()
  })

  it('is a list that the first read may still fill', async () => {
    await saveSol({ ended: false, missing: ['funding'] })
    const overview = await engine.record(SOL_TOKEN, 'overview')
    expect(overview?.unknown).toEqual(['cluster_pct', 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'])
    expect(overview?.coverage).toBe('holders=1/3, trades=missing, funding=missing')
    for (const name of ['clusters', 'bundlers', 'insiders', 'localClusters', 'localOverlap'] as const) {
      expect([name, await engine.record(SOL_TOKEN, name)]).toEqual([name, null])
    }
    expect((await engine.record(SOL_TOKEN, 'localDistribution'))?.value.merged).toBeNull()
    const streams = await engine.streamPayloads(SOL_TOKEN)
    expect([streams?.clusters, streams?.bundlers, streams?.insiders]).toEqual([null, null, null])
    await store.write.saveFirstRead({ token: SOL_TOKEN, firstRead: { ended: true, missing: ['funding'] } })
    engine.factsChanged(SOL_TOKEN)
    expect(await engine.record(SOL_TOKEN, 'clusters')).not.toBeNull()
  })

  it('leaves out the records whose facts a read did not bring', async () => {
    await saveSol({ ended: true, missing: ['trades'] })
    expect(await engine.record(SOL_TOKEN, 'snipers')).toBeNull()
    expect(await engine.record(SOL_TOKEN, 'distribution')).not.toBeNull()
    const streams = await engine.streamPayloads(SOL_TOKEN)
    expect([streams?.snipers, streams?.dex_metrics === null]).toEqual([null, false])
  })
})

describe('listeners', () => {
  it('are called for changed records only', async () => {
    const heard: StreamPayloads[] = []
    await save({ w1: 60_000, w2: 40_000 })
    const stop = engine.onRecords((_, payloads) => heard.push(payloads))
    engine.factsChanged(TOKEN)
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(1)
    engine.factsChanged(TOKEN)
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(heard.length).toBe(1)
    await save({ w1: 60_000, w2: 10_000 })
    engine.factsChanged(TOKEN)
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(2)
    expect(heard.map(clusterPercent)).toEqual([10, 7])
    stop()
  })
})

describe('changes', () => {
  /** Replaces `expect.poll`, which advances the fake timers. */
  const turns = async (isEnough: (turn: number) => boolean): Promise<void> => {
    for (let turn = 0; !isEnough(turn); turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  it('are computed immediately when idle and debounced when frequent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const heard: number[] = []
    const stop = engine.onRecords((_, payloads) => heard.push(clusterPercent(payloads)))
    try {
      await save({ w1: 60_000, w2: 40_000 })
      engine.factsChanged(TOKEN)
      await turns(() => heard.length === 1)
      for (const w2 of [30_000, 20_000, 10_000]) {
        await save({ w1: 60_000, w2 })
        engine.factsChanged(TOKEN)
      }
      await turns((turn) => turn === 1000)
      expect(heard).toEqual([10])
      vi.advanceTimersByTime(100)
      await turns(() => heard.length === 2)
      expect(heard).toEqual([10, 7])
    } finally {
      stop()
      vi.useRealTimers()
    }
  })
})

describe('snapshots', () => {
  it('are built, checked against the contract, and stored', async () => {
    await save({ w1: 60_000, w2: 40_000 })
    const { timestamp, wallets, links } = await engine.takeSnapshot(TOKEN)
    expect(timestamp).toBe((await store.read.token(TOKEN))?.asOf)
    const stored = await store.read.snapshot({ token: TOKEN, timestamp })
    const snapshot = JSON.parse(Buffer.from(stored?.json ?? []).toString('utf8')) as SnapshotRecord
    expect(snapshotRecord.parse(snapshot)).toEqual(snapshot)
    expect([wallets, links]).toEqual([snapshot.nodes.length, snapshot.links.length])
    expect(snapshot.nodes.map(({ address, rank, cluster, is_holder }) => [address, rank, cluster, is_holder])).toEqual([
      [hex('w1'), 1, 0, true],
      [hex('w2'), 2, 0, true],
      [hex('boss'), null, 0, false],
    ])
    expect(
      snapshot.links.map(({ kind, token, forward_count, backward_count }) => [kind, token, (forward_count ?? 0) + (backward_count ?? 0)]),
    ).toEqual([
      ['funding', 'native', 1],
      ['funding', 'native', 1],
    ])
    expect(await store.read.snapshotMoments(TOKEN)).toEqual([{ timestamp, takenAt: Math.floor(now / 1000) }])
  })

  it('are taken again if the chain reverts the state while they are taken', async () => {
    await save({ w1: 60_000, w2: 40_000 })
    const known = await store.read.token(TOKEN)
    const { asOf, asOfBlock } = known as { asOf: number; asOfBlock: number }
    const blocks = { from: asOfBlock + 1, to: asOfBlock + 1, supply: null, trades: [], transfers: [], pools: [] }
    const balances = [{ address: hex('w3'), raw: 1_000n, verified: true }]
    await store.write.saveBlocks({ token: TOKEN, blocks: { ...blocks, time: asOf + 12, hash: 'reverted', balances } })
    const saving = vi.spyOn(store.write, 'saveSnapshot')
    saving.mockImplementationOnce(async (args) => {
      await store.write.rollBackBlocks({ token: TOKEN, from: asOfBlock + 1 })
      await store.write.saveBlocks({ token: TOKEN, blocks: { ...blocks, time: asOf + 13, hash: 'kept', balances: [] } })
      saving.mockRestore()
      return store.write.saveSnapshot(args)
    })
    expect((await engine.takeSnapshot(TOKEN)).timestamp).toBe(asOf + 13)
    expect(await store.read.snapshotTimestamps(TOKEN)).toEqual([asOf + 13])
  })

  it('of an unknown token are rejected', async () => {
    await expect(engine.takeSnapshot(TOKEN)).rejects.toMatchObject({ code: 'token_not_found' })
  })
})
