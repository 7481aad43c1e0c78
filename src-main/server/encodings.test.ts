import { describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { chooseEncoding, compressed } from './encodings.ts'

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

it('a body is compressed once for all who ask', async () => {
  const body = Buffer.from('holder '.repeat(500))
  expect(brotliDecompressSync(await compressed(body, 'br'))).toEqual(body)
  expect(gunzipSync(await compressed(body, 'gzip'))).toEqual(body)
  expect(compressed(body, 'br')).toBe(compressed(body, 'br'))
})
