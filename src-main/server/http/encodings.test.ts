import { describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createGunzip, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { AnswerCache } from './answer-cache.ts'
import { chooseEncoding, compressedStream } from './encodings.ts'

describe('Accept-Encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5, identity', null],
    ['gzip, identity;q=0.5', 'gzip'],
    ['identity, *;q=0.1', null],
  ])('%s: %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
  })
})

it('compresses a body once for all requests', async () => {
  const cache = new AnswerCache()
  const body = Buffer.from('holder '.repeat(500))
  const [first, second] = await Promise.all([cache.compressed(body, 'hash', 'br'), cache.compressed(body, 'hash', 'br')])
  expect(brotliDecompressSync(first)).toEqual(body)
  expect(gunzipSync(await cache.compressed(body, 'hash', 'gzip'))).toEqual(body)
  expect(second).toBe(first)
  expect(await cache.compressed(body, 'hash', 'br')).toBe(first)
  expect(first.buffer.byteLength).toBe(first.byteLength)
})

/** What the compression is doing when its reader goes away depends on its thread. */
const ROUNDS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 40 : 8

describe('a compressed stream', () => {
  const endless = (): Readable =>
    Readable.from(
      (function* () {
        for (;;) yield randomBytes(16_384)
      })(),
    )

  it.each(['gzip', 'br'] as const)('in %s ends its source without an error when its reader goes away', async (encoding) => {
    for (let round = 0; round < ROUNDS; round++) {
      const source = endless()
      const compressed = compressedStream(source, encoding)
      if (round % 2 === 1) await once(compressed, 'readable')
      compressed.destroy()
      await expect.poll(() => source.closed).toBe(true)
    }
  })

  it('passes on an error of its source', async () => {
    const source = new Readable({ read: () => undefined })
    const compressed = compressedStream(source, 'gzip')
    source.destroy(new Error('the store is closed'))
    await expect(compressed.toArray()).rejects.toThrow('the store is closed')
  })

  it('contains the whole source', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `holder ${n}\n`)
    const read = await compressedStream(Readable.from(lines), 'gzip').pipe(createGunzip()).toArray()
    expect(Buffer.concat(read as Buffer[]).toString()).toBe(lines.join(''))
  })
})
