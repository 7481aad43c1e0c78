import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_FILE } from '../../config/config-file.ts'
import { loadConfig, type Flags } from '../../config/config.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { createAdapters } from '../adapters.ts'
import type { Follow } from '../follow/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { createSources, type Sources } from './sources.ts'

/**
 * Settings files and the map of adapters are real; jobs, followers and the adapters of chains are fakes that record calls. The settings spec
 * in e2e shows that reading continues with a new endpoint on a real node.
 */

let dataDir: string
let events: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holderscope-sources-'))
  events = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const settings = (): unknown => JSON.parse(readFileSync(join(dataDir, CONFIG_FILE), 'utf8'))
const write = (value: unknown): void => writeFileSync(join(dataDir, CONFIG_FILE), typeof value === 'string' ? value : JSON.stringify(value))

async function open(flags: Flags = {}) {
  const config = await loadConfig({ ...flags, dataDir }, {})
  const node: { fault: AppError | null } = { fault: null }
  const clock = { ms: 5_000, elapsedMs: 0, now: (): number => clock.ms, monotonic: (): number => clock.elapsedMs }
  const adapters = createAdapters({
    sources: config.sources,
    openAdapter: ({ endpoints }) =>
      ({
        close: async () => void events.push(`closed ${endpoints.join()}`),
        head: async () => {
          if (node.fault !== null) throw node.fault
        },
      }) as unknown as ChainAdapter,
  })
  const jobs = {
    list: async () => [
      { id: 'running', network: 'eth', kind: 'read', state: 'running' },
      { id: 'ended', network: 'eth', kind: 'read', state: 'done' },
      { id: 'other', network: 'sol', kind: 'read', state: 'running' },
    ],
    cancel: async (id: string) => void events.push(`stopped ${id}`),
    resume: async (id: string) => void events.push(`resumed ${id}`),
  } as unknown as Jobs
  const follow = {
    sourceChanged: async (network: string) => void events.push(`reconnected ${network}`),
    sourceRecovered: (network: string) => void events.push(`recovered ${network}`),
  } as unknown as Follow
  return { sources: createSources({ config, adapters, jobs, follow, clock }), adapters, clock, node }
}

describe('endpoints set while the service runs', () => {
  it('are stored for the owner alone beside the other settings, and shown without their keys', async () => {
    write({ depth: 7, sources: { sol: 'http://s/' } })
    const { sources } = await open()
    await sources.change('eth', { before: [], endpoints: [{ url: ' https://node.example/v2/secret ' }] })
    expect(settings()).toEqual({ depth: 7, sources: { sol: 'http://s/', eth: ['https://node.example/v2/secret'] } })
    expect(statSync(join(dataDir, CONFIG_FILE)).mode & 0o777).toBe(0o600)
    expect(sources.shown('eth')).toEqual(['https://node.example'])
    expect(sources.setBy('eth')).toBe('file')
    expect((await loadConfig({ dataDir }, {})).sources).toEqual({ sol: ['http://s/'], eth: ['https://node.example/v2/secret'] })
  })

  it('are moved and removed by their index', async () => {
    write({ sources: { eth: ['http://a/1', 'http://b/2'] } })
    const { sources } = await open()
    await sources.change('eth', { before: ['http://a', 'http://b'], endpoints: [{ kept: 1 }, { kept: 0 }] })
    expect(settings()).toEqual({ sources: { eth: ['http://b/2', 'http://a/1'] } })
    await sources.change('eth', { before: ['http://b', 'http://a'], endpoints: [] })
    expect(settings()).toEqual({ sources: {} })
    expect(sources.setBy('eth')).toBeNull()
  })

  it('apply immediately: running jobs are resumed with them, and the old connection is closed last', async () => {
    write({ sources: { eth: 'http://a/' } })
    const { sources, adapters } = await open()
    adapters.get('eth')
    await sources.change('eth', { before: ['http://a'], endpoints: [{ url: 'http://b/' }] })
    expect(events).toEqual(['stopped running', 'resumed running', 'reconnected eth', 'closed http://a/'])
    adapters.get('eth')
    await adapters.close()
    expect(events.at(-1)).toBe('closed http://b/')
  })

  it('are all connected anew after the machine slept, and networks without endpoints are left alone', async () => {
    write({ sources: { eth: 'http://a/', sol: 'http://s/' } })
    const { sources, adapters } = await open()
    adapters.get('eth')
    await sources.reconnect()
    expect(events.filter((event) => event.includes('reconnected')).sort()).toEqual(['reconnected eth', 'reconnected sol'])
    expect(events.filter((event) => event.includes('resumed')).sort()).toEqual(['resumed other', 'resumed running'])
    expect(events.filter((event) => event.includes('closed'))).toEqual(['closed http://a/'])
    expect(settings()).toEqual({ sources: { eth: 'http://a/', sol: 'http://s/' } })
  })

  it.each<[string, Parameters<Sources['change']>[1], RegExp]>([
    ['a list that changed meanwhile', { before: ['http://x'], endpoints: [] }, /changed meanwhile/],
    ['an invalid endpoint', { before: ['http://a'], endpoints: [{ url: 'file:///etc/passwd' }] }, /is not an http/],
    ['an unknown index', { before: ['http://a'], endpoints: [{ kept: 4 }] }, /no endpoint at index 4/],
    ['the same endpoint twice', { before: ['http://a'], endpoints: [{ kept: 0 }, { url: 'http://a/' }] }, /already in the list/],
  ])('refuse %s, and nothing changes', async (_, change, words) => {
    write({ sources: { eth: 'http://a/' } })
    const { sources } = await open()
    await expect(sources.change('eth', change)).rejects.toThrow(words)
    expect(settings()).toEqual({ sources: { eth: 'http://a/' } })
    expect(events).toEqual([])
  })

  it('have the status of their last test until they are changed', async () => {
    write({ sources: { eth: 'http://127.0.0.1:9/' } })
    const { sources } = await open()
    expect(sources.status('eth')).toBeNull()
    await sources.probe('eth')
    expect(sources.status('eth')).toEqual({ at: 5, state: 'failing', fault: expect.stringContaining('did not answer') })
    await sources.change('eth', { before: ['http://127.0.0.1:9'], endpoints: [{ url: 'http://a/' }] })
    expect(sources.status('eth')).toEqual({ at: 5, state: 'untested', fault: null })
  })

  it('are checked at most every two seconds, and followers resume when one answers again', async () => {
    write({ sources: { eth: 'http://a/' } })
    const { sources, clock, node } = await open()
    const checkAfter = async (ms: number): Promise<unknown> => {
      clock.ms += ms
      clock.elapsedMs += ms
      await sources.check('eth')
      return sources.status('eth')
    }
    await sources.check('sol')
    expect(sources.status('sol')).toBeNull()
    expect(await checkAfter(0)).toEqual({ at: 5, state: 'ok', fault: null })
    node.fault = new AppError('source_unavailable', { message: 'It does not answer.' })
    expect(await checkAfter(1_999)).toMatchObject({ state: 'ok' })
    expect(await checkAfter(1)).toEqual({ at: 7, state: 'failing', fault: 'It does not answer.' })
    node.fault = null
    expect(events).toEqual([])
    expect(await checkAfter(2_000)).toEqual({ at: 9, state: 'ok', fault: null })
    expect(events).toEqual(['recovered eth'])
    // The clock is set back by an hour.
    clock.ms -= 3_600_000
    expect(await checkAfter(2_000)).toMatchObject({ at: 11 - 3_600 })
  })

  it('are not changed where a flag overrides the file', async () => {
    const { sources } = await open({ source: ['eth=http://a/'] })
    await expect(sources.change('eth', { before: ['http://a'], endpoints: [] })).rejects.toThrow(/set with --source when Holderscope started/)
  })

  it('report a settings file that became invalid, and leave it unchanged', async () => {
    const { sources } = await open()
    write('{ "depth": ')
    await expect(sources.change('eth', { before: [], endpoints: [{ url: 'http://a/' }] })).rejects.toThrow(/is not JSON/)
    expect(readFileSync(join(dataDir, CONFIG_FILE), 'utf8')).toBe('{ "depth": ')
  })
})
