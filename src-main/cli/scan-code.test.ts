import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import compiled from '../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { scanCodeFiles } from './scan-code.ts'

const folder = mkdtempSync(join(tmpdir(), 'holderscope-code-'))
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function linesOf(files: readonly string[]): Promise<Record<string, unknown>[]> {
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += String(part)
    return true
  })
  await scanCodeFiles('eth', files, true)
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('scan --code', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
  })

  it('prints one line a file, in order, with flags and reasons', async () => {
    const mint = fileOf('mint.hex', compiled.contracts.OddMintToken.bytecode)
    const plain = fileOf('plain.hex', compiled.contracts.PlainToken.bytecode.slice(2))
    const [first, second] = await linesOf([mint, plain])
    expect(first).toMatchObject({ file: mint, mintable: true, limits_selling: false, takes_balances: false, creation_code: true })
    expect(first).toHaveProperty('reasons.mintable.0.slot', expect.stringMatching(/^[0-9a-f]+\.k$/))
    expect(first).toHaveProperty('reasons.mintable.0.function', expect.stringMatching(/^0x[0-9a-f]{8}$/))
    expect(second).toMatchObject({ file: plain, mintable: false, limits_selling: false, takes_balances: false })
    expect(process.exitCode).toBeUndefined()
  })

  it('reports a bad file in its line and goes on with the next', async () => {
    const files = [fileOf('bad.hex', 'hello'), fileOf('empty.hex', ''), join(folder, 'missing.hex'), fileOf('stop.hex', '0x00')]
    const lines = await linesOf(files)
    expect(lines.map(({ file }) => file)).toEqual(files)
    expect(lines.map(({ error }) => error)).toEqual([
      'The file is not hexadecimal text.',
      'The file has no code.',
      'The file cannot be read (ENOENT).',
      undefined,
    ])
    expect(lines.map(({ mintable }) => mintable)).toEqual([null, null, null, null])
    expect(process.exitCode).toBe(1)
  })

  it('refuses a network without EVM code', async () => {
    await expect(scanCodeFiles('sol', [fileOf('a.hex', '00')], true)).rejects.toMatchObject({
      message: 'Code alone can be scanned on EVM networks only, not on Solana.',
    })
  })
})
