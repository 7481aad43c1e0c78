import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../testing/http-client.ts'
import { startRunning, type Running } from '../testing/running.ts'

/** docs/api/rest.md#authentication: the page, open on loopback, behind the key when the service listens beyond this machine. */

const folder = mkdtempSync(join(tmpdir(), 'holderscope-page-'))
const SCRIPT = 'export {}\n'
const html = { accept: 'text/html,*/*' }
let local: Running
let wide: Running

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Holderscope</title>')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), SCRIPT)
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(folder, 'assets', 'font-abc123.woff2'), 'a font')
  local = await startRunning({ rendererDir: folder })
  wide = await startRunning({ rendererDir: folder, host: '0.0.0.0', allowedHosts: ['scope.example'] })
})
afterAll(async () => {
  await local.stop()
  await wide.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('on loopback', () => {
  it('serves the page without a key, under a strict policy', async () => {
    const response = await local.call('/', { key: null, headers: html })
    expect(await response.text()).toContain('<title>Holderscope</title>')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe-eval')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('built files may be kept for ever', async () => {
    const response = await local.call('/assets/main-abc123.js', { key: null })
    expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      expect.stringContaining('javascript'),
      'private, max-age=31536000, immutable',
    ])
  })

  it.each([
    ['range', 'bytes=999999-'],
    ['range', 'bytes=0-3'],
    ['if-match', '"another"'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('a file is answered whole whatever %s says', async (name, value) => {
    const response = await local.call('/', { key: null, headers: { ...html, [name]: value } })
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Holderscope</title>'])
  })

  it('a view of the page is the page; below the API and for programs an unknown path is 404', async () => {
    expect(await (await local.call('/token/sol/abc', { key: null, headers: html })).text()).toContain('<title>')
    expect((await local.call('/token/sol/abc', { key: null })).status).toBe(404)
    expect((await local.call('/atlas/v1/nothing', { key: null, headers: html })).status).toBe(404)
    expect((await local.call('/%2e%2e/secret', { key: null })).status).toBe(404)
  })
})

describe('a built file in the encodings that the build wrote', () => {
  const get = (accepted: string | null, path = '/assets/main-abc123.js', headers: Record<string, string> = {}, method = 'GET') =>
    sendRequest(`http://127.0.0.1:${local.server.port}`, path, {
      method,
      headers: { ...headers, ...(accepted === null ? {} : { 'accept-encoding': accepted }) },
    })
  const decoded = {
    br: (body: Buffer) => brotliDecompressSync(body).toString(),
    gzip: (body: Buffer) => gunzipSync(body).toString(),
    identity: String,
  }

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0, *', 'br'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    [null, 'identity'],
  ] as const)('%s: %s', async (accepted, encoding) => {
    const { status, headers, body } = await get(accepted)
    expect([status, headers['content-encoding'] ?? 'identity', decoded[encoding](body)]).toEqual([200, encoding, SCRIPT])
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'application/javascript; charset=utf-8',
      'content-length': String(body.length),
    })
    const head = await get(accepted, undefined, {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([200, String(body.length), headers.etag])
    expect((await get(accepted, undefined, { 'if-none-match': headers.etag ?? '' })).status).toBe(304)
  })

  it('has an ETag for each encoding', async () => {
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(async (accepted) => (await get(accepted)).headers.etag))
    expect(new Set(tags).size).toBe(3)
  })

  it('is sent as it is if it has none', async () => {
    const { headers, body } = await get('br, gzip', '/assets/font-abc123.woff2')
    expect([headers['content-encoding'], headers['content-type'], body.toString()]).toEqual([undefined, 'font/woff2', 'a font'])
  })
})

describe('a path that no file can have is 404', () => {
  it.each([
    ['out of the folder', '/assets/../../../../etc/passwd'],
    ['out of the folder, encoded', '/assets/%2e%2e/secret'],
    ['with backslashes', '/assets/\\..\\secret'],
    ['with a null byte', '/assets/%00'],
    ['with a name of 5,000 characters', `/assets/${'a'.repeat(5_000)}`],
  ])('%s', async (_, path) => {
    // Unlike fetch, this sends the path as it is.
    const answer = await sendRequest(`http://127.0.0.1:${local.server.port}`, path)
    expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([404, { code: 'not_found' }])
  })
})

describe('beyond loopback', () => {
  it('everything but health needs the key', async () => {
    for (const path of ['/', '/assets/main-abc123.js', '/docs', '/openapi.json', '/asyncapi.json', '/token/sol/abc']) {
      expect((await wide.call(path, { key: null, headers: html })).status, path).toBe(401)
      expect((await wide.call(path, { headers: html })).status, path).toBe(200)
    }
    expect((await wide.call('/health', { key: null })).status).toBe(200)
  })

  it('a browser may prompt for the key as a password', async () => {
    const refused = await wide.call('/', { key: null, headers: html })
    expect(refused.headers.get('www-authenticate')).toMatch(/^ApiKey, Bearer realm="Holderscope", Basic realm=/)
    const authorization = `Basic ${Buffer.from(`any:${wide.keys.reader}`).toString('base64')}`
    expect((await wide.call('/', { key: null, headers: { ...html, authorization } })).status).toBe(200)
    expect((await wide.call('/local/v1/status', { key: null, headers: { authorization } })).status).toBe(401)
  })
})

it('without a built page a sentence says so', async () => {
  const bare = await startRunning()
  expect(await (await bare.call('/', { key: null })).text()).toContain('/docs')
  await bare.stop()
})
