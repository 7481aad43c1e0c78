import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Label } from '../../../src-shared/domain/labels.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import type { Engine } from '../../../src-main/engine/interface.ts'
import { createImporter } from '../../../src-main/importers/importer.ts'
import type { Importer } from '../../../src-main/importers/interface.ts'
import { openHere } from '../../../src-main/importers/open-here.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { snapshotRecord } from '../../../src-main/records/snapshot.ts'
import { tokenRecords } from '../../../src-main/records/token-records.ts'
import { openTestStore } from '../../../src-main/store/testing/test-store.ts'
import type { Store } from '../../../src-main/store/interface.ts'
import { buildFacts, shippedRules } from './story.ts'

const RUNS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 40 : 10

/** A snapshot shows the same clusters, labels and figures after it is exported and imported elsewhere. */

const names = Array.from({ length: 14 }, (_, i) => `w${String(i).padStart(2, '0')}`)
const name = fc.constantFrom(...names)
const hours = fc.integer({ min: 0, max: 900 })
const launch = fc.record({
  holds: fc.dictionary(name, fc.integer({ min: 1, max: 60_000 }), { minKeys: 1, maxKeys: 14 }),
  pays: fc.array(fc.tuple(fc.oneof(name, fc.constantFrom('x', 'boss')), name, fc.integer({ min: 1, max: 10_000 }), hours), { maxLength: 16 }),
  sends: fc.array(fc.tuple(name, name, fc.integer({ min: 1, max: 20_000 }), hours), { maxLength: 12 }),
  buys: fc.array(fc.tuple(name, fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }), hours), { maxLength: 8 }),
  labels: fc.dictionary(
    fc.oneof(name, fc.constantFrom('x', 'boss')),
    fc.constantFrom<Label>('exchange', 'vesting', 'burn', 'liquidity_pool', 'team'),
    {
      maxKeys: 4,
    },
  ),
  creator: name,
})

let folder: string
let store: Store
let engine: Engine
let importer: Importer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exchange-'))
  store = await openTestStore(join(folder, 'facts.db'))
  const clock = { now: () => 1_800_000_000_000 }
  engine = await createEngine({ store, clock, logger: silentLogger, resourcesDir: fileURLToPath(new URL('../../../resources', import.meta.url)) })
  importer = createImporter({ store, engine, clock, logger: silentLogger, openFile: openHere })
})
afterAll(async () => {
  await engine.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const hex = (text: string): string => `0x${createHash('sha256').update(text).digest('hex').slice(0, 40)}`

/** A launch whose names are addresses, with different addresses for each run. */
function launched(story: typeof launch extends fc.Arbitrary<infer T> ? T : never, run: number) {
  const own = (text: string): string => hex(`${run} ${text}`)
  const keys = <T>(rows: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(rows).map(([key, value]) => [own(key), value]))
  const moves = <A, B>(rows: readonly (readonly [string, string, A, B])[]) => rows.map(([from, to, a, b]) => [own(from), own(to), a, b] as const)
  const facts = buildFacts({
    holds: keys(story.holds),
    pays: moves(story.pays),
    sends: moves(story.sends),
    buys: story.buys.map(([wallet, ...rest]) => [own(wallet), ...rest] as const),
    labels: keys(story.labels),
    creator: own(story.creator),
  })
  return { ...facts, token: { ...facts.token, network: 'eth' as const, address: trustedAddress(own('token')) } }
}

it('nothing differs between the token and its imported snapshot', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(launch, async (story) => {
      run += 1
      const findings = detectAll(launched(story, run), { rules: shippedRules, changed: [] })
      const here = tokenRecords(findings, () => [], null)
      const snapshot: SnapshotRecord = snapshotRecord(findings, findings.facts.asOf.time)
      await importer.importBytes(Buffer.from(JSON.stringify(snapshot)), { network: null, name: 'snapshot.json' })

      const token: TokenKey = { network: 'eth', address: trustedAddress(snapshot.token_address) }
      expect((await engine.record(token, 'clusters'))?.value).toEqual(here.clusters)
      expect((await engine.record(token, 'distribution'))?.value).toEqual(here.distribution)
      const there = await engine.record(token, 'localHolders')
      expect(there?.value.holders.map(({ tags, cluster }) => ({ tags, cluster }))).toEqual(
        here.localHolders.holders.map(({ tags, cluster }) => ({ tags, cluster })),
      )
      expect((await engine.takeSnapshot(token)).isNew).toBe(false)
    }),
    { numRuns: RUNS },
  )
}, 120_000)
