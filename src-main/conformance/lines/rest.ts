import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { section, type LineCheck, type SpecLine } from '../line.ts'
import { filled, isoMillis, list, oneOf, record, text, type Shape } from '../shape.ts'
import { metricsPath, NETWORKS, tokenPath, UNREAD, type Subject } from '../subject.ts'
import { hold, notApplicable, same } from '../verdict.ts'
import type { Answer, Asked } from '../wire.ts'
import { status } from './endpoints.ts'

/** contract.md §1 Conventions, §2 Errors, §7 Keys, over REST. */

const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const WRONG_CHECKSUM = '0xdac17F958D2ee523a2206206994597C13D831ec7'
const ERROR_CODES = [
  'unauthorized',
  'forbidden',
  'forbidden_origin',
  'forbidden_host',
  'token_not_found',
  'snapshot_not_found',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'validation_error',
  'unsupported_network',
  'rate_limited',
  'internal',
  'source_unavailable',
  'token_pending',
]
const issue = record({ loc: list((value, at) => oneOf('string', 'number')(typeof value, at), 1), msg: text, type: filled })
const detail: Shape = (value, at) => (typeof value === 'string' ? filled(value, at) : list(issue, 1)(value, at))
const errorShape = record({ detail, code: oneOf(...ERROR_CODES), request_id: filled })

const parsed = (answer: Answer): Record<string, unknown> => JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>

/** A call that must fail, in the form of every failure. */
export const fails =
  (expected: number, codes: readonly string[], call: (subject: Subject) => Promise<Answer>, also?: (answer: Answer) => void): LineCheck =>
  async (subject) => {
    const answer = await call(subject)
    status(answer, expected, 'the call')
    const body = parsed(answer)
    errorShape(body, 'the error')
    hold(codes.includes(String(body['code'])), `code should be ${codes.join(' or ')}, and is ${String(body['code'])}`)
    same(body['request_id'], answer.headers['x-request-id'], 'request_id')
    also?.(answer)
  }

const solPath = (subject: Subject): string => metricsPath('sol', subject.token('sol'))
/** A call of each kind that answers data. */
const ANSWERED = (subject: Subject): string[] => [
  ...['', '/distribution', '/snipers', '/clusters', '/bundlers', '/insiders'].map((rest) => metricsPath('sol', subject.token('sol'), rest)),
  ...['/snapshots', '/metrics/distribution', '/metrics/snipers', '/metrics/clusters'].map((rest) =>
    tokenPath('/atlas/v1', 'sol', subject.token('sol'), rest),
  ),
  tokenPath('/atlas/v1', 'sol', UNREAD.sol, '/snapshots'),
  large(subject),
  `/labels/v1/sol/${UNREAD.sol}`,
  '/local/v1/tokens',
]
const large = ({ traded }: Subject): string => `/dex/v1/${traded.network}/trades?token=${encodeURIComponent(traded.token)}&limit=200`
const postJob = (subject: Subject, asked: Asked): Promise<Answer> => subject.ask('/local/v1/jobs', { method: 'POST', ...asked })
const JSON_TYPE = { 'content-type': 'application/json' }

const compressedAs = (encoding: 'gzip' | 'br', unpack: (body: Buffer) => Buffer): LineCheck => {
  return async (subject) => {
    const plain = await subject.ask(large(subject), { headers: { 'accept-encoding': 'identity' } })
    if (plain.body.length < 1024) notApplicable('no page of trades of the server is above 1 KB')
    const packed = await subject.ask(large(subject), { headers: { 'accept-encoding': encoding } })
    same(packed.headers['content-encoding'], encoding, 'content-encoding')
    hold(/accept-encoding/i.test(String(packed.headers['vary'])), 'Vary should name Accept-Encoding')
    hold(unpack(packed.body).equals(plain.body), 'the unpacked body should be the plain one')
  }
}

const lowerCase = (network: 'eth' | 'base' | 'bsc'): LineCheck => {
  return async (subject) => {
    const token = subject.token(network)
    const upper = `0x${token.slice(2).toUpperCase()}`
    same(await subject.json(metricsPath(network, upper)), await subject.json(metricsPath(network, token)), 'the record by upper case')
    const { clusters } = await subject.json<{ clusters: { cluster_addresses: { address: string }[] }[] }>(metricsPath(network, upper, '/clusters'))
    for (const { address } of clusters.flatMap((cluster) => cluster.cluster_addresses)) same(address, address.toLowerCase(), 'an address')
  }
}

export const restLines: readonly SpecLine[] = [
  ...section('contract.md §1, Conventions', [
    [
      'every answer carries X-Request-Id',
      async (subject) => {
        const ids = await Promise.all(
          [solPath(subject), '/health', '/nowhere'].map(async (path) => String((await subject.ask(path)).headers['x-request-id'] ?? '')),
        )
        hold(ids.every((id) => id.length > 0) && new Set(ids).size === ids.length, 'each answer should have an id of its own')
      },
    ],
    [
      'every answer carries X-Data-As-Of (ISO)',
      async (subject) => {
        for (const path of ANSWERED(subject)) isoMillis((await subject.get(path)).headers['x-data-as-of'], `X-Data-As-Of of ${path}`)
      },
    ],
    [
      'X-Data-Source: live, snapshot or import',
      async (subject) => {
        for (const path of ANSWERED(subject))
          oneOf('live', 'snapshot', 'import')((await subject.get(path)).headers['x-data-source'], `X-Data-Source of ${path}`)
      },
    ],
    [
      'a 304 carries them too',
      async (subject) => {
        const { headers } = await subject.get(solPath(subject))
        const again = await subject.ask(solPath(subject), { headers: { 'if-none-match': String(headers.etag) } })
        for (const name of ['x-data-as-of', 'x-data-source', 'etag']) same(again.headers[name], headers[name], name)
        filled(again.headers['x-request-id'], 'X-Request-Id')
      },
    ],
    [
      'a stored record has an ETag, 304 on a match',
      async (subject) => {
        for (const rest of ['', '/distribution', '/snipers', '/clusters', '/bundlers', '/insiders']) {
          const path = metricsPath('sol', subject.token('sol'), rest)
          const etag = (await subject.get(path)).headers.etag
          hold(/^(W\/)?"[^"]+"$/.test(etag ?? ''), `${path} should carry an ETag, and carries ${etag}`)
          const again = await subject.ask(path, { headers: { 'if-none-match': String(etag) } })
          status(again, 304, `${path} with its ETag`)
          same(again.body.length, 0, 'the length of a 304')
        }
      },
    ],
    [
      'another ETag is answered in full',
      async (subject) => status(await subject.ask(solPath(subject), { headers: { 'if-none-match': '"other"' } }), 200, 'the call'),
    ],
    [
      'a stored scan has an ETag, 304 on a match',
      async (subject) => {
        for (const { network, token } of subject.tokensOn(NETWORKS)) {
          const path = tokenPath('/scanner/v1/tokens', network, token)
          const { status: got, headers } = await subject.ask(path)
          if (got !== 200) continue
          return status(await subject.ask(path, { headers: { 'if-none-match': String(headers.etag) } }), 304, `${path} with its ETag`)
        }
        notApplicable('the server has no scan')
      },
    ],
    ['bodies above 1 KB are compressed on request: gzip', compressedAs('gzip', gunzipSync)],
    ['bodies above 1 KB are compressed on request: br', compressedAs('br', brotliDecompressSync)],
    [
      'and only on request',
      async (subject) => {
        const { headers } = await subject.ask(large(subject))
        same(headers['content-encoding'] ?? null, null, 'content-encoding')
      },
    ],
    [
      'the coding that the caller weighs most; none that it refuses or that nobody here speaks',
      async (subject) => {
        for (const [wish, coding] of [
          ['gzip, br', 'br'],
          ['br;q=0.5, gzip', 'gzip'],
          ['br;q=0, gzip;q=0.1', 'gzip'],
          ['*', 'br'],
          ['gzip;q=0', null],
          ['identity', null],
          ['zstd, deflate', null],
        ] as const)
          same((await subject.ask('/openapi.json', { headers: { 'accept-encoding': wish } })).headers['content-encoding'] ?? null, coding, wish)
      },
    ],
    [
      'a body up to 1 KB goes as it is',
      async (subject) =>
        same((await subject.ask('/health', { headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding'] ?? null, null, 'the coding'),
    ],
    [
      'snake_case',
      async (subject) =>
        hold(
          Object.keys(await subject.json(solPath(subject))).every((name) => /^[a-z0-9_]+$/.test(name)),
          'fields',
        ),
    ],
    ['EVM addresses in any case, answered in lower case: eth', lowerCase('eth')],
    ['EVM addresses in any case, answered in lower case: base', lowerCase('base')],
    ['EVM addresses in any case, answered in lower case: bsc', lowerCase('bsc')],
    [
      'a right EIP-55 checksum is taken',
      async (subject) => hold((await subject.get(metricsPath('eth', TETHER, '/clusters'))).status !== 422, 'a right checksum should be taken'),
    ],
    ['a wrong EIP-55 checksum is 422', fails(422, ['validation_error'], (subject) => subject.get(metricsPath('eth', WRONG_CHECKSUM)))],
    [
      'Solana exact: another case is another address or none',
      async (subject) => {
        const { status: got } = await subject.get(metricsPath('sol', subject.token('sol').toLowerCase()))
        if (got === 503) notApplicable('the server reads unread tokens from a node')
        oneOf(404, 422)(got, 'the status of a token in lower case')
      },
    ],
    ['Solana: what is no base58 is no address', fails(422, ['validation_error'], (subject) => subject.get(metricsPath('sol', '0'.repeat(44))))],
    [
      'Sui full coin types, percent-encoded or not, short forms accepted',
      async (subject) => {
        const token = subject.token('sui')
        const whole = await subject.json(metricsPath('sui', token))
        same(await subject.json(`/dex-metrics/v1/sui/${token}`), whole, 'the record by the bare coin type')
        const short = token.replace(/^0x0+/, '0x')
        same(await subject.json(metricsPath('sui', short)), whole, 'the record by the short form')
      },
    ],
    ['a Sui wallet is no token', fails(422, ['validation_error'], (subject) => subject.get(metricsPath('sui', '0x2')))],
    [
      'HEAD answers as GET does, without the body',
      async (subject) => {
        const head = await subject.ask(solPath(subject), { method: 'HEAD' })
        status(head, 200, 'HEAD')
        same([head.body.length, head.headers.etag], [0, (await subject.get(solPath(subject))).headers.etag], 'length and ETag')
      },
    ],
  ]),
  ...section('contract.md §2, Errors', [
    [
      '401 unauthorized, WWW-Authenticate: ApiKey',
      fails(
        401,
        ['unauthorized'],
        (subject) => subject.askWithout(solPath(subject)),
        ({ headers }) => same(headers['www-authenticate'], 'ApiKey', 'WWW-Authenticate'),
      ),
    ],
    [
      '403 forbidden: permission missing',
      fails(403, ['forbidden'], (subject) => subject.ask('/local/v1/keys', { headers: { 'x-api-key': subject.readerKey } })),
    ],
    ['403 forbidden_origin', fails(403, ['forbidden_origin'], (subject) => subject.ask('/health', { headers: { origin: 'https://evil.example' } }))],
    ['403 forbidden_host', fails(403, ['forbidden_host'], (subject) => subject.ask('/health', { headers: { host: 'evil.example' } }))],
    [
      '404 token_not_found: never a made-up record',
      async (subject) => {
        for (const path of [
          metricsPath('sol', UNREAD.sol),
          metricsPath('sol', UNREAD.sol, '/distribution'),
          tokenPath('/scanner/v1/tokens', 'sol', UNREAD.sol),
        ]) {
          if ((await subject.get(path)).status === 503) notApplicable('the server reads unread tokens from a node')
          await fails(404, ['token_not_found'], () => subject.get(path))(subject)
        }
      },
    ],
    [
      '404 snapshot_not_found',
      fails(404, ['snapshot_not_found'], (subject) => subject.get(tokenPath('/atlas/v1', 'sol', subject.token('sol'), '/snapshots/1'))),
    ],
    [
      'an allowed Origin is shared with: its preflight names every method of the reference and the key',
      async (subject) => {
        const { paths } = await subject.json<{ paths: Record<string, object> }>('/openapi.json')
        const methods = new Set(Object.values(paths).flatMap((path) => Object.keys(path).map((method) => method.toUpperCase())))
        const asked = { origin: subject.url, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-api-key' }
        const preflight = await subject.askWithout(solPath(subject), { method: 'OPTIONS', headers: asked })
        status(preflight, 204, 'the preflight')
        same(preflight.headers['access-control-allow-origin'], subject.url, 'Access-Control-Allow-Origin')
        const allowed = String(preflight.headers['access-control-allow-methods']).split(', ')
        const missing = [...methods].filter((method) => !allowed.includes(method))
        hold(missing.length === 0, `the preflight should allow ${missing.join(', ')}`)
        hold(/\bX-API-Key\b/i.test(String(preflight.headers['access-control-allow-headers'])), 'the preflight should allow X-API-Key')
        const answer = await subject.ask(solPath(subject), { headers: { origin: subject.url } })
        same([answer.status, answer.headers['access-control-allow-origin']], [200, subject.url], 'the answer and whom it is shared with')
      },
    ],
    ['404 not_found', fails(404, ['not_found'], (subject) => subject.get('/nowhere'))],
    [
      '405 method_not_allowed, with Allow',
      fails(
        405,
        ['method_not_allowed'],
        (subject) => subject.ask(solPath(subject), { method: 'POST' }),
        ({ headers }) => filled(headers.allow, 'Allow'),
      ),
    ],
    ['413 too_large: an address no network has', fails(413, ['too_large'], (subject) => subject.get(metricsPath('sol', 'x'.repeat(2_000))))],
    [
      '413 too_large: a body beyond the limit',
      fails(413, ['too_large'], (subject) => postJob(subject, { headers: JSON_TYPE, body: ' '.repeat(100_000) })),
    ],
    [
      '415 unsupported_media_type',
      fails(415, ['unsupported_media_type'], (subject) => postJob(subject, { headers: { 'content-type': 'text/plain' }, body: '{}' })),
    ],
    ['422 validation_error: path', fails(422, ['validation_error'], (subject) => subject.get(metricsPath('sol', 'hello')))],
    ['422 validation_error: query', fails(422, ['validation_error'], (subject) => subject.get('/dex/v1/sol/trades'))],
    ['422 validation_error: body', fails(422, ['validation_error'], (subject) => postJob(subject, { headers: JSON_TYPE, body: '{"kind":' }))],
    [
      '422 unsupported_network: on every family of paths',
      async (subject) => {
        for (const path of [
          metricsPath('doge' as 'sol', 'x'),
          tokenPath('/atlas/v1', 'doge' as 'sol', 'x', '/snapshots/latest'),
          tokenPath('/scanner/v1/tokens', 'doge' as 'sol', 'x'),
          '/dex/v1/doge/trades?token=x',
          '/labels/v1/doge/x',
        ])
          await fails(422, ['unsupported_network'], () => subject.get(path))(subject)
      },
    ],
    [
      '422 validation_error: detail says where, and what is wrong, in a list',
      fails(
        422,
        ['validation_error'],
        (subject) => subject.get('/dex/v1/sol/trades?token=x&limit=many&sort=up'),
        (answer) =>
          same((parsed(answer)['detail'] as { loc: unknown[] }[]).map(({ loc }) => loc.join('.')).toSorted(), ['query.limit', 'query.sort'], 'loc'),
      ),
    ],
    [
      '422 unsupported_network: the message names the five',
      fails(
        422,
        ['unsupported_network'],
        (subject) => subject.get(metricsPath('doge' as 'sol', UNREAD.sol)),
        (answer) => {
          hold(
            NETWORKS.every((network) => String(parsed(answer)['detail']).includes(network)),
            'the message should list the networks',
          )
        },
      ),
    ],
    [
      '503 source_unavailable with Retry-After: a network without a source',
      async (subject) => {
        const { body } = await subject.ask('/local/v1/status')
        const sources = (parsed({ body } as Answer)['sources'] ?? []) as { network: string; endpoints: string[] }[]
        const unset = sources.find(({ endpoints }) => endpoints.length === 0)?.network
        if (unset === undefined) return notApplicable('every network of the server has a source')
        const asked = { kind: 'read', network: unset, token_address: UNREAD[unset as 'sol'] }
        await fails(
          503,
          ['source_unavailable'],
          () => postJob(subject, { headers: JSON_TYPE, body: JSON.stringify(asked) }),
          ({ headers }) => filled(headers['retry-after'], 'Retry-After'),
        )(subject)
      },
    ],
    [
      'no source: the snapshot list of an unread token is empty',
      async (subject) => same(await subject.json(tokenPath('/atlas/v1', 'sol', UNREAD.sol, '/snapshots')), { snapshots: [] }, 'the list'),
    ],
  ]),
  ...section('contract.md §7, Keys', [
    ...['/health', '/openapi.json', '/asyncapi.json', '/docs'].map((path): [string, LineCheck] => [
      `open without a key: ${path}`,
      async (subject) => status(await subject.askWithout(path), 200, path),
    ]),
    [
      'a key in the query is no key on REST',
      fails(401, ['unauthorized'], (subject) => subject.askWithout(`${solPath(subject)}?api-key=${subject.key}`)),
    ],
    [
      'random 256-bit, with the permissions asked for',
      async (subject) => {
        if (!subject.mayWrite) notApplicable('the suite may make no key here')
        const permissions = ['read', 'firehose', 'manage']
        const made = parsed(await subject.post('/local/v1/keys', { name: 'conformance, of all permissions', permissions }))
        status(await subject.ask(`/local/v1/keys/${String(made['id'])}`, { method: 'DELETE' }), 200, 'revoking')
        same(made['permissions'], permissions, 'permissions')
        const random = String(made['key']).replace(/^[a-z]+_/, '')
        hold(Buffer.from(random, 'base64url').length >= 32, `a key should hold 256 bits, and holds ${random.length} characters`)
      },
    ],
    [
      'stored as SHA-256 and shown once: no list carries a key or its hash',
      async (subject) => {
        const { body } = await subject.ask('/local/v1/keys')
        const listed = body.toString('utf8')
        for (const key of [subject.key, subject.readerKey]) {
          hold(!listed.includes(key) && !listed.includes(createHash('sha256').update(key).digest('hex')), 'the list of keys should hold neither')
        }
      },
    ],
    [
      'a revoked key is no key any more',
      async (subject) => {
        if (!subject.mayWrite) notApplicable('the suite may make no key here')
        const made = parsed(await subject.post('/local/v1/keys', { name: 'conformance, to be revoked', permissions: ['read'] }))
        const headers = { 'x-api-key': String(made['key']) }
        status(await subject.ask('/local/v1/tokens', { headers }), 200, 'a call with the new key')
        status(await subject.ask(`/local/v1/keys/${String(made['id'])}`, { method: 'DELETE' }), 200, 'revoking')
        status(await subject.ask('/local/v1/tokens', { headers }), 401, 'a call with the revoked key')
      },
    ],
  ]),
]
