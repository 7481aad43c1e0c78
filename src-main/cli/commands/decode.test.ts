import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { BLOCK_FILE, EXPECTED_BLOCK, RECORDED, recorded } from '../../chains/solana/decode/testing/recorded.ts'

/** The real command line, as a separate process. */
const MAIN = scriptPath('cli')
const folder = mkdtempSync(join(tmpdir(), 'decode-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Outcome {
  readonly code: number | null
  readonly lines: readonly Record<string, unknown>[]
  readonly stderr: string
}

function decode(...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, 'decode', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = stdout.split('\n').filter((line) => line !== '')
      resolve({ code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), stderr })
    })
  })
}

function file(name: string, text: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Each process loads the whole program first, which takes a while for several of them on a busy machine. */
const SEVERAL_PROCESSES = 180_000

describe('holderscope decode', { timeout: SEVERAL_PROCESSES }, () => {
  it('prints one line per leg: the trade record with what it was decoded from', async () => {
    const { code, lines, stderr } = await decode('sol', recorded('raydium-cpmm-raydium-clmm').path)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toHaveLength(2)
    expect(lines[0]).toEqual({
      kind: 'trade',
      block_time: '2024-09-18T21:38:24.000Z',
      block: 290615369,
      tx_signature: recorded('raydium-cpmm-raydium-clmm').expected.signature,
      dex: 'raydium',
      dex_version: 'cpmm',
      signer: 'E8oVrS4Pk74ouemj4t6grJ6w5Ah7SFLYa8VoRtvtWpnw',
      receiver: 'HV1KXxWFaSeriyFvXyx48FqG9BoFbfinB8njCJonqP7K',
      pool_address: '8THC7UQN8zPXRL61o75fP4gcwRyB5W3o74yHyqarkqZ9',
      token_in: {
        address: '7atgF8KQo4wJrD5ATGX7t1V2zVvykPJbFfNeVf1icFv1',
        amount: 3588,
        amount_usd: null,
        amount_raw: '358800',
        transfer_fee_raw: '14352',
      },
      token_out: { address: 'So11111111111111111111111111111111111111112', amount: 0.000015742, amount_usd: null, amount_raw: '15742' },
      fee_usd: null,
      leg: 0,
      transfer_fee_raw: '14352',
      source: 'event',
      confidence: 'sure',
    })
  })

  it('accepts a block, many files, NDJSON, lists, bare results and envelopes', async () => {
    const legs = (answers: typeof RECORDED): number => answers.reduce((total, { expected }) => total + (expected.differs ?? expected.legs).length, 0)
    const block = await decode('sol', BLOCK_FILE)
    const expected = Object.entries(EXPECTED_BLOCK.trades).map(([signature, rows]) => EXPECTED_BLOCK.differs[signature] ?? rows)
    expect(block.lines).toHaveLength(expected.flat().length)
    expect(new Set(block.lines.map((line) => line['block']))).toEqual(new Set([EXPECTED_BLOCK.slot]))
    const many = await decode('sol', ...RECORDED.map(({ path }) => path))
    /* Some files hold further transactions, about which the test expects nothing. */
    const signatures = new Set(RECORDED.map(({ expected }) => expected.signature))
    expect(many.lines.filter((line) => signatures.has(String(line['tx_signature'])))).toHaveLength(legs(RECORDED))
    const values = RECORDED.map(({ text }) => JSON.stringify(JSON.parse(text)))
    const lines = await decode('sol', file('all.ndjson', `${values.join('\n')}\n`))
    expect(lines.lines).toEqual(many.lines)
    const list = await decode('sol', file('all.json', `[${values.join(',')}]`))
    expect(list.lines).toEqual(many.lines)
    const bare = values.map((text) => {
      const value = JSON.parse(text) as { result?: unknown }
      return value.result ?? value
    })
    const enveloped = await decode('sol', file('enveloped.json', JSON.stringify(bare.map((result) => ({ jsonrpc: '2.0', id: 1, result })))))
    expect(enveloped.lines).toEqual(many.lines)
  })

  it('prints transfers, creations and decode warnings with --all', async () => {
    const { lines } = await decode('sol', recorded('pumpfun__2s393PSYYxJJJfGi').path, recorded('tx__5yKzCuw1e9d58Hcn').path, '--all')
    expect(new Set(lines.map((line) => line['kind']))).toEqual(new Set(['trade', 'transfer', 'token_created', 'decode_warning']))
  })

  it('pairs EVM transactions and receipts across files, and reports a missing half', async () => {
    const fixtures = fileURLToPath(new URL('../../chains/evm/fixtures/base/', import.meta.url))
    const halves = globSync('*.json', { cwd: fixtures }).map((name) => join(fixtures, name))
    const { code, lines } = await decode('base', ...halves)
    expect(code).toBe(0)
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.every((line) => line['kind'] === 'trade' && typeof (line['token_in'] as { amount_raw: unknown }).amount_raw === 'string')).toBe(true)
    const alone = await decode('base', halves.find((name) => name.endsWith('.tx.json')) ?? '')
    expect(alone).toMatchObject({ code: 1, lines: [], stderr: expect.stringMatching(/^1 EVM answer is missing its other half/) as string })
  })

  it.each([
    ['no JSON', '{"jsonrpc"', 'The file is not JSON'],
    ['another thing', '{"nodes":[]}', 'The file contains no Solana getTransaction or getBlock answer.'],
    ['nothing', '', 'The file is empty.'],
    ['no text', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'The file is not UTF-8 text.'],
    ['half a gzip', readFileSync(BLOCK_FILE).subarray(0, 5_000), 'The file looks like gzip but cannot be unpacked; it is incomplete or damaged.'],
  ])('reports a file with %s in one sentence, decodes the others, and exits with 1', async (name, content, sentence) => {
    const bad = file(`${name}.json`, content)
    const { code, lines, stderr } = await decode('sol', bad, recorded('pumpfun__3QLV6eN1W1pCWvS8').path)
    expect(code).toBe(1)
    expect(stderr).toContain(`${bad}: ${sentence}`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(lines).toHaveLength(1)
  })

  it('rejects an unknown network and a missing file', async () => {
    expect((await decode('doge', BLOCK_FILE)).code).toBe(2)
    expect(await decode('sol', join(folder, 'none.json'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file does not exist.') as string,
    })
  })
})
