import { describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { AnswerCache } from './answer-cache.ts'
import { chooseEncoding } from './encodings.ts'

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
})
