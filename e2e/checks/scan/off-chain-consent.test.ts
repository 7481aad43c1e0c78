import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SecurityFacts } from '../../../src-main/chains/security/facts.ts'
import { CONFIG_FILE } from '../../../src-main/config/config-file.ts'
import { loadConfig } from '../../../src-main/config/config.ts'
import { cleanInput } from './inputs.ts'
import { openStatedScanner } from './stated-scanner.ts'
import { createOffChainConsent, type OffChainConsent } from '../../../src-main/ingest/settings/off-chain-consent.ts'

/**
 * Uses real settings files and observes real requests of Node. The token is synthetic and names a file on this machine, whose
 * request is then rejected as private. The tests of `lib/public-fetch.ts` cover public hosts.
 */

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-consent-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = async (env: Record<string, string> = {}): Promise<OffChainConsent> => createOffChainConsent(await loadConfig({ dataDir }, env))
const settings = (): unknown => JSON.parse(readFileSync(join(dataDir, CONFIG_FILE), 'utf8'))

describe('consent to fetch metadata files', () => {
  it('is off by default and is stored without changing other settings', async () => {
    writeFileSync(join(dataDir, CONFIG_FILE), '{"depth":7}')
    const consent = await open()
    expect([consent.given(), consent.setBy()]).toEqual([false, null])
    await consent.change(true)
    expect([consent.given(), consent.setBy()]).toEqual([true, 'file'])
    expect(settings()).toEqual({ depth: 7, off_chain_metadata: true })
    const next = await open()
    expect([next.given(), next.setBy()]).toEqual([true, 'file'])
    await next.change(false)
    expect(settings()).toEqual({ depth: 7, off_chain_metadata: false })
  })

  it('cannot be changed while an environment variable overrides it, and nothing is written', async () => {
    writeFileSync(join(dataDir, CONFIG_FILE), '{"off_chain_metadata":true}')
    const consent = await open({ HOLDERSCOPE_OFF_CHAIN_METADATA: 'false' })
    expect([consent.given(), consent.setBy()]).toEqual([false, 'variable'])
    await expect(consent.change(true)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('HOLDERSCOPE_OFF_CHAIN_METADATA') })
    expect([consent.given(), settings()]).toEqual([false, { off_chain_metadata: true }])
  })

  it('stays unchanged when the settings file cannot be written', async () => {
    const consent = await open()
    writeFileSync(join(dataDir, CONFIG_FILE), '{')
    await expect(consent.change(true)).rejects.toThrow(/is not JSON/)
    expect(consent.given()).toBe(false)
  })

  it('takes effect immediately: a scan fetches the file only while consent is given', async () => {
    const paths: string[] = []
    const record = (message: unknown): void => {
      const { request } = message as { request: ClientRequest }
      // Other tests of this process may still be sending requests.
      if (request.getHeader('host') === 'localhost:9') paths.push(request.path)
    }
    subscribe('http.client.request.start', record)
    const { token, facts } = cleanInput('sol')
    const offChain = await open()
    const stated = { ...facts, details: { ...facts.details, uri: 'http://localhost:9/metadata.json' } } as SecurityFacts
    const { scanner, close } = await openStatedScanner(dataDir, token, stated, { offChain })
    try {
      await scanner.scan(token)
      expect(paths).toEqual([])
      await offChain.change(true)
      await scanner.scan(token)
      expect(paths).toEqual(['/metadata.json'])
      await offChain.change(false)
      await scanner.scan(token)
      expect(paths).toHaveLength(1)
    } finally {
      unsubscribe('http.client.request.start', record)
      await close()
    }
  })
})
