import { connect } from 'node:net'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_ERRORS } from '../../../src-shared/contract/errors.ts'
import { ADDRESS_MAX_LENGTH } from '../../../src-shared/domain/address.ts'
import { storeUnavailable } from '../../lib/store-faults.ts'
import { FakeEngine } from '../testing/fakes.ts'
import { OWN_ORIGIN, startRunning, type Running } from '../testing/running.ts'
import { ETH, SOL, UNREAD, WRONG_CHECKSUM } from '../testing/story.ts'

/** docs/api/rest.md#errors: every failure has its status, its code, one sentence or the list of wrong values, and its request id. */

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

interface Body {
  readonly code: keyof typeof API_ERRORS
  readonly detail: string | { loc: unknown[]; msg: string; type: string }[]
  readonly request_id: string
}

type Init = NonNullable<Parameters<Running['call']>[1]>

async function failure(path: string, init: Init = {}): Promise<{ status: number; headers: Headers; body: Body }> {
  const response = await running.call(path, init)
  const body = (await response.json()) as Body
  expect(Object.keys(body)).toEqual(['detail', 'code', 'request_id'])
  expect(body.request_id).toBe(response.headers.get('x-request-id'))
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.status).toBe(API_ERRORS[body.code].status)
  return { status: response.status, headers: response.headers, body }
}

const metrics = (network: string, address: string): string => `/dex-metrics/v1/${network}/${address}`
const json = { 'content-type': 'application/json' }
const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = json, key?: string): Init => ({
  method: 'POST',
  body,
  headers,
  key: key ?? running.keys.owner,
})

describe('values', () => {
  it.each([
    ['no Solana address', 'sol', 'hello'],
    ['a Solana address one character short', 'sol', SOL.token.address.slice(0, 30)],
    ['an EVM address on sol', 'sol', ETH.token.address],
    ['a wrong EIP-55 checksum', 'eth', WRONG_CHECKSUM],
    ['a Sui wallet where a coin type belongs', 'sui', '0x2'],
  ])('%s: 422 validation_error naming the place', async (_, network, address) => {
    const { body } = await failure(metrics(network, address))
    expect(body).toMatchObject({ code: 'validation_error', detail: [{ loc: ['path', 'token_address'], type: 'address' }] })
  })

  it('an unknown network: 422 unsupported_network that names the five', async () => {
    const { body } = await failure(metrics('doge', SOL.token.address))
    expect(body).toMatchObject({ code: 'unsupported_network', detail: expect.stringContaining('sol, eth, base, bsc, sui') })
  })

  it('a timestamp that is no whole number: 422', async () => {
    const { body } = await failure(`/atlas/v1/sol/${SOL.token.address}/snapshots/yesterday`)
    expect(body).toMatchObject({ code: 'validation_error', detail: [{ loc: ['path', 'timestamp'] }] })
  })

  it.each([
    ['no filter', ''],
    ['two filters', `token=${SOL.token.address}&pool=${SOL.pool}`],
    ['the same filter twice', `token=${SOL.token.address}&token=${SOL.token.address}`],
    ['an address of another network', `signer=${ETH.pool}`],
    ['an unknown order', `token=${SOL.token.address}&sort=up`],
    ['two orders that differ', `token=${SOL.token.address}&sort=asc&order=desc`],
    ['limit 0', `token=${SOL.token.address}&limit=0`],
    ['limit 201', `token=${SOL.token.address}&limit=201`],
    ['a limit that is no number', `token=${SOL.token.address}&limit=many`],
    ['a cursor that was never issued', `token=${SOL.token.address}&cursor=abc`],
  ])('trades with %s: 422', async (_, query) => {
    expect((await failure(`/dex/v1/sol/trades?${query}`)).body.code).toBe('validation_error')
  })

  it('a path that cannot be decoded: 422', async () => {
    expect((await failure('/dex-metrics/v1/sol/%zz')).body).toMatchObject({ code: 'validation_error', detail: [{ loc: ['path'] }] })
  })

  it('a body with wrong fields names each of them', async () => {
    const { body } = await failure('/local/v1/keys', post('{"permissions":["fly"]}'))
    expect(Array.isArray(body.detail) && body.detail.map((issue) => issue.loc)).toEqual([
      ['body', 'name'],
      ['body', 'permissions', 0],
    ])
  })

  it.each([
    ['broken', '{"kind":'],
    ['empty', ''],
  ])('%s JSON: 422', async (_, body) => {
    expect((await failure('/local/v1/jobs', post(body))).body.code).toBe('validation_error')
  })
})

describe('sizes and forms', () => {
  it('an address beyond any real one: 413', async () => {
    expect((await failure(metrics('sui', 'x'.repeat(ADDRESS_MAX_LENGTH + 1)))).body.code).toBe('too_large')
  })

  it('10 MB where 64 KB are taken: 413, and the connection lives on', async () => {
    expect((await failure('/local/v1/keys', post(new Uint8Array(10_000_000)))).body.code).toBe('too_large')
    expect((await running.call('/health')).status).toBe(200)
  })

  it('the same without a length in advance: 413', async () => {
    const { host } = new URL(running.server.origin)
    const status = await new Promise((resolve, reject) => {
      const call = request(`http://${host}/local/v1/keys`, { method: 'POST', headers: { ...json, 'x-api-key': running.keys.owner } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      call.once('error', reject)
      for (let n = 0; n < 100; n++) call.write(Buffer.alloc(100_000))
      call.end()
    })
    expect(status).toBe(413)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', ''])('content type "%s": 415', async (type) => {
    expect((await failure('/local/v1/jobs', post(new Blob(['{}']), type === '' ? {} : { 'content-type': type }))).body.code).toBe(
      'unsupported_media_type',
    )
  })

  it.each([gzipSync('{"kind":"read"}'), new TextEncoder().encode('{"kind":"read"}')])('a body that says it is packed: 415', async (bytes) => {
    const packed = await failure('/local/v1/jobs', post(bytes, { ...json, 'content-encoding': 'gzip' }))
    expect(packed).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})

describe('paths and methods', () => {
  it('an unknown path: 404 not_found, also for browsers and other methods', async () => {
    expect((await failure('/nowhere')).body.code).toBe('not_found')
    expect((await failure('/dex-metrics/v1', { headers: { accept: 'text/html' } })).body.code).toBe('not_found')
    expect((await failure('/nowhere', post('{}'))).body.code).toBe('not_found')
  })

  it.each([
    ['POST', metrics('sol', SOL.token.address), 'GET, HEAD'],
    ['PUT', '/local/v1/jobs', 'GET, HEAD, POST'],
    ['GET', '/local/v1/keys/some', 'DELETE'],
    ['OPTIONS', '/health', 'GET, HEAD'],
  ])('%s %s: 405 with what is allowed', async (method, path, allow) => {
    const { headers, body } = await failure(path, { method })
    expect([body.code, headers.get('allow')]).toEqual(['method_not_allowed', allow])
  })

  it('a token that was never read, with no source: 404 token_not_found', async () => {
    for (const path of [
      metrics('sol', UNREAD.sol),
      `${metrics('eth', UNREAD.eth)}/distribution`,
      `/scanner/v1/tokens/sol/${UNREAD.sol}`,
      `/local/v1/sol/${UNREAD.sol}`,
    ]) {
      expect((await failure(path)).body.code).toBe('token_not_found')
    }
  })

  it('says that no source is set only of a call that would have read the token', async () => {
    const detail = async (path: string, call?: RequestInit): Promise<unknown> => (await failure(path, call)).body.detail
    expect(await detail(metrics('sol', UNREAD.sol))).toBe('This token is not stored, and no source is set for Solana.')
    expect(await detail(`/local/v1/sol/${UNREAD.sol}/snapshots`, post('{}'))).toBe('This token is not stored.')
  })

  it('starting a job without a source: 503 source_unavailable with Retry-After', async () => {
    const { headers, body } = await failure(
      '/local/v1/jobs',
      post(JSON.stringify({ kind: 'read', network: 'sol', token_address: SOL.token.address })),
    )
    expect(body.code).toBe('source_unavailable')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('who may call', () => {
  it.each([
    ['no key', null],
    ['an unknown key', 'hs_unknown'],
    ['an endless key', 'x'.repeat(5_000)],
  ])('%s: 401 with WWW-Authenticate', async (_, key) => {
    const { headers, body } = await failure(metrics('sol', SOL.token.address), { key })
    expect([body.code, headers.get('www-authenticate')]).toEqual(['unauthorized', 'ApiKey, Bearer realm="Holderscope"'])
  })

  it('a key in the query is no key on REST', async () => {
    expect((await failure(`${metrics('sol', SOL.token.address)}?api-key=${running.keys.reader}`, { key: null })).status).toBe(401)
  })

  it('a key without the permission: 403 forbidden', async () => {
    for (const [path, init] of [
      ['/local/v1/keys', {}],
      ['/local/v1/requests', {}],
      ['/local/v1/jobs', { method: 'POST' }],
    ] as const) {
      expect((await failure(path, init)).body.code).toBe('forbidden')
    }
  })

  it('a foreign Origin: 403 forbidden_origin, with nothing shared', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost.evil.example']) {
      const { headers, body } = await failure('/health', { headers: { origin } })
      expect(body.code).toBe('forbidden_origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it.each(['evil.example', '127.0.0.1:1', 'localhost', '127.0.0.1.evil.example', 'user@127.0.0.1', ''])(
    'the Host "%s": 403 forbidden_host',
    async (host) => {
      const { hostname, port } = new URL(running.server.origin)
      const status = await new Promise((resolve, reject) => {
        request({ hostname, port, path: '/health', headers: { host }, setHost: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .once('error', reject)
          .end()
      })
      expect(status).toBe(403)
    },
  )

  it('browsers may neither sniff, run, frame nor embed an answer, failed ones too, unless it is shared', async () => {
    const shown = ({ headers }: Pick<Response, 'headers'>): (string | null)[] =>
      ['x-content-type-options', 'content-security-policy', 'cross-origin-resource-policy', 'vary'].map((name) => headers.get(name))
    const closed = ['nosniff', "default-src 'none'; frame-ancestors 'none'"]
    expect(shown(await running.call('/health'))).toEqual([...closed, 'same-origin', null])
    expect(shown(await failure('/nothing'))).toEqual([...closed, 'same-origin', null])
    expect(shown(await failure('/health', { headers: { origin: 'http://evil.example' } }))).toEqual([...closed, 'same-origin', null])
    expect(shown(await running.call('/health', { headers: { origin: OWN_ORIGIN } }))).toEqual([...closed, 'cross-origin', 'origin'])
  })

  it('an allowed Origin is shared with, and its preflight answered without a key', async () => {
    const answered = await running.call('/health', { headers: { origin: OWN_ORIGIN } })
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, OWN_ORIGIN])
    const preflight = await running.call(metrics('sol', SOL.token.address), {
      method: 'OPTIONS',
      key: null,
      headers: { origin: OWN_ORIGIN, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-API-Key')
    const failed = await failure(metrics('sol', UNREAD.sol), { headers: { origin: OWN_ORIGIN } })
    expect(failed.headers.get('access-control-allow-origin')).toBe(OWN_ORIGIN)
  })
})

describe('the rest', () => {
  /** Sends raw request lines and returns what was received until the connection ended. */
  const written = async (...lines: readonly string[]): Promise<{ head: string; body: string }> => {
    const socket = connect(running.server.port, '127.0.0.1')
    socket.write([...lines, '', ''].join('\r\n'))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
    return { head, body }
  }

  it.each([
    ['bytes that are no HTTP', ['what is this'], 422, 'validation_error'],
    ['a call without a Host', ['GET /health HTTP/1.1', 'Connection: close'], 403, 'forbidden_host'],
    ['a method that no path has', ['TRACE /health HTTP/1.1', 'Host: localhost:PORT', 'Connection: close'], 405, 'method_not_allowed'],
    ['a method that no service has', ['PROPFIND /health HTTP/1.1', 'Host: localhost:PORT', 'Connection: close'], 405, 'method_not_allowed'],
    ['a method that fastify answers itself', ['QUERY /nowhere HTTP/1.1', 'Host: localhost:PORT', 'Connection: close'], 405, 'method_not_allowed'],
    [
      'a handshake without its key',
      ['GET / HTTP/1.1', 'Host: localhost:PORT', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      422,
      'validation_error',
    ],
  ])('%s: the same body, and the connection ends', async (_case, lines, status, code) => {
    const { head, body } = await written(...lines.map((line) => line.replace('PORT', String(running.server.port))))
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/\r\nx-data-as-of: \d{4}-.*Z\r\nx-data-source: live\r\n/)
    expect(JSON.parse(body)).toMatchObject({ code, request_id: expect.any(String) })
    if (code === 'validation_error') expect(JSON.parse(body)).toMatchObject({ detail: [{ msg: expect.any(String) }] })
  })

  it('a call that offers HTTP/2, as clients in Java do, is answered as it came', async () => {
    const { head, body } = await written(
      'GET /health HTTP/1.1',
      `Host: localhost:${running.server.port}`,
      'Connection: close, Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    )
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(JSON.parse(body)).toMatchObject({ status: 'ok' })
  })

  it('a handshake of another version gets the version that is spoken', async () => {
    const { head } = await written(
      'GET /ws HTTP/1.1',
      `Host: localhost:${running.server.port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 7',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    )
    expect(head).toMatch(/^HTTP\/1\.1 422 [^]*\r\nsec-websocket-version: 13\r\n/)
  })

  it('an expectation that means nothing here is ignored', async () => {
    const { head, body } = await written('GET /health HTTP/1.1', `Host: localhost:${running.server.port}`, 'Connection: close', 'Expect: a-miracle')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(JSON.parse(body)).toMatchObject({ status: 'ok' })
  })

  it.each([
    ['is asked for it', (key: string) => key, '2', /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /],
    ['whose key is unknown is refused first', () => 'hs_unknown', '2', /^HTTP\/1\.1 401 [^]*\r\nconnection: close/i],
    ['whose body is too large is refused first', (key: string) => key, '10000000', /^HTTP\/1\.1 413 [^]*\r\nconnection: close/i],
  ])('a client that waits to be asked for its body %s', async (_, keyOf, length, answer) => {
    const socket = connect(running.server.port, '127.0.0.1')
    const head = `POST /local/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1:${running.server.port}\r\nX-API-Key: ${keyOf(running.keys.owner)}`
    socket.write(`${head}\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`)
    let received = ''
    for await (const chunk of socket) {
      received += String(chunk)
      if (received.startsWith('HTTP/1.1 100') && !received.includes('422')) socket.write('{}')
    }
    expect(received).toMatch(answer)
  })

  it('a defect: 500 that shows nothing of itself', async () => {
    const path = metrics('sol', SOL.token.address)
    const broken = await startRunning({
      engine: async () => {
        const engine = new FakeEngine()
        engine.record = () => Promise.reject(new Error('secret inner words'))
        return engine
      },
    })
    const response = await broken.call(path)
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', request_id: response.headers.get('x-request-id') })
    expect(text).not.toContain('secret')
    await broken.stop()
  })

  it('a database that is away: 503 service_unavailable with Retry-After', async () => {
    const away = () => Promise.reject(storeUnavailable('The PostgreSQL server cannot be reached.', { said: 'secret' }, new Error('secret')))
    const broken = await startRunning({
      engine: async () => Object.assign(new FakeEngine(), { record: away }),
      scanner: { canScan: () => true, scan: away, close: async () => undefined },
    })
    for (const path of [metrics('sol', SOL.token.address), `/scanner/v1/tokens/sol/${SOL.token.address}`]) {
      const response = await broken.call(path)
      const text = await response.text()
      expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([503, 5])
      expect(JSON.parse(text)).toEqual({
        detail: 'The PostgreSQL server cannot be reached.',
        code: 'service_unavailable',
        request_id: response.headers.get('x-request-id'),
      })
    }
    await broken.stop()
  })
})
