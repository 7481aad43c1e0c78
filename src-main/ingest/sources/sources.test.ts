import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_FILE } from '../../config/config-file.ts'
import { loadConfig, type Flags } from '../../config/config.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { createAdapters } from './adapters.ts'
import type { Follow } from '../follow/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { createSources, type Sources } from './sources.ts'

/**
 * Real settings files and real adapters' bookkeeping; jobs, following and the chains' adapters are recorded here only. That reading
 * goes on with a new endpoint on a real node is shown by the settings spec in the browser.
 */

let dataDir: string
let told: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-sources-'))
  told = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const settings = (): unknown => JSON.parse(readFileSync(join(dataDir, CONFIG_FILE), 'utf8'))
const write = (value: unknown): void => writeFileSync(join(dataDir, CONFIG_FILE), typeof value === 'string' ? value : JSON.stringify(value))

async function open(flags: Flags = {}): Promise<{ sources: Sources; adapters: ReturnType<typeof createAdapters> }> {
  const config = await loadConfig({ ...flags, dataDir }, {})
  const adapters = createAdapters({
    sources: config.sources,
    openAdapter: ({ endpoints }) => ({ close: async () => void told.push(`closed ${endpoints.join()}`) }) as unknown as ChainAdapter,
  })
  const jobs = {
    list: async () => [
      { id: 'running', network: 'eth', kind: 'read', state: 'running' },
      { id: 'ended', network: 'eth', kind: 'read', state: 'done' },
      { id: 'other', network: 'sol', kind: 'read', state: 'running' },
    ],
    cancel: async (id: string) => void told.push(`stopped ${id}`),
    resume: async (id: string) => void told.push(`went on with ${id}`),
  } as unknown as Jobs
  const follow = { sourceChanged: async (network: string) => void told.push(`followed ${network} anew`) } as unknown as Follow
  return { sources: createSources({ config, adapters, jobs, follow, clock: { now: () => 5_000 } }), adapters }
}

describe('endpoints set while the service runs', () => {
  it('are kept for the owner alone beside what else the file says, and shown without their keys', async () => {
    write({ depth: 7, sources: { sol: 'http://s/' } })
    const { sources } = await open()
    await sources.change('eth', { before: [], endpoints: [{ url: ' https://node.example/v2/secret ' }] })
    expect(settings()).toEqual({ depth: 7, sources: { sol: 'http://s/', eth: ['https://node.example/v2/secret'] } })
    expect(statSync(join(dataDir, CONFIG_FILE)).mode & 0o777).toBe(0o600)
    expect(sources.shown('eth')).toEqual(['https://node.example'])
    expect(sources.setBy('eth')).toBe('file')
    expect((await loadConfig({ dataDir }, {})).sources).toEqual({ sol: ['http://s/'], eth: ['https://node.example/v2/secret'] })
  })

  it('are moved and removed by their place', async () => {
    write({ sources: { eth: ['http://a/1', 'http://b/2'] } })
    const { sources } = await open()
    await sources.change('eth', { before: ['http://a', 'http://b'], endpoints: [{ kept: 1 }, { kept: 0 }] })
    expect(settings()).toEqual({ sources: { eth: ['http://b/2', 'http://a/1'] } })
    await sources.change('eth', { before: ['http://b', 'http://a'], endpoints: [] })
    expect(settings()).toEqual({ sources: {} })
    expect(sources.setBy('eth')).toBeNull()
  })

  it('are read by at once: what runs stops, goes on with them, and the old connection is closed last', async () => {
    write({ sources: { eth: 'http://a/' } })
    const { sources, adapters } = await open()
    adapters.get('eth')
    await sources.change('eth', { before: ['http://a'], endpoints: [{ url: 'http://b/' }] })
    expect(told).toEqual(['stopped running', 'went on with running', 'followed eth anew', 'closed http://a/'])
    adapters.get('eth')
    await adapters.close()
    expect(told.at(-1)).toBe('closed http://b/')
  })

  it.each<[string, Parameters<Sources['change']>[1], RegExp]>([
    ['another list than the one shown', { before: ['http://x'], endpoints: [] }, /changed meanwhile/],
    ['what is no endpoint', { before: ['http://a'], endpoints: [{ url: 'file:///etc/passwd' }] }, /is not an http/],
    ['a place that is not there', { before: ['http://a'], endpoints: [{ kept: 4 }] }, /no endpoint at place 4/],
    ['the same twice', { before: ['http://a'], endpoints: [{ kept: 0 }, { url: 'http://a/' }] }, /in the list already/],
  ])('refuse %s, and nothing changes', async (_, change, words) => {
    write({ sources: { eth: 'http://a/' } })
    const { sources } = await open()
    await expect(sources.change('eth', change)).rejects.toThrow(words)
    expect(settings()).toEqual({ sources: { eth: 'http://a/' } })
    expect(told).toEqual([])
  })

  it('are known by their last test until they are changed', async () => {
    write({ sources: { eth: 'http://127.0.0.1:9/' } })
    const { sources } = await open()
    expect(sources.lastLook('eth')).toBeNull()
    await sources.probe('eth')
    expect(sources.lastLook('eth')).toEqual({ at: 5, state: 'failing', fault: expect.stringContaining('did not answer') })
    await sources.change('eth', { before: ['http://127.0.0.1:9'], endpoints: [{ url: 'http://a/' }] })
    expect(sources.lastLook('eth')).toEqual({ at: 5, state: 'untested', fault: null })
  })

  it('are not changed where a flag goes before the file', async () => {
    const { sources } = await open({ source: ['eth=http://a/'] })
    await expect(sources.change('eth', { before: ['http://a'], endpoints: [] })).rejects.toThrow(/set with --source when Holderscope started/)
  })

  it('leave a settings file alone that somebody broke meanwhile, and say so', async () => {
    const { sources } = await open()
    write('{ "depth": ')
    await expect(sources.change('eth', { before: [], endpoints: [{ url: 'http://a/' }] })).rejects.toThrow(/is not JSON/)
    expect(readFileSync(join(dataDir, CONFIG_FILE), 'utf8')).toBe('{ "depth": ')
  })
})
