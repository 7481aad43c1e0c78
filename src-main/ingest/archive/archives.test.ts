import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_FILE } from '../../config/config-file.ts'
import { loadConfig } from '../../config/config.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createAdapters } from '../adapters.ts'
import { createServices } from '../services/services.ts'
import { createArchives, type Archives } from './archives.ts'

const URL_SET = { HOLDERSCOPE_SERVICE_ARCHIVE: 'https://portal.example', HOLDERSCOPE_SERVICE_KEY_ARCHIVE: 'secret' }

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-archives-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function open(env: Record<string, string>): Promise<Archives> {
  const config = await loadConfig({ dataDir }, env)
  return createArchives({ config, services: createServices({ config, logger: silentLogger }), adapters: () => createAdapters({ sources: {} }) })
}

describe('an archive', () => {
  it('may be asked nothing until its owner allows it, each use on its own', async () => {
    const archives = await open(URL_SET)
    const eth = archives.settings('eth')
    expect([eth('history'), eth('wallets')]).toEqual([null, null])
    await archives.change({ history: true })
    expect([eth('history'), eth('wallets')]).toEqual([{ url: 'https://portal.example', dataset: 'ethereum-mainnet', key: 'secret' }, null])
    await archives.change({ history: false, wallets: true, datasets: { eth: 'own-eth' } })
    expect([eth('history'), eth('wallets')]).toEqual([null, { url: 'https://portal.example', dataset: 'own-eth', key: 'secret' }])
    expect(archives.settings('sui')('wallets')).toBeNull()
    const stored = { archive_history: false, archive_wallets: true, archive_datasets: { eth: 'own-eth' } }
    expect(JSON.parse(readFileSync(join(dataDir, CONFIG_FILE), 'utf8'))).toEqual(stored)
    expect((await open(URL_SET)).shown()).toMatchObject({ history: false, wallets: true, walletsSetBy: 'file' })
  })

  it('is not read without its URL, whatever is allowed', async () => {
    const archives = await open({ HOLDERSCOPE_ARCHIVE_HISTORY: 'true' })
    expect(archives.settings('eth')('history')).toBeNull()
    await expect(archives.test()).rejects.toMatchObject({ code: 'source_unavailable' })
  })

  it('keeps what a variable set', async () => {
    const archives = await open({ ...URL_SET, HOLDERSCOPE_ARCHIVE_HISTORY: 'false', HOLDERSCOPE_ARCHIVE_DATASET_BASE: 'own-base' })
    await expect(archives.change({ history: true })).rejects.toMatchObject({ code: 'conflict' })
    await expect(archives.change({ datasets: { base: null } })).rejects.toMatchObject({ code: 'conflict' })
    await expect(archives.change({ datasets: { eth: '../other' } })).rejects.toMatchObject({ code: 'validation_error' })
    expect(archives.shown().datasets[1]).toEqual({ network: 'base', dataset: 'own-base', setBy: 'variable' })
  })
})
