import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { IMPORTED_TOKEN } from '../../../src-shared/domain/token.ts'
import * as client from '../../store/client.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import * as output from '../output.ts'
import { openCommandLine, type CommandLine } from '../testing/command-line.ts'
import { testAddress as address, writeMap } from '../testing/write-map.ts'

/** What the commands print and change on small imported tokens. `e2e/specs/command-line.spec.ts` runs them as processes. */

const [TOKEN, OTHER] = [address(8), address(9)]
const [EARLIER, LATER] = ['2025-04-24T10:00:00', '2025-05-24T10:00:00']

const folder = mkdtempSync(join(tmpdir(), 'holderscope-commands-'))
let line: CommandLine
const run = (...words: string[]): Promise<string> => line.run(...words)

beforeAll(async () => {
  line = await openCommandLine(folder)
  await run('import', writeMap(folder, { symbol: 'PEP', token: TOKEN, time: EARLIER, amounts: [400, 300, 200, 60, 40] }))
  await run('import', writeMap(folder, { symbol: 'PEP', token: TOKEN, time: LATER, amounts: [400, 300, 200, 60] }))
})
afterAll(async () => {
  await line.close()
  rmSync(folder, { recursive: true })
})

describe('the commands on a token', () => {
  it('print its records', async () => {
    expect(await run('overview', 'eth', TOKEN)).toBe(
      'Clusters\t50.0 %\nSnipers\tunknown\nBundlers\tunknown\nCreator\tunknown\nInsiders\tunknown\nTop 10\t96.0 %\n',
    )
    expect(await run('clusters', 'eth', TOKEN)).toMatch(/^1\t50\.0 %\t2\t[^]*\n1\. 2 wallets hold 50\.0 % of supply together: moved native coin/)
    expect(await run('distribution', 'eth', TOKEN)).toMatch(/^Holders counted\t4\t3\nGini\t/)
    for (const name of ['snipers', 'bundlers']) expect(await run(name, 'eth', TOKEN)).toMatch(/^Unknown\. No trades of this token are stored/)
    expect(await run('insiders', 'eth', TOKEN)).toMatch(/^Unknown\. The creator of this token is not known/)
    await expect(run('clusters', 'eth', OTHER)).rejects.toThrow('Nothing is stored for')
  })

  it('print the share of a creator with that of its contracts', async () => {
    const token = { network: 'eth', address: trustedAddress(address(7)) } as const
    const [creator, vault] = [trustedAddress(address(6)), trustedAddress(address(0))]
    const { write } = line.context.store
    const info = { name: null, symbol: 'VLT', decimals: 0, totalSupply: 1000n, asOf: 1_700_000_000, notes: [] }
    await write.saveToken({ ...IMPORTED_TOKEN, ...token, ...info, creator })
    const raws = [
      [creator, 100n],
      [vault, 400n],
    ] as const
    await write.saveBalances({ token, rows: raws.map(([holder, raw]) => ({ address: holder, raw, verified: true })), replaceAll: true })
    const position = { block: 1, tx: 0, event: 0 }
    const filling = { kind: 'transfer', network: 'eth', position, time: 1_700_000_000, tx: '0x1', token: token.address, from: creator } as const
    await write.saveTransfers({ token, rows: [{ ...filling, to: vault, raw: 400n }], covers: null })
    await write.saveAccounts({ network: 'eth', rows: [{ address: vault, kind: 'contract' }] })
    await write.saveContractOwners({ token, contracts: [vault], rows: [{ contract: vault, owner: creator, deployerNonce: null }] })
    line.context.engine.factsChanged(token)
    expect(await line.json('overview', 'eth', token.address)).toMatchObject({ dev_pct: 50 })
    expect(await run('overview', 'eth', token.address)).toContain('Creator\t50.0 %')
    const overlap = await line.context.engine.record(token, 'localOverlap')
    expect(overlap?.value.groups).toEqual([{ sets: ['dev'], wallets: 2, pct: 50, addresses: [vault, creator] }])
    await line.context.store.write.deleteToken(token)
  })

  it('say of a token that was read only partly what is unknown and what is a lower bound', async () => {
    const token = { network: 'eth', address: trustedAddress(address(7)) } as const
    const { write } = line.context.store
    const info = { name: null, symbol: 'PRT', decimals: 0, totalSupply: 1000n, asOf: 1_700_000_000, notes: [] }
    await write.saveToken({ ...IMPORTED_TOKEN, ...token, ...info, origin: 'node' })
    const rows = [60n, 40n].map((raw, i) => ({ address: trustedAddress(address(i)), raw, verified: true }))
    await write.saveBalances({ token, rows, replaceAll: true })
    await write.saveFirstRead({ token, firstRead: { ended: true, missing: ['trades'], holdersSeen: true } })
    line.context.engine.factsChanged(token)
    expect(await run('overview', 'eth', token.address)).toContain('Top 10\t≥ 10.0 %')
    expect(line.said()).toMatch(/^Unknown: .*top10_pct\.\nCoverage: 2 holders of an unknown number, no trades\.\n/)
    expect(await run('distribution', 'eth', token.address)).toMatch(/\nGini\tunknown\t.*\nHHI\tunknown\t[^]*\nTop 10, percent\t≥ 10\t/)
    expect(await line.json('distribution', 'eth', token.address)).toMatchObject({ top_10_holder_concentration: 10 })
    expect(line.said()).toMatch(
      /^Unknown: top_10_holder_concentration, gini, hhi, nakamoto\.\n|^Unknown: gini, hhi, nakamoto, top_10_holder_concentration\.\n/,
    )
    await line.context.store.write.deleteToken(token)
  })

  it('list tokens, holders and wallets', async () => {
    expect(await run('tokens', 'PEP')).toBe(`eth\tPEP\t4 of ?\t0\t2\t${TOKEN}\n`)
    expect(await run('tokens', 'nothing')).toMatch(/^No token is stored\./)
    expect(await run('holders', 'eth', TOKEN, '--limit', '1')).toBe(`1\t40.0 %\t400\t—\t\t${address(1)}\n`)
    for (const form of [['--json'], ['--format', 'csv']]) {
      await run('holders', 'eth', TOKEN, ...form)
      expect(line.said()).toBe('Coverage: 4 holders of an unknown number, no trades.\n')
    }
    expect(await run('wallet', 'eth', TOKEN, address(2))).toContain('Holds 300, 30.0 % of supply. In cluster 1.')
    expect(await run('wallet', 'eth', address(2))).toContain(`\nPEP\t30.0 %\tunknown\tunknown\tunknown / unknown ETH\t`)
    expect(line.said()).toBe('Coverage of PEP: 4 holders of an unknown number, no trades.\n')
  })

  it('tell tokens of a wallet apart that have one symbol', async () => {
    const token = { network: 'eth', address: trustedAddress(address(9)) } as const
    const { write } = line.context.store
    await write.saveToken({ ...IMPORTED_TOKEN, ...token, name: null, symbol: 'PEP', decimals: 0, totalSupply: 1000n, asOf: 1_700_000_000, notes: [] })
    await write.saveBalances({ token, rows: [{ address: trustedAddress(address(2)), raw: 60n, verified: true }], replaceAll: true })
    const text = await run('wallet', 'eth', address(2))
    for (const each of [TOKEN, token.address]) expect(text).toContain(`\nPEP ${shortAddress(each)}\t`)
    expect(line.said()).toContain(`Coverage of PEP ${shortAddress(TOKEN)}: `)
    await write.deleteToken(token)
  })

  it('compare snapshots and export one', async () => {
    const diff = await run('diff', 'eth', TOKEN)
    expect(diff).toMatch(/^2025-04-24 10:00:00 UTC to 2025-05-24 10:00:00 UTC: .*1 no longer listed/)
    expect(diff).toContain(`left\t4.00 %\tunknown\t${address(5)}`)
    await expect(run('diff', 'eth', TOKEN, 'yesterday')).rejects.toThrow('"yesterday" must be the Unix seconds of a stored snapshot.')
    const file = join(folder, 'exported.csv')
    expect(await run('export', 'eth', TOKEN, file)).toMatch(/^Wrote snapshot \d+ to /)
    expect(readFileSync(file, 'utf8')).toContain(address(4))
  })

  it('export in the format of the file name, and as JSON the stored bytes', async () => {
    const token = { network: 'eth', address: trustedAddress(TOKEN) } as const
    const [first = 0, newest = 0] = await line.context.store.read.snapshotTimestamps(token)
    const exported = async (name: string, ...options: string[]): Promise<string> => {
      await run('export', 'eth', TOKEN, join(folder, name), ...options)
      return readFileSync(join(folder, name), 'utf8')
    }
    const stored = await line.context.store.read.snapshot({ token, timestamp: first })
    expect(await exported('first.json', '--timestamp', String(first))).toBe(Buffer.from(stored?.json ?? []).toString())
    expect(JSON.parse(await exported('map'))).toMatchObject({ timestamp: newest })
    expect(await exported('map.GEXF')).toContain('<gexf')
    expect(await exported('map.xml', '--format', 'graphml')).toContain('<graphml')
    expect(await line.json('export', 'eth', TOKEN, join(folder, 'map'))).toMatchObject({ timestamp: newest })
    await expect(exported('map.pdf')).rejects.toMatchObject({ exitCode: 2 })
    await expect(exported('map', '--format', 'toString')).rejects.toThrow('--format must be one of json, csv, graphml, gexf.')
    await expect(exported('map', '--timestamp', '1')).rejects.toMatchObject({ code: 'snapshot_not_found' })
    await expect(exported(join('nowhere', 'map'))).rejects.toMatchObject({ exitCode: 1 })
  })

  it('compare tokens', async () => {
    await run('import', writeMap(folder, { symbol: 'POP', token: OTHER, time: EARLIER, amounts: [500, 300, 200] }))
    expect(await run('in-common', 'eth', TOKEN, OTHER)).toMatch(/\nPEP and POP\tat least 3\t/)
    expect(await run('serial', 'eth')).toBe('0 wallets early in at least two of 2 counted tokens.\n')
  })

  it('delete it and bring it back', async () => {
    const deleted = await run('delete', 'eth', TOKEN, '--yes')
    expect(deleted).toMatch(new RegExp(`^Deleted PEP, ${TOKEN} on eth, with 4 balances, 2 snapshots\\. To restore it: holderscope restore \\d+\n$`))
    expect(await run('tokens', 'PEP')).toMatch(/^No token is stored\./)
    await run('restore', /restore (\d+)/.exec(deleted)?.[1] ?? '')
    expect(await run('holders', 'eth', TOKEN)).toContain(address(3))
  })
})

describe('the commands on a case', () => {
  it('write items, notes, tags and entities, which undo takes back', async () => {
    expect(await run('case', 'new', 'Who')).toMatch(/^Started and opened Who, /)
    await run('case', 'add', 'token', 'eth', TOKEN)
    await run('case', 'note', 'Odd swap', 'trade', 'eth', TOKEN, '--tx', `0x${'5'.repeat(64)}`, '--swap', '2')
    await run('case', 'tag', 'eth', address(1), 'desk', '--kind', 'exchange', '--effect', 'hub', '--from', 'mail', '--confidence', '0.5')
    await run('case', 'join', `eth:${address(3)}`, `evm:${address(4)}`, '--name', 'One')
    expect(await run('case', 'clusters', 'eth', TOKEN)).toMatch(/^1\t56\.0 %\t3\t/)
    const opened = await run('case', 'open', 'Who')
    expect(opened).toContain(`token\teth\t${TOKEN}`)
    expect(opened).toContain(`eth\t${address(1)}\tdesk\texchange\thub\tmail`)
    expect(opened).toContain(`\tOne\teth:${address(3)} evm:${address(4)}`)
    expect(opened).toMatch(/Note on swap 2 of transaction .*:\nOdd swap/)
    expect(await run('case', 'disband', 'One')).toContain('Deleted the entity of 2 wallets')
    expect(await run('case', 'undo')).toMatch(/^Undone: Deleted the entity/)
    expect(await run('case', 'redo')).toMatch(/^Redone: Deleted the entity/)
    expect(await run('case', 'search', 'odd')).toMatch(/^Who\tnote\tOdd swap/)
    expect((await run('case', 'history')).split('\n')[0]).toMatch(/^5\t[-\d]+ [:\d]+ UTC\tcurrent\tDeleted the entity/)
  })

  it('write tags to a file and set them from it', async () => {
    const file = join(folder, 'tags.csv')
    expect(await run('case', 'tags', '--out', file)).toBe(`${file}: 1 tag.\n`)
    await run('case', 'untag', 'eth', address(1), 'desk')
    expect(await run('case', 'tags')).toBe('network,address,name,kind,effect,note,source,confidence\n')
    await run('case', 'tags', '--from', file)
    expect(await run('case', 'tags')).toContain(`\neth,${address(1)},desk,exchange,hub,,mail,0.5`)
  })

  it('order findings with their evidence, and report them', async () => {
    await run('case', 'finding', 'add', 'Both are one.', 'eth', TOKEN, '--cluster', '1', '--snapshot', '--edge', `${address(2)},${address(3)}`)
    await run('case', 'finding', 'add', 'Second.')
    await run('case', 'finding', 'move', '2', '1')
    await run('case', 'finding', 'edit', '1', 'Better.')
    expect(await run('case', 'finding', 'list')).toBe('1\tBetter.\t\n2\tBoth are one.\tedge, cluster, snapshot\n')
    await run('case', 'finding', 'delete', '1')
    await expect(run('case', 'finding', 'delete', '2')).rejects.toThrow('This case has no finding 2.')
    const report = await run('report')
    expect(report).toMatch(/^# Who\n[^]*\n## 1\. Both are one\.\n[^]*Cluster 1: /)
    const file = join(folder, 'who.json')
    expect(await run('report', 'Who', '--out', file)).toBe(`Wrote the report to ${file}.\n`)
    const written = JSON.parse(readFileSync(file, 'utf8')) as { reported_at: number }
    const printed = (await line.json('report')) as { reported_at: number }
    expect({ ...printed, reported_at: written.reported_at }).toEqual(written)
    expect(printed.reported_at).toBeGreaterThanOrEqual(written.reported_at)
    await expect(run('report', '--out', join(folder, 'who.pdf'))).rejects.toThrow('The format of a report must be one of ')
    await expect(run('report', '--out', join(folder, 'nowhere', 'who.json'))).rejects.toThrow('Cannot write ')
  })

  it('share it with users, and give it to one', async () => {
    expect(await run('case', 'share')).toBe('The case belongs to everyone.\n')
    await expect(run('case', 'share', 'Bob')).rejects.toThrow()
    expect(await run('case', 'owner', 'Ann')).toBe('Ann\town\n')
    expect(await run('case', 'share', 'Bob', 'write')).toBe('Ann\town\nBob\twrite\n')
    expect(await run('case', 'share', '*')).toBe('Ann\town\nBob\twrite\n*\tread\n')
    expect(await run('case', 'share', 'Ann', 'none')).toContain('Ann\town\n')
    await run('case', 'share', '*', 'none')
    expect(await run('case', 'owner', 'Bob')).toBe('Bob\town\n')
    expect(await run('case', 'owner')).toBe('The case belongs to everyone.\n')
  })

  it('delete it and bring it back', async () => {
    expect(await run('case', 'delete', 'Who')).toMatch(/^Deleted Who with 1 note, 1 finding, 1 tag and its history\./)
    await expect(run('case', 'undo')).rejects.toThrow('No case is open.')
    expect(await run('case', 'restore', 'Who')).toMatch(/^Restored Who, /)
    expect(await run('case', 'list')).toMatch(/^\t\S+\tWho\t1\t1\t[-\d]+ [:\d]+ UTC$/m)
  })

  it('write it to a sealed file, which is verified, compared and continued', async () => {
    const file = join(folder, 'who.holderscope')
    await run('case', 'open', 'Who')
    await expect(run('case', 'export', join(folder, 'who.json'))).rejects.toThrow('The name of a case file ends in .holderscope.')
    const root = /^Wrote Who to .*\nRoot hash ([0-9a-f]{64})\n$/.exec(await run('case', 'export', file))?.[1] ?? ''
    const verified = await run('case', 'verify', file, '--compare')
    expect(verified).toMatch(
      /^Who, saved [-\d]+ [:\d]+ UTC\n1 finding, 1 note, 1 token\nFinding 1: Both are one\.\nNote on swap 2 of transaction .*: Odd swap\n/,
    )
    expect(verified).toContain(`\nEvery hash matches. Root ${root}\n`)
    expect(verified).toMatch(/\nSeal .* \(yours\): valid\.\n/)
    expect(verified).toContain(`\neth ${TOKEN}: every figure follows from the facts in the file, to the digit.\n`)
    expect(verified).toContain(`\neth ${TOKEN}: the same under your labels and rules.\n`)
    expect(await run('case', 'import', file)).toMatch(/^Imported and opened Who, .*\n1 token was already stored and not changed\./)
    expect((await run('case', 'list')).match(/\tWho\t/g)).toHaveLength(2)
  })

  it('name what was changed in a case file', async () => {
    const file = join(folder, 'altered.holderscope')
    copyFileSync(join(folder, 'who.holderscope'), file)
    const database = new Database(file)
    database.exec(`UPDATE case_finding SET text = 'They are strangers.'; UPDATE manifest SET public_key = NULL, signature = NULL`)
    database.close()
    const text: string[] = []
    const written = vi.spyOn(output, 'print').mockImplementation((part) => void text.push(part))
    await expect(run('case', 'verify', file)).rejects.toThrow('The case file was changed after it was made.')
    written.mockRestore()
    expect(text.join()).toMatch(/\nAltered: case_finding 1\nNo seal\.\n/)
    await expect(run('case', 'verify', 'nowhere')).rejects.toThrow(/^nowhere: /)
  })

  it('remove a deleted one for good when the store is compacted', async () => {
    const id = String(await line.context.store.read.setting('cli.case'))
    await run('case', 'delete', id)
    expect(await run('compact')).toMatch(/^Freed \d+\.\d MB; the database has \d\.\d MB now\. Deleted cases were removed for good: Who\.\n$/)
    await expect(run('case', 'restore', id)).rejects.toThrow()
    expect((await run('case', 'list')).match(/\tWho\t/g)).toHaveLength(1)
  })
})

describe('the commands on watch rules and keys', () => {
  it('create, turn off, try and delete a rule', async () => {
    expect(await run('watch', 'add', 'cluster', 'eth', TOKEN, '1', '--when', 'sells 1', '--name', 'first')).toContain(
      'Watches cluster 1 of 0x8a4…e7b on Ethereum',
    )
    expect(await run('watch', 'off', 'first')).toContain('It is off.')
    expect(await run('watch', 'list')).toMatch(/\toff\tfirst\tcluster 1 of 0x8a4/)
    expect(await run('watch', 'test', 'wallet', 'eth', address(2), '--when', 'sells 1')).toMatch(/^Nothing\.\nNote: /)
    expect(await run('watch', 'remove', 'first')).toMatch(/^Deleted: Watches cluster 1/)
    expect(await run('watch', 'alerts')).toBe('No alerts.\n')
    await expect(run('watch', 'add', 'token', 'eth', '--when', 'trades')).rejects.toThrow('"token" takes 2 arguments after it.')
  })

  it('create, list and revoke a key', async () => {
    const { id, key } = await line.json<{ id: string; key: string }>('keys', 'create', '--name', 'script', '--permissions', 'read,firehose')
    const listed = await run('keys', 'list')
    expect(listed).toMatch(new RegExp(`^${id}\tscript\t\tread, firehose\t`))
    expect(listed).not.toContain(key)
    expect(await run('keys', 'revoke', 'script')).toBe(`Revoked key ${id} "script".\n`)
    await expect(run('keys', 'revoke', 'script')).rejects.toThrow()
  })
})

describe('doctor and migrate on another data folder', () => {
  const dataDir = join(folder, 'another')
  const file = join(dataDir, 'holderscope.db')
  async function doctor(...options: string[]): Promise<string> {
    const before = process.exitCode
    try {
      return await run('--data-dir', dataDir, 'doctor', '--port', '0', ...options)
    } finally {
      process.exitCode = before
    }
  }

  it('find a change by another program, accept it, and recover all rows', async () => {
    await (await openTestStore(file)).close()
    const database = new Database(file)
    database.exec(`INSERT INTO setting (name, value) VALUES ('another', 'program')`)
    database.close()
    const found = await doctor('--deep')
    expect(found).toMatch(/\n✗ pages: damage, or a change by another program, in page \d+ of setting\n {4}Run holderscope doctor --salvage/)
    expect(found).toMatch(/\n✗ store: .* another program changed it; .*\n {4}Run holderscope doctor --salvage/)
    const accepted = await doctor('--deep', '--accept-changes', '--salvage', '--source', 'eth=http://127.0.0.1:9')
    expect(accepted).toMatch(/^ {2}setting: [1-9]\d* rows kept, 0 lost\n(.*\n)*The damaged file is kept as .*holderscope\.db\.broken-1\./m)
    expect(accepted).toMatch(/\n✓ pages: \d+ pages match their checksums\n✓ store: .* is intact\n/)
    expect(accepted).toMatch(/\n✗ source eth: http:\/\/127\.0\.0\.1:9: .* did not answer.*\n {4}Check the URL and key of the endpoint/)
  })

  it('refuse to accept what SQLite finds damaged', async () => {
    const database = new Database(file)
    database.pragma('foreign_keys = off')
    database.exec("INSERT INTO case_note VALUES ('none', 'a', '{}', 'text', 1, 1)")
    database.close()
    await expect(doctor('--accept-changes')).rejects.toThrow('The store was not accepted: ')
  })

  it('migrate names what it cannot add and to whom', async () => {
    const migrate = (...options: string[]): Promise<string> => run('migrate', '--from', dataDir, '--to', 'postgres://127.0.0.1:9/none', ...options)
    await expect(run('migrate', '--from', join(folder, 'nowhere'), '--to', 'postgres://127.0.0.1:9/none')).rejects.toThrow('There is nothing at ')
    const calls: unknown[] = []
    const store = {
      write: { importStore: (args: unknown) => Promise.resolve(calls.push(args) && { added: [1], kept: [1, 2], cases: [] }) },
      close: vi.fn(),
    }
    const opened = vi.spyOn(client, 'openStore').mockResolvedValue(store as never)
    expect(await migrate('--owner', 'Ann')).toBe('Added 1 token and 0 cases. 2 tokens that the database had stayed as they were.\n')
    await migrate()
    await expect(migrate('--owner', '*')).rejects.toThrow('--owner must have 1 to 80 characters, and not be *.')
    expect(opened).toHaveBeenCalledWith(expect.objectContaining({ location: { postgres: 'postgres://127.0.0.1:9/none' } }))
    opened.mockRestore()
    expect(calls).toEqual([
      { file, owner: 'Ann' },
      { file, owner: null },
    ])
    expect(store.close).toHaveBeenCalledTimes(3)
  })
})
