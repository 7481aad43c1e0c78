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
    expect([eth('history'), eth('wallets')]).toEqual([[], []])
    await archives.change({ history: true })
    expect([eth('history'), eth('wallets')]).toEqual([
      [{ protocol: 'portal', url: 'https://portal.example', dataset: 'ethereum-mainnet', key: 'secret' }],
      [],
    ])
    await archives.change({ history: false, wallets: true, datasets: { eth: 'own-eth' } })
    expect([eth('history'), eth('wallets')]).toEqual([[], [{ protocol: 'portal', url: 'https://portal.example', dataset: 'own-eth', key: 'secret' }]])
    expect(archives.settings('sui')('wallets')).toEqual([])
    const stored = { archive_history: false, archive_wallets: true, archive_datasets: { eth: 'own-eth' } }
    expect(JSON.parse(readFileSync(join(dataDir, CONFIG_FILE), 'utf8'))).toEqual(stored)
    expect((await open(URL_SET)).shown()).toMatchObject({ history: false, wallets: true, walletsSetBy: 'file' })
  })

  it('is not read without its URL, whatever is allowed', async () => {
    const archives = await open({ HOLDERSCOPE_ARCHIVE_HISTORY: 'true' })
    expect(archives.settings('eth')('history')).toEqual([])
    await expect(archives.test()).rejects.toMatchObject({ code: 'source_unavailable' })
  })

  it('comes after the portal where both are set, and only for its networks', async () => {
    const env = { ...URL_SET, HOLDERSCOPE_SERVICE_HYPERSYNC: 'https://hypersync.example', HOLDERSCOPE_ARCHIVE_HISTORY: 'true' }
    const archives = await open(env)
    expect(archives.settings('base')('history')).toMatchObject([
      { protocol: 'portal', dataset: 'base-mainnet' },
      { protocol: 'hypersync', url: 'https://hypersync.example', dataset: 'base', key: null },
    ])
    expect(archives.settings('sol')('history')).toMatchObject([{ protocol: 'portal' }])
  })

  it('keeps what a variable set', async () => {
    const archives = await open({ ...URL_SET, HOLDERSCOPE_ARCHIVE_HISTORY: 'false', HOLDERSCOPE_ARCHIVE_DATASET_BASE: 'own-base' })
    await expect(archives.change({ history: true })).rejects.toMatchObject({ code: 'conflict' })
    await expect(archives.change({ datasets: { base: null } })).rejects.toMatchObject({ code: 'conflict' })
    await expect(archives.change({ datasets: { eth: '../other' } })).rejects.toMatchObject({ code: 'validation_error' })
    expect(archives.shown().datasets[1]).toEqual({ network: 'base', dataset: 'own-base', setBy: 'variable' })
  })
})
