import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, runCli, sampleFolder, startService } from '../fixtures/service.ts'

const PAGE_BYTES = 16 * 1024
const PAGES_LOST = 3

interface Doctor {
  readonly ok: boolean
  readonly checks: readonly { readonly what: string; readonly ok: boolean; readonly todo: string | null }[]
  readonly salvaged?: { readonly broken_file: string; readonly tables: readonly { readonly table: string; readonly kept: number }[] }
}

/** A data folder whose database lost pages from its middle, as a failing disk leaves it. */
test.describe('a damaged database', () => {
  let dataDir: string
  const doctor = async (...args: string[]): Promise<{ code: number | null; said: Doctor }> => {
    const { code, stdout } = await runCli(['doctor', '--json', '--port', '0', '--data-dir', dataDir, ...args])
    return { code, said: JSON.parse(stdout) as Doctor }
  }

  test.beforeAll(async () => {
    dataDir = await sampleFolder()
    const path = join(dataDir, 'holderscope.db')
    const pages = Math.floor((await stat(path)).size / PAGE_BYTES)
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(PAGES_LOST * PAGE_BYTES, 0xee), 0, PAGES_LOST * PAGE_BYTES, Math.floor(pages / 2) * PAGE_BYTES)
    await file.close()
  })
  test.afterAll(() => removeFolder(dataDir))

  test('is reported by doctor and can be salvaged, keeping the damaged file', async () => {
    const found = await doctor()
    expect(found.code).toBe(1)
    expect(found.said.checks.find(({ what }) => what === 'store')).toMatchObject({ ok: false, todo: expect.stringContaining('doctor --salvage') })
    const deep = await doctor('--deep')
    expect(deep.said.checks.find(({ what }) => what === 'pages')).toMatchObject({ ok: false, todo: expect.stringContaining('doctor --salvage') })
    const damaged = await readFile(join(dataDir, 'holderscope.db'))
    const salvaged = await doctor('--salvage')
    expect(salvaged).toMatchObject({ code: 0, said: { ok: true } })
    const { broken_file = '', tables = [] } = salvaged.said.salvaged ?? {}
    expect((await readFile(broken_file)).equals(damaged)).toBe(true)
    expect(tables.some(({ kept }) => kept > 0)).toBe(true)
    const service = await startService({ dataDir })
    await service.stop()
    const after = await doctor('--deep')
    expect([after.code, after.said.checks.find(({ what }) => what === 'pages')?.ok]).toEqual([0, true])
  })
})
