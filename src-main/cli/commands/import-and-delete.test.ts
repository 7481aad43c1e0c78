import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi, type MockInstance } from 'vitest'
import { EXIT } from '../output.ts'
import { openCommandLine, type CommandLine } from '../testing/command-line.ts'
import { saveScan } from '../testing/save-scan.ts'
import { testAddress as address, writeMap } from '../testing/write-map.ts'

/** How data enters a data folder, and how it is deleted and restored (docs/cases.md#deletion). */

const [TOKEN, LISTED, ABSENT, COPIED] = [address(7), address(8), address(9), address(6)]
const [FIRST, SECOND] = ['2025-04-24T10:00:00', '2025-05-24T10:00:00']
const secondsOf = (time: string): string => String(Date.parse(`${time}Z`) / 1000)

const folder = mkdtempSync(join(tmpdir(), 'holderscope-import-'))
const first = writeMap(folder, { name: 'first.json', symbol: 'PEP', token: TOKEN, time: FIRST, amounts: [400, 300, 200, 60, 40] })
const second = writeMap(folder, { name: 'second.json', symbol: 'PEP', token: TOKEN, time: SECOND, amounts: [500, 300, 200] })
const list = join(folder, 'list.csv')
writeFileSync(list, `Who,Held\n${address(1)},60000\n${address(2)},40000\n`)
const nowhere = join(folder, 'nowhere.json')

let line: CommandLine
let stdin: MockInstance | null = null
const run = (...words: string[]): Promise<string> => line.run(...words)
const balances = async (token = TOKEN): Promise<number[]> =>
  (await line.json<{ holders: { balance: number }[] }>('holders', 'eth', token)).holders.map(({ balance }) => balance)
const idIn = (text: string): string => /restore (\d+)\n$/.exec(text)?.[1] ?? 'none'

const exitCode = process.exitCode
beforeAll(async () => {
  line = await openCommandLine(join(folder, 'data'))
})
afterEach(() => {
  process.exitCode = exitCode
  stdin?.mockRestore()
  stdin = null
})
afterAll(async () => {
  await line.close()
  rmSync(folder, { recursive: true })
})

describe('import', () => {
  it('imports the files that can be read, and fails at its end for the others', async () => {
    expect(await run('import', nowhere, first, first)).toBe(
      `${first}: imported 5 holders, 1 snapshot, 0 trades, 0 transfers.\n  eth ${TOKEN}\n${first}: nothing new.\n`,
    )
    expect(line.said()).toMatch(`Cannot read ${nowhere}: ENOENT`)
    expect(line.said()).toContain(`${first}: This file was imported before; nothing changed.\n`)
    expect(process.exitCode).toBe(EXIT.failed)
    await expect(run('import', nowhere)).rejects.toMatchObject({ exitCode: EXIT.failed })
    expect(await balances()).toEqual([400, 300, 200, 60, 40])
  })

  it('of a snapshot leaves a name unknown that the snapshot does not have', async () => {
    const [exported, copied] = [join(folder, 'exported.json'), join(folder, 'copied.json')]
    await run('export', 'eth', TOKEN, exported)
    expect(await line.json('tokens', TOKEN)).toMatchObject([{ name: null, symbol: 'PEP' }])
    writeFileSync(copied, readFileSync(exported, 'utf8').replaceAll(TOKEN, COPIED))
    await run('import', copied)
    expect(await line.json('tokens', COPIED)).toMatchObject([{ name: null, symbol: 'PEP' }])
  })

  it('reads a list by the columns, decimals, supply and token of its options', async () => {
    const options = ['--network', 'eth', '--token', LISTED, '--map', 'address=Who,balance=Held', '--decimals', '4', '--supply', '200000']
    expect(await line.json('import', list, ...options)).toMatchObject({ kind: 'holder_list', holders: 2, tokens: [{ token_address: LISTED }] })
    expect(await run('holders', 'eth', LISTED)).toBe(`1\t30.0 %\t60,000\t—\t\t${address(1)}\n2\t20.0 %\t40,000\t—\t\t${address(2)}\n`)
    expect(await line.json('tokens', LISTED)).toMatchObject([{ total_supply: 200_000 }])
    const csv = await run('holders', 'eth', LISTED, '--format', 'csv')
    expect(csv).toMatch(/^rank,address,.*,balance,balance_raw,percentage\r\n1,.*,60000,600000000,30\r\n2,.*,40000,400000000,20\r\n$/)
    await expect(run('import', list, ...options, '--decimals', '1.5')).rejects.toThrow('--decimals must be a whole number.')
    await expect(run('import', list, '--network', 'doge')).rejects.toMatchObject({ exitCode: EXIT.usage })
  })

  it('takes a file back with what it brought, so that what it replaced is there again', async () => {
    expect(await run('import', second)).toContain('Imported 3 holders, 1 snapshot')
    expect(await balances()).toEqual([500, 300, 200])
    const taken = await run('import', second, '--take-back')
    expect(taken).toMatch(new RegExp(`^Undid the import of second\\.json for ${TOKEN} on eth, with .*1 snapshot\\. To restore it: `))
    expect(await balances()).toEqual([400, 300, 200, 60, 40])
    expect(await run('restore', idIn(taken))).toMatch(/^Restored the import of second\.json for /)
    expect(await balances()).toEqual([500, 300, 200])
  })

  it('takes several files back by their SHA-256, and refuses what was not imported', async () => {
    const [last, before] = [second, first].map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'))
    await expect(run('import', nowhere, '--take-back')).rejects.toThrow(`No import of ${nowhere} is stored.`)
    const taken = (await run('--json', 'import', '--take-back', last ?? '', before ?? '')).trim().split('\n')
    const deletions = taken.map((text) => JSON.parse(text) as { id: number; kind: string; name: string })
    expect(deletions).toMatchObject([
      { kind: 'import', name: 'second.json' },
      { kind: 'import', name: 'first.json' },
    ])
    await expect(run('holders', 'eth', TOKEN)).rejects.toThrow('Nothing is stored for')
    for (const { id } of deletions.toReversed()) expect(await line.json('restore', String(id))).toMatchObject({ id })
    expect(await balances()).toEqual([500, 300, 200])
  })
})

describe('delete', () => {
  function replaceStdin(isTTY: boolean, text: string): void {
    const stream = Object.assign(new PassThrough(), { isTTY })
    stream.end(text)
    stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stream as never)
  }
  const typeAnswer = (answer: string): void => replaceStdin(true, `${answer}\n`)

  beforeAll(async () => {
    await run('case', 'new', 'Who')
    await run('case', 'add', 'token', 'eth', TOKEN)
  })

  it('is refused where nobody can be asked, and names the cases that refer to the token', async () => {
    replaceStdin(false, 'y\n')
    await expect(run('delete', 'eth', TOKEN)).rejects.toMatchObject({
      message: 'Add --yes to delete without being asked. Who refers to it.',
      exitCode: EXIT.usage,
    })
    await expect(run('delete', 'eth', LISTED)).rejects.toThrow(/^Add --yes to delete without being asked\.$/)
    await expect(run('delete', 'eth', ABSENT)).rejects.toThrow(`Nothing is stored for ${ABSENT}`)
    expect(await balances()).toEqual([500, 300, 200])
  })

  it.each(['n', '', 'yeah'])('keeps everything after the answer "%s"', async (answer) => {
    typeAnswer(answer)
    await expect(run('delete', 'eth', TOKEN)).rejects.toMatchObject({ message: 'Nothing was deleted.', exitCode: EXIT.failed })
    expect(line.said()).toBe(`Delete everything that is stored of ${TOKEN} on eth? Who refers to it. [y/N] `)
    expect(await balances()).toEqual([500, 300, 200])
  })

  it('deletes after a yes, and restore lists it and brings all of it back once', async () => {
    typeAnswer('Yes')
    const deleted = await run('delete', 'eth', TOKEN)
    expect(deleted).toMatch(new RegExp(`^Deleted PEP, ${TOKEN} on eth, with 3 balances, 2 snapshots\\. To restore it: `))
    for (const name of ['holders', 'overview', 'diff', 'scan']) await expect(run(name, 'eth', TOKEN)).rejects.toThrow(TOKEN)
    expect(await balances(LISTED)).toEqual([60_000, 40_000])
    const id = idIn(deleted)
    expect(await run('restore')).toMatch(new RegExp(`^${id} {2}\\d{4}-\\d\\d-\\d\\d .* PEP, ${TOKEN} on eth, with 3 balances, 2 snapshots\n$`))
    expect(await line.json('restore')).toMatchObject([{ id: Number(id), kind: 'token' }])
    await expect(run('restore', 'PEP')).rejects.toMatchObject({ exitCode: EXIT.usage })
    expect(await run('restore', id)).toMatch(/^Restored PEP, /)
    expect(await balances()).toEqual([500, 300, 200])
    expect(await run('diff', 'eth', TOKEN)).toContain('2 no longer listed')
    await expect(run('restore', id)).rejects.toThrow()
  })

  it('deletes one snapshot, and leaves the token and its other snapshots', async () => {
    typeAnswer('y')
    const deleted = await run('delete', 'eth', TOKEN, '--snapshot', secondsOf(SECOND))
    expect(line.said()).toMatch(new RegExp(`^Delete the snapshot of 2025-05-24 .* of ${TOKEN} on eth\\?`))
    expect(deleted).toMatch(/^Deleted the snapshot of 2025-05-24 /)
    await expect(run('diff', 'eth', TOKEN)).rejects.toThrow('There are not two snapshots')
    expect(await balances()).toEqual([500, 300, 200])
    await expect(run('delete', 'eth', TOKEN, '--yes', '--snapshot', secondsOf(SECOND))).rejects.toMatchObject({ code: 'snapshot_not_found' })
    await run('restore', idIn(deleted))
    expect(await run('diff', 'eth', TOKEN)).toContain('2 no longer listed')
  })

  it('deletes one scan, after which the one before it is printed', async () => {
    await expect(run('scan', 'eth', TOKEN)).rejects.toThrow(`No scan of ${TOKEN} is stored. Scan it from a node: holderscope scan eth ${TOKEN}`)
    await saveScan(line.context, { token: TOKEN, at: 1_700_000_000, score: 90 })
    await saveScan(line.context, { token: TOKEN, at: 1_700_000_600, score: 70 })
    expect(await run('scan', 'eth', TOKEN)).toBe('PEP: 70 of 100, Caution\n- Mintable\n')
    const deleted = await run('delete', 'eth', TOKEN, '--scan', '1700000600', '--yes')
    expect(deleted).toMatch(/^Deleted the scan of 2023-11-14 /)
    expect(await line.json('scan', 'eth', TOKEN)).toMatchObject({ results: { simple: { score: 90 } } })
    await run('restore', idIn(deleted))
    expect(await run('scan', 'eth', TOKEN)).toContain('PEP: 70 of 100')
  })

  it('refuses a part that is none', async () => {
    await expect(run('delete', 'eth', TOKEN, '--yes', '--snapshot', '1', '--scan', '1')).rejects.toThrow('Name a snapshot or a scan, not both.')
    await expect(run('delete', 'eth', TOKEN, '--yes', '--scan', 'newest')).rejects.toMatchObject({ exitCode: EXIT.usage })
    expect(await balances()).toEqual([500, 300, 200])
  })

  it('is final once the database is compacted', async () => {
    const id = idIn(await run('delete', 'eth', LISTED, '--yes'))
    expect(await run('restore')).toMatch(new RegExp(`^${id} {2}`))
    await run('compact')
    expect(await run('restore')).toBe('Nothing was deleted since the database was compacted.\n')
    await expect(run('restore', id)).rejects.toThrow()
    expect(await balances()).toEqual([500, 300, 200])
  })
})
