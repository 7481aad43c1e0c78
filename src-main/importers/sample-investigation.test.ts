import { fileURLToPath } from 'node:url'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { silentLogger } from '../lib/logger.ts'
import { storyEngine } from '../server/testing/engine.ts'
import { openStore } from '../store/client.ts'
import { createImporter } from './importer.ts'
import { seedLabels } from './labels/label-lists.ts'
import { installSampleCase } from './sample-case.ts'
import { writeSampleInvestigation } from './sample-investigation.ts'

const resources = fileURLToPath(new URL('../../resources', import.meta.url))
const BOME = trustedAddress('ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82')
const folder = mkdtempSync(join(tmpdir(), 'holderscope-sample-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the sample case has findings with evidence from the sample tokens, and its sentences agree with it', async () => {
  const clock = { now: () => 1_800_000_000_000 }
  const logger = silentLogger
  const store = await openStore({ location: { file: join(folder, 'store.db') }, logger })
  const engine = await storyEngine(store, clock)
  try {
    await seedLabels(store, resources)
    await installSampleCase(store, createImporter({ store, engine, clock, logger }), resources)
    const record = await store.read.caseRecord(await writeSampleInvestigation({ store, engine, clock }, resources))
    expect(record).toMatchObject({ items: [{}, {}, {}], notes: [{}, {}], tags: [{}] })
    expect(record?.findings.map(({ evidence }) => evidence)).toMatchObject([
      [{ kind: 'snapshot' }],
      [{ kind: 'cluster', pct: expect.closeTo(0.83, 2) as number, wallets: [{}, {}] }],
      [{ kind: 'cluster' }, { kind: 'cluster' }, { kind: 'cluster' }],
      [{ kind: 'edge', joined: false }],
    ])
    expect(record?.findings[2]?.text).toContain('3.71 %')
    const clusters = await engine.query({ network: 'sol', address: BOME }, 'clusters', {})
    expect(clusters?.value.total_cluster_pct).toBeCloseTo(3.71, 2)
  } finally {
    await engine.close()
    await store.close()
  }
})
