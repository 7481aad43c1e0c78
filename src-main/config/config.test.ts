import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFIG_FILE } from './config-file.ts'
import { defaultDataDir, loadConfig, redactEndpoint } from './config.ts'

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'holderscope-config-'))

describe('settings', () => {
  it('have defaults', async () => {
    const config = await loadConfig({ dataDir: await folder() }, {})
    expect(config).toMatchObject({ port: 4690, host: '127.0.0.1', depth: 500 })
    expect(config.sources).toEqual({})
  })

  it('prefer flags to the environment, and the environment to the file', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, CONFIG_FILE), JSON.stringify({ port: 1, depth: 7, sources: { eth: 'http://a/', bsc: 'http://c/' } }))
    const config = await loadConfig(
      { dataDir, port: '3', source: ['eth=http://b/', 'eth=http://b2/'] },
      { HOLDERSCOPE_PORT: '2', HOLDERSCOPE_DEPTH: '9', HOLDERSCOPE_SOURCE_BASE: 'http://d/, http://e/' },
    )
    expect(config.port).toBe(3)
    expect(config.depth).toBe(9)
    expect(config.sources).toEqual({ eth: ['http://b/', 'http://b2/'], bsc: ['http://c/'], base: ['http://d/', 'http://e/'] })
  })

  it('name every wrong key in one error', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, CONFIG_FILE), JSON.stringify({ prot: 1, port: 99999, sources: { eth: 'ftp://x' } }))
    await expect(loadConfig({ dataDir }, {})).rejects.toThrow(/port.*sources\.eth.*"prot" is not a setting/s)
  })

  it.each([
    [{ port: null }, '"port" must be a number'],
    [{ port: true }, '"port" must be a number'],
    [{ port: '' }, '"port" must be a number'],
    [{ depth: [5] }, '"depth" must be a number'],
    [{ depth: 1.5 }, '"depth" must be a whole number'],
    [{ off_chain_metadata: 'maybe' }, '"off_chain_metadata" must be true or false'],
    [{ archive_history: null }, '"archive_history" must be true or false'],
  ])('say what is wrong with %j', async (settings, message) => {
    const dataDir = await folder()
    await writeFile(join(dataDir, CONFIG_FILE), JSON.stringify(settings))
    await expect(loadConfig({ dataDir }, {})).rejects.toThrow(`The settings are invalid: ${message}.`)
  })

  it.each([['eth'], ['doge=http://x']])('reject the source %s', async (source) => {
    await expect(loadConfig({ dataDir: await folder(), source: [source] }, {})).rejects.toThrow(/--source takes NET=URL/)
  })

  it('give a process one role of several only with a store and a bus that others can share', async () => {
    const shared = { dataDir: await folder(), store: 'postgres://127.0.0.1/none', bus: 'nats://127.0.0.1' }
    for (const role of ['api', 'worker']) {
      const refused = { message: expect.stringContaining(`The role "${role}" needs a store and a bus`) as string, exitCode: 2 }
      await expect(loadConfig({ ...shared, role, bus: undefined }, {})).rejects.toMatchObject(refused)
      await expect(loadConfig({ ...shared, role, store: undefined }, {})).rejects.toMatchObject(refused)
      expect(await loadConfig({ ...shared, role }, {})).toMatchObject({ role, store: shared.store, bus: shared.bus })
    }
  })

  it('reject a broken file in one sentence', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, CONFIG_FILE), '{')
    await expect(loadConfig({ dataDir }, {})).rejects.toThrow(/is not JSON/)
  })
})

describe('the data folder', () => {
  it.each([
    ['linux', {}, '/home/a/.local/share/holderscope'],
    ['linux', { XDG_DATA_HOME: '/x' }, '/x/holderscope'],
    ['darwin', {}, '/home/a/Library/Application Support/Holderscope'],
  ] as const)('on %s with %j is %s', (platform, env, expected) => {
    expect(defaultDataDir(env, platform, '/home/a')).toBe(expected)
  })
})

describe('an endpoint', () => {
  it('is displayed without its path, which may contain a key', () => {
    expect(redactEndpoint('https://eth.example.org/v2/SECRET?k=SECRET')).toBe('https://eth.example.org')
  })
})
