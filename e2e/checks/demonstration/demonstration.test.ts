import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { loadConfig } from '../../../src-main/config/config.ts'
import type { Context } from '../../../src-main/context.ts'
import { importCaseFile } from '../../../src-main/importers/cases/case-files.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { openContext } from '../../../src-main/open-context.ts'
import { CALLED } from './launch-script.ts'

/** The demonstrations that ship with the app fill every view, and their files are intact. */

const RESOURCES = fileURLToPath(new URL('../../../resources', import.meta.url))
/** Wallets of the script: five of the ring, the creator's, and the buyers in the window. On Ethereum three more share their gas settings. */
const COUNTS = { eth: { bundlers: 8, insiders: 3, snipers: 15 }, sol: { bundlers: 5, insiders: 3, snipers: 12 } } as const

describe.each(['eth', 'sol'] as const)('the demonstration on %s', (network) => {
  let folder: string
  let context: Context
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'demonstration-'))
    const config = await loadConfig({ dataDir: folder, port: '0', source: [] }, {})
    context = await openContext(config, { logger: silentLogger, resourcesDir: RESOURCES })
  })
  afterAll(async () => {
    await context.close()
    rmSync(folder, { recursive: true })
  })

  it('is an intact case with a token, findings, snipers, bundlers, insiders, clusters, a scan and two snapshots', async () => {
    const file = join(folder, 'demonstration.holderscope')
    writeFileSync(file, gunzipSync(readFileSync(join(RESOURCES, 'demonstration', `${network}.holderscope.gz`))))
    const { store, engine, clock, logger } = context
    const { added, report } = await importCaseFile({ store, engine, clock, logger, dataDir: folder }, file)
    expect(report).toMatchObject({ intact: true, altered: [] })
    expect(report.record.name).toContain('played on a test node')
    expect(report.record.findings).toHaveLength(3)
    const [token] = added.map(({ network: of, address }) => ({ network: of, address: trustedAddress(address) }))
    if (token === undefined) throw new Error('The file has no token')
    expect(await store.read.token(token)).toMatchObject({ ...CALLED, snapshotCount: 2 })
    const early = (await engine.query(token, 'early', {}))?.value
    const { bundlers = [], insiders = [], snipers = [], groups = [] } = early ?? {}
    expect({ bundlers: bundlers.length, insiders: insiders.length, snipers: snipers.length }).toEqual(COUNTS[network])
    expect(groups.some(({ reason }) => reason === 'same_gas')).toBe(network === 'eth')
    expect((await engine.record(token, 'clusters'))?.value.clusters.length).toBeGreaterThan(1)
    expect(await store.read.scan({ token, back: 1 })).not.toBeNull()
    // Recomputed from the file's facts, nothing differs.
    expect((await engine.takeSnapshot(token)).isNew).toBe(false)
  })
})
