import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { buildFacts } from './story.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import type { Store } from '../../../src-main/store/interface.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import type { Engine } from '../../../src-main/engine/interface.ts'

/** Cluster ids over the snapshots of one token, with the real store and the engine's own thread. */

const hex = (name: string) => trustedAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`)
const TOKEN = { network: 'eth' as const, address: hex('token') }
const resourcesDir = fileURLToPath(new URL('../../../resources', import.meta.url))

let folder: string
let store: Store
let engine: Engine

const open = () => createEngine({ store, clock: { now: () => 1_700_000_000_000 }, logger: silentLogger, resourcesDir })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cluster-ids-'))
  store = await openTestStore(join(folder, 'facts.db'))
  engine = await open()
})
afterEach(async () => {
  await engine.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Saves three pairs of wallets. `sends` join pairs. */
async function holds(shares: Record<string, number>, sends: readonly (readonly [string, string, number, number])[] = []): Promise<void> {
  const pays = ['a', 'b', 'c'].flatMap((family, i) => [1, 2].map((n) => [`boss ${family}`, `${family}${n}`, 50 + i * 7 + n, i + n] as const))
  const facts = buildFacts({ holds: shares, pays, sends })
  await store.write.saveToken({ ...facts.token, ...TOKEN })
  await store.write.saveBalances({
    token: TOKEN,
    rows: facts.holdings.map(({ address, raw }) => ({ address: hex(address), raw, verified: true })),
    replaceAll: true,
  })
  await store.write.saveFunding({
    network: 'eth',
    rows: facts.funding.map((row) => ({ ...row, wallet: hex(row.wallet), funder: row.funder === null ? null : hex(row.funder) })),
  })
  const own = { kind: 'transfer' as const, network: TOKEN.network, token: TOKEN.address }
  const transfers = facts.transfers.map((row) => ({ ...row, ...own, from: hex(row.from), to: hex(row.to) }))
  await store.write.saveTransfers({ token: TOKEN, rows: transfers, covers: null })
  engine.factsChanged(TOKEN)
}

/** Moves the stored state to another time. */
async function moveTo(asOf: number): Promise<void> {
  await store.write.saveToken({ ...buildFacts({ holds: {} }).token, ...TOKEN, holderCount: null, asOf })
  engine.factsChanged(TOKEN)
}

/** The id of each wallet's cluster in a new snapshot and in the current records. */
async function idsAt(timestamp: number, wallets: readonly string[]): Promise<(number | null)[]> {
  await moveTo(timestamp)
  await engine.takeSnapshot(TOKEN)
  const stored = await store.read.snapshot({ token: TOKEN, timestamp })
  const { nodes } = JSON.parse(Buffer.from(stored?.json ?? []).toString('utf8')) as SnapshotRecord
  const ids = wallets.map((wallet) => nodes.find(({ address }) => address === hex(wallet))?.cluster ?? null)
  const page = await engine.record(TOKEN, 'localHolders')
  expect(wallets.map((wallet) => page?.value.holders.find(({ address }) => address === hex(wallet))?.cluster ?? null)).toEqual(ids)
  const explained = await engine.record(TOKEN, 'localClusters')
  expect(explained?.value.clusters.map(({ id, members }) => [id, members[0]?.address])).toEqual(
    explained?.value.clusters.map(({ members }) => [ids[wallets.findIndex((wallet) => hex(wallet) === members[0]?.address)], members[0]?.address]),
  )
  return ids
}

it('a cluster keeps its id while others overtake it, disappear, appear and merge with it, also after a restart', async () => {
  await holds({ a1: 60_000, a2: 50_000, b1: 40_000, b2: 30_000 })
  expect(await idsAt(1_700_000_000, ['a1', 'a2', 'b1', 'b2'])).toEqual([0, 0, 1, 1])

  await holds({ a1: 6_000, a2: 5_000, b1: 40_000, b2: 30_000 })
  expect(await idsAt(1_700_000_100, ['a1', 'b1'])).toEqual([0, 1])

  await holds({ a1: 6_000, a2: 5_000 })
  expect(await idsAt(1_700_000_200, ['a1', 'a2'])).toEqual([0, 0])

  await engine.close()
  engine = await open()
  await holds({ a1: 6_000, a2: 5_000, c1: 20_000, c2: 10_000 })
  expect(await idsAt(1_700_000_300, ['a1', 'c1'])).toEqual([0, 2])

  await holds({ a1: 6_000, a2: 5_000, c1: 20_000, c2: 10_000 }, [['a1', 'c1', 9_000, 30]])
  expect(await idsAt(1_700_000_400, ['a1', 'a2', 'c1', 'c2'])).toEqual([2, 2, 2, 2])
})

it('a state equal to the newest snapshot makes none', async () => {
  await holds({ a1: 6_000, a2: 5_000, c1: 20_000, c2: 10_000 })
  const one = await engine.takeSnapshot(TOKEN)
  await moveTo(one.timestamp + 60)
  expect(await engine.takeSnapshot(TOKEN)).toEqual({ ...one, isNew: false })
  expect(await store.read.snapshotTimestamps(TOKEN)).toEqual([one.timestamp])
})
