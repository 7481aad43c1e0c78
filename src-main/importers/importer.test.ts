import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import { silentLogger } from '../lib/logger.ts'
import { openStore } from '../store/client.ts'
import { openTestStore } from '../store/testing/test-store.ts'
import type { Store } from '../store/interface.ts'
import { tempStore, type TempStore } from '../store/testing/samples.ts'
import { createImporter } from './importer.ts'
import { NO_LIST_OPTIONS, type ListOptions } from './lists/list-options.ts'
import type { Importer } from './interface.ts'
import { installSampleCase } from './sample-case.ts'
import { openHere } from './open-here.ts'
import { snapshotTaker } from './testing/snapshot-taker.ts'

const resources = fileURLToPath(new URL('../../resources', import.meta.url))
const sample = (name: string): Uint8Array => readFileSync(new URL(`../../resources/sample/${name}`, import.meta.url))
const BOME: TokenKey = { network: 'sol', address: trustedAddress('ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82') }
const BOME_TAKEN = Date.UTC(2025, 3, 7, 0, 37, 14) / 1000
const clock = { now: () => 1_800_000_000_000 }

let temp: TempStore
let store: Store
let importer: Importer
beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  importer = createImporter({ ...sources(), openFile: openHere })
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

const sources = () => ({ store, engine: snapshotTaker(store), clock, logger: silentLogger })
const takeBack = async (name: string) => importer.takeBack((await store.read.imports({ limit: 10 })).find((row) => row.name === name)?.sha256 ?? '')
const importSample = (name: string) => importer.importBytes(sample(name), { network: null, name })

describe('importing a holder map', () => {
  it('stores token, holders, labels, links and one snapshot of its moment', async () => {
    const result = await importSample('BOME-ukHH6c7m.json')
    expect(result).toMatchObject({
      kind: 'holder_map',
      tokens: [{ network: 'sol', token_address: BOME.address }],
      holders: 150,
      snapshots: 1,
      skipped: 0,
    })
    expect(result.notes[0]).toBe('Only the largest 150 holders are known, and only movements between them.')
    expect(await store.read.token(BOME)).toMatchObject({
      symbol: 'BOME',
      decimals: 6,
      origin: 'import',
      asOf: BOME_TAKEN,
      holdersKnown: 150,
      holderCount: null,
    })
    expect(await store.read.snapshotTimestamps(BOME)).toEqual([BOME_TAKEN])
    expect(await store.read.recordedLinks(BOME)).toHaveLength(292)
    const [authority] = await store.read.labels({ network: 'sol', addresses: [trustedAddress('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1')] })
    expect(authority).toMatchObject({ tags: ['liquidity_pool'], linkPolicy: 'hub', source: 'import' })
  })

  it('changes nothing the second time', async () => {
    await importSample('BOME-ukHH6c7m.json')
    const before = [await store.read.token(BOME), await store.read.snapshot({ token: BOME, timestamp: null })]
    expect(await importSample('BOME-ukHH6c7m.json')).toMatchObject({
      holders: 0,
      snapshots: 0,
      notes: ['This file was imported before; nothing changed.'],
    })
    expect([await store.read.token(BOME), await store.read.snapshot({ token: BOME, timestamp: null })]).toEqual(before)
  })

  it('stores a list of holders, and says where nothing is new', async () => {
    const list = { ...NO_LIST_OPTIONS, token: `0x${'d'.repeat(40)}` }
    const text = `HolderAddress,Balance,Percentage\n0x${'1'.repeat(40)},600,60\n0x${'2'.repeat(40)},400,40\n`
    const importList = (options: Partial<ListOptions> = {}) =>
      importer.importBytes(Buffer.from(text), { network: 'eth', name: 'holders.csv', list: { ...list, ...options } })
    expect(await importList()).toMatchObject({ kind: 'holder_list', holders: 2, snapshots: 1, skipped: 0 })
    expect(await importList()).toMatchObject({ holders: 0, skipped: 0, notes: ['This file was imported before; nothing changed.'] })
    expect(await importList({ supply: '2000' })).toMatchObject({ holders: 2 })
    const token = { network: 'eth', address: trustedAddress(list.token) } as const
    expect(await store.read.token(token)).toMatchObject({ totalSupply: 2000n, holdersKnown: 2, origin: 'import' })
  })

  it('brings everything back after the token was deleted', async () => {
    await importSample('BOME-ukHH6c7m.json')
    await store.write.deleteToken(BOME)
    expect(await importSample('BOME-ukHH6c7m.json')).toMatchObject({ holders: 150, snapshots: 1 })
  })

  it('of the future is a map of today, and does not keep the next one out', async () => {
    const map = JSON.parse(Buffer.from(sample('BOME-ukHH6c7m.json')).toString()) as object
    const importDated = (dt_update: string) =>
      importer.importBytes(Buffer.from(JSON.stringify({ ...map, dt_update })), { network: null, name: dt_update })
    const { notes } = await importDated('2100-01-01T00:00:00Z')
    expect(notes).toContain('The file names no valid time; the time of the import is used.')
    expect(await store.read.token(BOME)).toMatchObject({ asOf: 1_800_000_000 })
    expect(await importDated('2027-01-15T09:00:00Z')).toMatchObject({ holders: 150 })
  })

  it('does not overwrite what was read from a node', async () => {
    await importSample('BOME-ukHH6c7m.json')
    const stored = await store.read.token(BOME)
    if (stored === null) throw new Error('not stored')
    await store.write.saveToken({ ...stored, origin: 'node', asOf: BOME_TAKEN + 10 })
    const changed = Buffer.concat([sample('BOME-ukHH6c7m.json'), Buffer.from(' ')])
    await expect(importer.importBytes(changed, { network: null, name: 'x' })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('an import that is taken back', () => {
  const shaOf = async (name: string): Promise<string> => {
    const found = (await store.read.imports({ limit: 10 })).find((row) => row.name === name)
    if (found === undefined) throw new Error(`${name} is not among the imports`)
    return found.sha256
  }
  const listOf = (rows: string, name: string, supply: string) =>
    importer.importBytes(Buffer.from(`Address,Balance,Name\n${rows}`), {
      network: 'eth',
      name,
      list: { ...NO_LIST_OPTIONS, token: TOKEN.address, supply },
    })
  const TOKEN: TokenKey = { network: 'eth', address: trustedAddress(`0x${'d'.repeat(40)}`) }
  const state = async () => {
    const { revision: _, ...token } = (await store.read.token(TOKEN)) ?? { revision: 0 }
    return [token, await store.read.holders({ token: TOKEN, limit: null }), await store.read.snapshotTimestamps(TOKEN)]
  }

  it('leaves nothing of a token that it brought, and comes back whole', async () => {
    await importSample('BOME-ukHH6c7m.json')
    const before = await store.read.token(BOME)
    const snapshots = await store.read.snapshotTimestamps(BOME)
    const deletion = await importer.takeBack(await shaOf('BOME-ukHH6c7m.json'))
    expect(deletion).toMatchObject({ kind: 'import', name: 'BOME-ukHH6c7m.json', rows: { holders: 150, snapshots: 1 } })
    expect(await store.read.token(BOME)).toBeNull()
    expect(await store.read.snapshotTimestamps(BOME)).toEqual([])
    expect(await store.read.imports({ limit: 10 })).toEqual([])
    await importer.restore(deletion.id)
    expect(await store.read.token(BOME)).toMatchObject({ ...before, revision: expect.any(Number) as number })
    expect(await store.read.snapshotTimestamps(BOME)).toEqual(snapshots)
    expect(await importSample('BOME-ukHH6c7m.json')).toMatchObject({ holders: 0, notes: ['This file was imported before; nothing changed.'] })
    await importer.takeBack(await shaOf('BOME-ukHH6c7m.json'))
    expect(await importSample('BOME-ukHH6c7m.json')).toMatchObject({ holders: 150, snapshots: 1 })
  })

  it('gives back what it replaced, the last one first', async () => {
    await listOf(`0x${'1'.repeat(40)},600,right\n`, 'right.csv', '1000')
    const right = await state()
    await listOf(`0x${'2'.repeat(40)},700,wrong\n0x${'1'.repeat(40)},10,other\n`, 'wrong.csv', '2000')
    const wrong = await state()
    expect(wrong).not.toEqual(right)
    const { id } = await importer.takeBack(await shaOf('wrong.csv'))
    expect(await state()).toEqual(right)
    await importer.restore(id)
    expect(await state()).toEqual(wrong)
    await expect(importer.takeBack(await shaOf('right.csv'))).rejects.toMatchObject({
      message: 'The file wrong.csv replaced what this one brought. Take that import back first.',
    })
  })

  it('is taken back whole although the same file was imported again', async () => {
    const first = `0x${'1'.repeat(40)},600,right\n`
    await listOf(first, 'first.csv', '1000')
    await listOf(`0x${'2'.repeat(40)},700,other\n`, 'second.csv', '2000')
    await takeBack('second.csv')
    await listOf(first, 'first.csv', '1000')
    await listOf(first, 'first.csv', '3000')
    await takeBack('first.csv')
    expect((await state())[1]).toEqual([])
    expect(await store.read.token(TOKEN)).toBeNull()
    expect(await store.read.snapshotTimestamps(TOKEN)).toEqual([])
  })

  it('is refused where a node replaced what it brought', async () => {
    await importSample('BOME-ukHH6c7m.json')
    const stored = await store.read.token(BOME)
    if (stored === null) throw new Error('not stored')
    await store.write.saveToken({ ...stored, origin: 'node', asOf: BOME_TAKEN + 10 })
    await expect(importer.takeBack(await shaOf('BOME-ukHH6c7m.json'))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('read from a node') as string,
    })
  })
})

describe('a list of transfers', () => {
  const TOKEN: TokenKey = { network: 'eth', address: trustedAddress(`0x${'d'.repeat(40)}`) }
  const wallet = (n: number): string => `0x${String(n).repeat(40)}`
  const line = (from: number, to: number, amount: string, time: number): string =>
    `${wallet(from)},${wallet(to)},${amount},${time},0x${String(time).padStart(64, '0')},${time - 1_699_000_000}`
  const MINT = line(0, 1, '1000', 1_700_000_000)
  const SECOND = line(1, 2, '400.5', 1_700_000_100)
  const THIRD = line(2, 3, '100', 1_700_000_200)
  const importLines = (name: string, lines: readonly string[], options: Partial<ListOptions> = {}, head = 'from,to,amount,time,tx,block') =>
    importer.importBytes(Buffer.from([head, ...lines].join('\n')), {
      network: 'eth',
      name,
      list: { ...NO_LIST_OPTIONS, token: TOKEN.address, decimals: 6, ...options },
    })
  const transfers = () => store.read.transfers({ token: TOKEN, limit: null })
  const held = async () => (await store.read.holders({ token: TOKEN, limit: null })).map(({ address, raw }) => [address, raw])

  it('that begins with the mint brings balances, and a second file continues it', async () => {
    expect(await importLines('one.csv', [MINT, SECOND])).toMatchObject({ transfers: 2, holders: 2, snapshots: 1, skipped: 0 })
    expect(await store.read.token(TOKEN)).toMatchObject({ decimals: 6, totalSupply: 1_000_000_000n, asOf: 1_700_000_100, origin: 'import' })
    expect(await importLines('two.csv', [SECOND, THIRD])).toMatchObject({ transfers: 1, holders: 3, skipped: 1 })
    expect(await held()).toEqual([
      [wallet(1), 599_500_000n],
      [wallet(2), 300_500_000n],
      [wallet(3), 100_000_000n],
    ])
    expect((await store.read.token(TOKEN))?.notes[0]).toContain('sums of 3 imported transfers from the first mint (2023-11-14)')
    expect(await importLines('two.csv', [SECOND, THIRD])).toMatchObject({
      transfers: 0,
      notes: [expect.stringContaining('nothing changed') as string],
    })
  })

  it('is taken back whole, the last one first, and comes back', async () => {
    await importLines('one.csv', [MINT, SECOND])
    const before = [await transfers(), await held(), (await store.read.token(TOKEN))?.notes]
    await importLines('two.csv', [SECOND, THIRD])
    const both = [await transfers(), await held(), (await store.read.token(TOKEN))?.notes]
    await expect(takeBack('one.csv')).rejects.toMatchObject({ message: expect.stringContaining('two.csv') as string })
    const { id, rows } = await takeBack('two.csv')
    expect(rows).toMatchObject({ transfers: 1, snapshots: 1 })
    expect([await transfers(), await held(), (await store.read.token(TOKEN))?.notes]).toEqual(before)
    await importer.restore(id)
    expect([await transfers(), await held(), (await store.read.token(TOKEN))?.notes]).toEqual(both)
    const again = await takeBack('two.csv')
    await importLines('two.csv', [SECOND, THIRD])
    await expect(importer.restore(again.id)).rejects.toMatchObject({ code: 'conflict' })
    await takeBack('two.csv')
    await takeBack('one.csv')
    expect([await transfers(), await store.read.token(TOKEN)]).toEqual([[], null])
  })

  it('that begins later shows no balances', async () => {
    const result = await importLines('late.csv', [SECOND, THIRD])
    expect(result).toMatchObject({ transfers: 2, holders: 0, snapshots: 0 })
    expect(result.notes).toEqual([expect.stringContaining('What wallets held before 2023-11-14 is unknown') as string])
    expect([await store.read.token(TOKEN), await held()]).toEqual([null, []])
    await importer.importBytes(Buffer.from(`address,balance,percent\n${wallet(2)},900,90\n`), {
      network: 'eth',
      name: 'holders.csv',
      list: { ...NO_LIST_OPTIONS, token: TOKEN.address, decimals: 6 },
    })
    expect((await store.read.factRows(TOKEN)).transfers).toHaveLength(2)
  })

  it('that mints more than any token has shows no balances', async () => {
    const mints = [1, 2].map((to) => line(0, to, String(2n ** 256n - 1n), 1_700_000_000 + to))
    expect(await importLines('mints.csv', mints, { decimals: 0 })).toMatchObject({ transfers: 2, holders: 0, snapshots: 0 })
    expect([await store.read.token(TOKEN), await held()]).toEqual([null, []])
  })

  it('without blocks is refused where blocks are known, and needs the decimals', async () => {
    const text = SECOND.split(',').slice(0, 5).join(',')
    await expect(importLines('x', [text], { decimals: null }, 'from,to,amount,time,tx')).rejects.toMatchObject({
      message: expect.stringContaining('--decimals 18') as string,
    })
    await expect(importLines('x', [text], { decimals: 0 }, 'from,to,amount,time,tx')).rejects.toMatchObject({
      message: 'The token has 0 decimals, but the amount 400.5 has more.',
    })
    await importLines('one.csv', [THIRD])
    await expect(importLines('x', [text], {}, 'from,to,amount,time,tx')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('block=Blockno') as string,
    })
  })

  it('gives way to what a node says', async () => {
    await importLines('one.csv', [MINT, SECOND])
    const stored = await store.read.token(TOKEN)
    const [mint] = await transfers()
    if (stored === null || mint === undefined) throw new Error('not stored')
    await store.write.saveTransfers({ token: TOKEN, rows: [{ ...mint, position: { ...mint.position, tx: 1, event: 2 } }], covers: null })
    expect((await transfers()).map(({ tx, position }) => [tx === mint.tx, position.event < 1000])).toEqual([
      [true, true],
      [false, false],
    ])
    await store.write.saveToken({ ...stored, origin: 'node' })
    expect(await transfers()).toHaveLength(1)
    await expect(importLines('two.csv', [THIRD])).rejects.toMatchObject({ code: 'conflict' })
    await expect(takeBack('one.csv')).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('importing node answers', () => {
  it('stores trades that page by token, each once', async () => {
    const first = await importSample('sol-block-254170887.json.gz')
    expect(first).toMatchObject({ kind: 'node_answers', trades: 42, skipped: 0 })
    expect(first.transfers).toBeGreaterThan(100)
    const address = trustedAddress('D8r8XTuCrUhLheWeGXSwC3G92RhASficV3YA7B2XWcLv')
    const page = await store.read.trades({ network: 'sol', by: 'token', address, sort: 'desc', limit: 50, after: null })
    expect(page.trades).toMatchObject([
      { dex: 'raydium', dexVersion: 'amm-v4', tokenOut: { raw: 539260103542471n, decimals: 9 }, position: { block: 254170887 } },
    ])
    expect(await store.read.pools({ network: 'sol', address })).toHaveLength(1)
    expect(await importSample('sol-block-254170887.json.gz')).toMatchObject({ trades: 0, transfers: 0, skipped: first.trades + first.transfers })
  })

  it('are taken back whole, come back, and stay where a node read them since', async () => {
    const name = 'sol-block-254170887.json.gz'
    const database = new Database(temp.path, { readonly: true })
    const rows = () => ['trade', 'transfer', 'native_transfer', 'pool'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())
    await importSample(name)
    const all = rows()
    const first = await takeBack(name)
    expect(first.rows).toMatchObject({ trades: 42 })
    expect([rows(), await store.read.imports({ limit: 9 })]).toEqual([[[], [], [], []], []])
    await importer.restore(first.id)
    expect(rows()).toEqual(all)
    await takeBack(name)
    await importSample(name)
    await importSample(name)
    expect((await takeBack(name)).rows).toEqual(first.rows)
    expect(rows()).toEqual([[], [], [], []])
    await importSample(name)
    const token: TokenKey = { network: 'sol', address: trustedAddress('So11111111111111111111111111111111111111112') }
    const { trades } = await store.read.trades({ ...token, by: 'token', sort: 'asc', limit: 1, after: null })
    await takeBack(name)
    await store.write.saveTrades({ network: 'sol', rows: trades, token: null, covers: null })
    await importSample(name)
    await takeBack(name)
    expect(rows().map((each) => each.length)).toEqual([1, 0, 0, 0])
    await importSample(name)
    await store.write.saveTrades({ network: 'sol', rows: [], token, covers: { from: 0, to: 300_000_000 } })
    await expect(takeBack(name)).rejects.toMatchObject({ code: 'conflict' })
    database.close()
  })

  it('joins a transaction and its receipt that come in two files', async () => {
    const fixture = (name: string): Uint8Array => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
    expect(await importer.importBytes(fixture('eth-swap.tx.json'), { network: 'eth', name: 'tx' })).toMatchObject({ trades: 0 })
    expect(await importer.importBytes(fixture('eth-swap.receipt.json'), { network: 'eth', name: 'receipt' })).toMatchObject({ trades: 1 })
  })
})

describe('importing our own snapshots', () => {
  it('keeps the bytes, and makes the nodes the holders of an unknown token', async () => {
    await importSample('BOME-ukHH6c7m.json')
    const exported = await store.read.snapshot({ token: BOME, timestamp: null })
    if (exported === null) throw new Error('no snapshot')
    await store.write.deleteToken(BOME)
    expect(await importer.importBytes(exported.json, { network: null, name: 's.json' })).toMatchObject({ kind: 'snapshot', holders: 3, snapshots: 1 })
    expect((await store.read.snapshot({ token: BOME, timestamp: null }))?.sha256).toBe(exported.sha256)
    expect(await importer.importBytes(exported.json, { network: null, name: 's.json' })).toMatchObject({ holders: 0, snapshots: 0 })
  })

  it('refuses one of the future', async () => {
    await importSample('BOME-ukHH6c7m.json')
    const exported = await store.read.snapshot({ token: BOME, timestamp: null })
    const later = { ...(JSON.parse(Buffer.from(exported?.json ?? []).toString()) as object), timestamp: Date.UTC(2100, 0, 1) / 1000 }
    const imported = importer.importBytes(Buffer.from(JSON.stringify(later)), { network: null, name: 's.json' })
    await expect(imported).rejects.toMatchObject({ message: 'The snapshot is dated in the future: 2100-01-01 00:00:00 UTC.' })
  })
})

describe('the event loop', () => {
  /** Measures processor time, which other work on the machine does not lengthen, as a fraction of the whole, which a slow machine does not change. */
  it('stays free while a file is read: no turn does a tenth of the work', async () => {
    await store.close()
    store = await openStore({ location: { file: temp.path }, logger: silentLogger })
    importer = createImporter(sources())
    const micros = ({ user, system }: NodeJS.CpuUsage): number => user + system
    const begun = process.cpuUsage()
    let longest = 0
    let last = process.threadCpuUsage()
    const timer = setInterval(() => {
      longest = Math.max(longest, micros(process.threadCpuUsage(last)))
      last = process.threadCpuUsage()
    }, 1)
    await importSample('sol-block-254170887.json.gz')
    clearInterval(timer)
    expect(longest).toBeLessThan(micros(process.cpuUsage(begun)) / 10)
  })
})

describe('the sample case', () => {
  it('is installed once', async () => {
    importer = createImporter(sources())
    expect(await installSampleCase(store, importer, resources)).toMatchObject({
      installed: true,
      refused: [],
      results: [{ holders: 150 }, { holders: 149 }, { trades: 42 }],
    })
    expect(await installSampleCase(store, importer, resources)).toEqual({ installed: false, results: [], refused: [] })
    await store.write.deleteToken(BOME)
    await installSampleCase(store, importer, resources)
    expect(await store.read.token(BOME)).toBeNull()
  })
})

it.each([
  ['lists', '['.repeat(1_000_000) + ']'.repeat(1_000_000), 'none of the supported forms'],
  ['lists of a large number', `${'['.repeat(1_000_000)}9007199254740993${']'.repeat(1_000_000)}`, 'The file is nested too deeply.'],
  ['objects', `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`, 'none of the supported forms'],
  ['nodes of a map', `{"nodes":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},"links":[]}`, 'nodes.0 is not valid'],
])('refuses a million nested %s in one sentence', async (_, text, sentence) => {
  await expect(createImporter(sources()).importBytes(Buffer.from(text), { network: null, name: 'deep.json' })).rejects.toMatchObject({
    code: 'validation_error',
    message: expect.stringContaining(sentence) as string,
  })
})
