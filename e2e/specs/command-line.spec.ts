import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, sampleFolder, spawnCli, temporaryFolder } from '../fixtures/service.ts'

const BOME = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'

/** From the sample case; its output fills a pipe several times. */
const BLOCK = 'resources/sample/sol-block-254170887.json.gz'

/** Records of the sample, with the fields that are unknown because it has no trades. */
const UNKNOWN_FIELDS = {
  overview: 'snipers_pct, bundlers_pct, insiders_pct, dev_pct',
  clusters: null,
  distribution: null,
  snipers: 'total_sniper_pct, count, snipers',
  bundlers: 'total_bundlers_pct, bundlers',
  insiders: 'total_insiders_pct, insiders',
} as const

/** The command line on the sample case. `--json` prints one value to stdout and nothing else. */
test.describe('the command line', () => {
  let dataDir: string
  const cli = (...args: string[]): ReturnType<typeof runCli> => runCli([...args, '--data-dir', dataDir])

  test.beforeAll(async () => {
    dataDir = await sampleFolder()
  })
  test.afterAll(() => removeFolder(dataDir))

  for (const [name, unknown] of Object.entries(UNKNOWN_FIELDS)) {
    test(`${name} prints its record, and on stderr what it does not cover`, async () => {
      const { code, stdout, stderr } = await cli(name, 'sol', BOME, '--json')
      expect(stderr).toBe(`${unknown === null ? '' : `Unknown: ${unknown}.\n`}Coverage: 150 holders of an unknown number, no trades.\n`)
      expect(code).toBe(0)
      expect(typeof JSON.parse(stdout)).toBe('object')
      const shown = await cli(name, 'sol', BOME)
      expect(shown.code).toBe(0)
      expect(shown.stdout.length).toBeGreaterThan(0)
    })
  }

  test('prints an undeterminable share as unknown, and as zero in JSON', async () => {
    const { stdout } = await cli('overview', 'sol', BOME)
    expect(stdout).toMatch(/Snipers\tunknown/)
    expect((await cli('snipers', 'sol', BOME)).stdout).toContain('Unknown. No trades of this token are stored')
    expect(JSON.parse((await cli('overview', 'sol', BOME, '--json')).stdout)).toMatchObject({ snipers_pct: 0 })
  })

  test('prints clusters without link data as unknown', async () => {
    const file = join(dataDir, 'without-links.json')
    const token = `0x${'e'.repeat(40)}`
    const nodes = [600, 400].map((amount, n) => ({ address: `0x${String(n + 1).repeat(40)}`, amount, percentage: amount / 10 }))
    await writeFile(file, JSON.stringify({ chain: 'eth', token_address: token, dt_update: '2025-04-24T10:00:00', nodes, links: [] }))
    expect((await cli('import', file)).code).toBe(0)
    expect((await cli('overview', 'eth', token)).stdout).toMatch(/Clusters\tunknown/)
    expect((await cli('clusters', 'eth', token)).stdout).toContain('Unknown. No transfer, trade, funding or link')
    expect(JSON.parse((await cli('clusters', 'eth', token, '--json')).stdout)).toMatchObject({ total_cluster_pct: 0, clusters: [] })
  })

  test('the help of a command lists its arguments and an example', async () => {
    const { stdout } = await cli('trades', '--help')
    expect(stdout).toContain('one of sol, eth, base, bsc, sui')
    expect(stdout).toMatch(/\n {2}holderscope trades sol/)
    expect((await cli('keys', 'create', '--help')).stdout).toMatch(/\n {2}holderscope keys create --name/)
  })

  test('ends silently when its reader closes the pipe', async () => {
    const child = spawnCli(['decode', 'sol', BLOCK])
    const errors = text(child.stderr)
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    expect({ code, stderr: await errors }).toEqual({ code: 0, stderr: '' })
  })

  test('leaves a sound store when its reader closes the pipe', async () => {
    const folder = await temporaryFolder()
    const child = spawnCli(['import', 'resources/sample/BOME-ukHH6c7m.json', BLOCK, '--data-dir', folder])
    child.stdout.once('data', () => child.stdout.destroy())
    await new Promise((resolve) => child.once('close', resolve))
    expect((await runCli(['tokens', '--data-dir', folder])).stdout).toContain('BOME')
    await removeFolder(folder)
  })

  test('exports the bytes of the stored snapshot', async () => {
    const taken = await cli('snapshot', 'sol', BOME, '--json')
    expect(taken.code).toBe(0)
    const { timestamp } = JSON.parse(taken.stdout) as { timestamp: number }
    const file = join(dataDir, 'export.json')
    const exported = await cli('export', 'sol', BOME, file, '--timestamp', String(timestamp), '--json')
    const { sha256 } = JSON.parse(exported.stdout) as { sha256: string }
    expect(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ).toBe(sha256)
    const csv = join(dataDir, 'export.csv')
    expect((await cli('export', 'sol', BOME, csv, '--format', 'csv')).code).toBe(0)
    expect((await readFile(csv, 'utf8')).split('\n')[0]).toContain('address')
    const imported = await runCli(['import', file, '--json', '--data-dir', join(dataDir, 'other')])
    expect(JSON.parse(imported.stdout)).toMatchObject({ kind: 'snapshot', snapshots: 1 })
  })

  test('trades are printed as lines', async () => {
    const wrapped = 'So11111111111111111111111111111111111111112'
    const ndjson = await cli('trades', 'sol', wrapped, '--format', 'ndjson')
    expect(ndjson.code).toBe(0)
    const first = JSON.parse(ndjson.stdout.split('\n')[0] ?? '') as Record<string, unknown>
    expect(first).toHaveProperty('tx_signature')
    const csv = await cli('trades', 'sol', wrapped, '--format', 'csv')
    expect(csv.stdout.trim().split('\n')).toHaveLength(ndjson.stdout.trim().split('\n').length + 1)
  })

  for (const [format, root] of [
    ['graphml', '<graphml'],
    ['gexf', '<gexf'],
  ] as const) {
    test(`a snapshot is written as ${format}`, async () => {
      const file = join(dataDir, `bome.${format}`)
      const { code, stderr } = await cli('export', 'sol', BOME, file, '--format', format)
      expect([code, stderr]).toEqual([0, ''])
      const text = await readFile(file, 'utf8')
      expect(text).toContain(root)
      expect(text.match(/<node /g)?.length).toBeGreaterThan(100)
    })
  }

  test('lists tokens and holders in lines, and finds the format of an export in its name', async () => {
    const lines = (await cli('tokens', 'BOME')).stdout.trim().split('\n')
    expect(lines.map((line) => line.split('\t').at(-1))).toEqual([BOME])
    const holders = await cli('holders', 'sol', BOME, '--limit', '3')
    expect(holders.stdout.trim().split('\n')).toHaveLength(3)
    expect(JSON.parse((await cli('holders', 'sol', BOME, '--json', '--limit', '2')).stdout)).toMatchObject({
      total: 150,
      holders: [{ rank: 1 }, { rank: 2 }],
    })
    const csv = await cli('holders', 'sol', BOME, '--format', 'csv', '--limit', '1')
    expect(csv.stdout).toMatch(/^rank,address,name,type,cluster,balance,balance_raw,percentage\r\n1,\w+,.*,\d+(\.\d+)?,\d+,[\d.]+\r\n$/)
    const file = join(dataDir, 'by-name.gexf')
    expect((await cli('export', 'sol', BOME, file)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toContain('<gexf')
  })

  test('explains clusters and wallets with their evidence', async () => {
    const { clusters } = JSON.parse((await cli('clusters', 'sol', BOME, '--json')).stdout) as {
      clusters: { cluster_addresses: { address: string }[] }[]
    }
    const wallet = String(clusters[0]?.cluster_addresses[0]?.address)
    expect((await cli('clusters', 'sol', BOME)).stdout).toMatch(/\n1\. 2 wallets hold .* Strongest: /)
    expect((await cli('wallet', 'sol', BOME, wallet)).stdout).toMatch(/In cluster 1\.[^]* sent [^]*\ttransfer\t/)
  })

  test('imports several files, and reports the one that cannot be read', async () => {
    const folder = join(dataDir, 'several')
    const args = ['import', 'resources/sample/BOME-ukHH6c7m.json', '/nowhere/map.json', 'resources/sample/NOBODY-C29ebrgY.json', '--data-dir', folder]
    const { code, stdout, stderr } = await runCli(args)
    expect([code, stdout.match(/: imported /g)?.length]).toEqual([1, 2])
    expect(stderr).toContain('Cannot read /nowhere/map.json')
  })

  test('compares snapshots, and deletes a token only when told to', async () => {
    const folder = join(dataDir, 'compared')
    const own = (...args: string[]): ReturnType<typeof runCli> => runCli([...args, '--data-dir', folder])
    const map = JSON.parse(await readFile('resources/sample/BOME-ukHH6c7m.json', 'utf8')) as { dt_update: string; nodes: { amount: number }[] }
    expect((await own('import', 'resources/sample/BOME-ukHH6c7m.json')).code).toBe(0)
    const later = join(dataDir, 'later.json')
    await writeFile(later, JSON.stringify({ ...map, dt_update: '2025-05-07T00:37:14', nodes: map.nodes.slice(0, -5) }))
    expect((await own('import', later)).code).toBe(0)
    const diff = JSON.parse((await own('diff', 'sol', BOME, '--json')).stdout) as { wallets: { change: string }[] }
    expect(diff.wallets.filter(({ change }) => change === 'left')).toHaveLength(5)
    expect((await own('diff', 'sol', BOME)).stdout).toContain('5 no longer listed')
    expect((await own('delete', 'sol', BOME)).code).toBe(2)
    expect((await own('delete', 'sol', BOME, '--yes')).code).toBe(0)
    expect((await own('tokens')).stdout).toContain('No token is stored.')
  })

  test('creates keys, lists them without their secret, and revokes them', async () => {
    const made = JSON.parse((await cli('keys', 'create', '--name', 'script', '--permissions', 'read,firehose', '--json')).stdout) as {
      id: string
      key: string
    }
    expect(made.key.length).toBeGreaterThanOrEqual(43)
    const listed = await cli('keys', 'list', '--json')
    expect(listed.stdout).not.toContain(made.key)
    expect(listed.stdout).toContain(made.id)
    expect((await cli('keys', 'revoke', made.id)).code).toBe(0)
    expect((await cli('keys', 'revoke', 'nothing')).code).toBe(1)
  })

  test('doctor finds no problem in the data folder', async () => {
    const { code, stdout } = await cli('doctor', '--json', '--port', '0')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true })
    expect(code).toBe(0)
  })

  test.describe('reports errors in one sentence', () => {
    const cases: [string, string[], number][] = [
      ['an unknown network', ['clusters', 'doge', BOME], 2],
      ['a wrong address', ['clusters', 'sol', 'nonsense'], 2],
      ['a wrong checksum', ['clusters', 'eth', '0x6982508145454Ce325dDbE47a25d4ec3d2311934'], 2],
      ['an unknown token', ['clusters', 'eth', '0x6982508145454ce325ddbe47a25d4ec3d2311933'], 1],
      ['a path that cannot be written', ['export', 'sol', BOME, '/nowhere/map.json'], 1],
      ['an unknown ending', ['export', 'sol', BOME, 'map.pdf'], 2],
      ['an unknown format', ['export', 'sol', BOME, 'map', '--format', 'toString'], 2],
      ['a missing file', ['import', '/nowhere/map.json'], 1],
      ['a file that is not JSON', ['import', 'README.md'], 1],
      ['a recorded response that is not JSON', ['read', 'sol', BOME, '--from', 'README.md'], 1],
      ['a recording that is not JSON', ['replay', 'README.md', '--port', '0'], 1],
      ['an unknown command', ['frobnicate'], 2],
      ['two things to read', ['read', 'sol', BOME, '--from', 'README.md', '--source', 'http://127.0.0.1:1'], 2],
      ['a wrong token of a list', ['import', 'README.md', '--network', 'eth', '--token', 'nonsense'], 2],
      ['a wrong supply of a list', ['import', 'README.md', '--supply', 'many'], 2],
      ['an answer to decode that is not JSON', ['decode', 'sol', 'README.md'], 1],
    ]
    for (const [name, args, exit] of cases) {
      test(name, async () => {
        const { code, stdout, stderr } = await cli(...args)
        expect(stdout).toBe('')
        expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
        expect(code).toBe(exit)
        const json = await cli(...args, '--json')
        const { error } = JSON.parse(json.stderr) as { error: { code: string; message: string } }
        expect(stderr).toContain(error.message)
        expect([json.stdout, json.code]).toEqual(['', exit])
      })
    }

    test('no command, also of a group', async () => {
      for (const args of [['--json'], ['keys', '--json']]) {
        const { code, stdout, stderr } = await cli(...args)
        expect(JSON.parse(stderr)).toEqual({ error: { code: 'usage', message: 'No command was named. Add --help for the commands.' } })
        expect([stdout, code]).toEqual(['', 2])
      }
    })
  })
})
