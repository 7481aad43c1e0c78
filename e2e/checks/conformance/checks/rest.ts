import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { nonEmptyText, isoMillis, oneOf } from '../shape.ts'
import { metricsPath, NETWORKS, solOverview, tokenPath, UNREAD_TOKENS, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'
import { assertStatus } from './endpoints.ts'
import { failsWith } from './assert-failure.ts'

/** docs/api/rest.md#conventions, over REST. */

const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const WRONG_CHECKSUM = '0xdac17F958D2ee523a2206206994597C13D831ec7'
const largePagePath = ({ traded }: Subject): string => `/dex/v1/${traded.network}/trades?token=${encodeURIComponent(traded.token)}&limit=200`
/** One path of each kind that returns data. */
const dataPaths = (subject: Subject): string[] => [
  ...['', '/distribution', '/snipers', '/clusters', '/bundlers', '/insiders'].map((rest) => metricsPath('sol', subject.token('sol'), rest)),
  ...['/snapshots', '/metrics/distribution', '/metrics/snipers', '/metrics/clusters'].map((rest) =>
    tokenPath('/atlas/v1', 'sol', subject.token('sol'), rest),
  ),
  tokenPath('/atlas/v1', 'sol', UNREAD_TOKENS.sol, '/snapshots'),
  largePagePath(subject),
  `/labels/v1/sol/${UNREAD_TOKENS.sol}`,
  ...['/local/v1/tokens', '/local/v1/keys', '/local/v1/status', '/health', '/openapi.json', '/asyncapi.json', '/docs'],
]
const checkCompression = (encoding: 'gzip' | 'br', unpack: (body: Buffer) => Buffer): CheckFunction => {
  return async (subject) => {
    const plain = await subject.request(largePagePath(subject), { headers: { 'accept-encoding': 'identity' } })
    if (plain.body.length < 1024) skip('no page of trades of the server is above 1 KB')
    const packed = await subject.request(largePagePath(subject), { headers: { 'accept-encoding': encoding } })
    assertEqual(packed.headers['content-encoding'], encoding, 'content-encoding')
    assertThat(/accept-encoding/i.test(String(packed.headers['vary'])), 'Vary should name Accept-Encoding')
    assertThat(unpack(packed.body).equals(plain.body), 'the unpacked body should be the plain one')
  }
}

const checkLowerCase = (network: 'eth' | 'base' | 'bsc'): CheckFunction => {
  return async (subject) => {
    const token = subject.token(network)
    const upper = `0x${token.slice(2).toUpperCase()}`
    assertEqual(await subject.json(metricsPath(network, upper)), await subject.json(metricsPath(network, token)), 'the record by upper case')
    const { clusters } = await subject.json<{ clusters: { cluster_addresses: { address: string }[] }[] }>(metricsPath(network, upper, '/clusters'))
    for (const { address } of clusters.flatMap((cluster) => cluster.cluster_addresses)) assertEqual(address, address.toLowerCase(), 'an address')
  }
}

export const restChecks: readonly ContractCheck[] = section('docs/api/rest.md#conventions', [
  [
    'every response has X-Request-Id',
    async (subject) => {
      const ids = await Promise.all(
        [solOverview(subject), '/health', '/nowhere'].map(async (path) => String((await subject.request(path)).headers['x-request-id'] ?? '')),
      )
      assertThat(ids.every((id) => id.length > 0) && new Set(ids).size === ids.length, 'each response should have its own id')
    },
  ],
  [
    'every response has X-Data-As-Of (ISO)',
    async (subject) => {
      for (const path of dataPaths(subject)) isoMillis((await subject.get(path)).headers['x-data-as-of'], `X-Data-As-Of of ${path}`)
    },
  ],
  [
    'X-Data-Source: live, snapshot or import',
    async (subject) => {
      for (const path of dataPaths(subject))
        oneOf('live', 'snapshot', 'import')((await subject.get(path)).headers['x-data-source'], `X-Data-Source of ${path}`)
    },
  ],
  [
    'an error has them too',
    async (subject) => {
      for (const path of ['/nowhere', metricsPath('sol', 'x'), metricsPath('eth', UNREAD_TOKENS.eth)]) {
        const { status, headers } = await subject.request(path)
        assertThat(status >= 400, `${path} should fail`)
        isoMillis(headers['x-data-as-of'], `X-Data-As-Of of ${path}`)
        assertEqual(headers['x-data-source'], 'live', `X-Data-Source of ${path}`)
      }
    },
  ],
  [
    'a 304 has them too',
    async (subject) => {
      const { headers } = await subject.get(solOverview(subject))
      const again = await subject.request(solOverview(subject), { headers: { 'if-none-match': String(headers.etag) } })
      for (const name of ['x-data-as-of', 'x-data-source', 'etag', 'vary']) assertEqual(again.headers[name], headers[name], name)
      nonEmptyText(again.headers['x-request-id'], 'X-Request-Id')
    },
  ],
  [
    'a stored record has an ETag, 304 on a match',
    async (subject) => {
      for (const rest of ['', '/distribution', '/snipers', '/clusters', '/bundlers', '/insiders']) {
        const path = metricsPath('sol', subject.token('sol'), rest)
        const etag = (await subject.get(path)).headers.etag
        assertThat(/^(W\/)?"[^"]+"$/.test(etag ?? ''), `${path} should have an ETag, but has ${etag}`)
        const again = await subject.request(path, { headers: { 'if-none-match': String(etag) } })
        assertStatus(again, 304, `${path} with its ETag`)
        assertEqual(again.body.length, 0, 'the length of a 304')
      }
    },
  ],
  [
    'each encoding of a body has an ETag of its own, and a 304 has its Vary',
    async (subject) => {
      const paths = [
        ...['/clusters', '/snipers', ''].map((rest) => metricsPath('sol', subject.token('sol'), rest)),
        tokenPath('/local/v1', 'sol', subject.token('sol'), '/holders'),
      ]
      const sizes = await Promise.all(paths.map(async (each) => (await subject.get(each)).body.length))
      const path = paths[sizes.findIndex((size) => size > 1024)] ?? skip('no record of the server is above 1 KB')
      const tags = new Set<string | undefined>()
      for (const coding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': coding }
        const { etag } = (await subject.request(path, { headers })).headers
        tags.add(etag)
        const again = await subject.request(path, { headers: { ...headers, 'if-none-match': String(etag) } })
        assertStatus(again, 304, `the ETag of ${coding}`)
        assertThat(/accept-encoding/i.test(again.headers.vary ?? ''), `a 304 should have Vary, but has ${again.headers.vary}`)
      }
      assertEqual(tags.size, 3, 'the number of ETags')
    },
  ],
  [
    'a trailing slash is redirected, with the query kept',
    async (subject) => {
      const { status, headers } = await subject.request('/local/v1/tokens/?limit=1')
      assertEqual([status, headers['location']], [308, '/local/v1/tokens?limit=1'], 'status and Location')
    },
  ],
  [
    'another ETag gets the full response',
    async (subject) => assertStatus(await subject.request(solOverview(subject), { headers: { 'if-none-match': '"other"' } }), 200, 'the call'),
  ],
  [
    'a stored scan has an ETag, 304 on a match',
    async (subject) => {
      for (const { network, token } of subject.tokensOn(NETWORKS)) {
        const path = tokenPath('/scanner/v1/tokens', network, token)
        const { status: got, headers } = await subject.request(path)
        if (got !== 200) continue
        return assertStatus(await subject.request(path, { headers: { 'if-none-match': String(headers.etag) } }), 304, `${path} with its ETag`)
      }
      skip('the server has no scan')
    },
  ],
  ['bodies above 1 KB are compressed on request: gzip', checkCompression('gzip', gunzipSync)],
  ['bodies above 1 KB are compressed on request: br', checkCompression('br', brotliDecompressSync)],
  [
    'bodies are not compressed without a request',
    async (subject) => {
      const { headers } = await subject.request(largePagePath(subject))
      assertEqual(headers['content-encoding'] ?? null, null, 'content-encoding')
    },
  ],
  [
    'Accept-Encoding: the highest quality wins, refused and unknown codings are not used',
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
        assertEqual(
          (await subject.request('/openapi.json', { headers: { 'accept-encoding': wish } })).headers['content-encoding'] ?? null,
          coding,
          wish,
        )
    },
  ],
  [
    'a body up to 1 KB is not compressed',
    async (subject) =>
      assertEqual(
        (await subject.request('/health', { headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding'] ?? null,
        null,
        'the coding',
      ),
  ],
  [
    'snake_case',
    async (subject) =>
      assertThat(
        Object.keys(await subject.json(solOverview(subject))).every((name) => /^[a-z0-9_]+$/.test(name)),
        'fields',
      ),
  ],
  ['EVM addresses in any case, answered in lower case: eth', checkLowerCase('eth')],
  ['EVM addresses in any case, answered in lower case: base', checkLowerCase('base')],
  ['EVM addresses in any case, answered in lower case: bsc', checkLowerCase('bsc')],
  [
    'a valid EIP-55 checksum is accepted',
    async (subject) => assertThat((await subject.get(metricsPath('eth', TETHER, '/clusters'))).status !== 422, 'a valid checksum should be accepted'),
  ],
  ['an invalid EIP-55 checksum is 422', failsWith(422, ['validation_error'], (subject) => subject.get(metricsPath('eth', WRONG_CHECKSUM)))],
  [
    'Solana addresses are case-sensitive',
    async (subject) => {
      const { status: got } = await subject.get(metricsPath('sol', subject.token('sol').toLowerCase()))
      if (got === 503) skip('the server reads unread tokens from a node')
      oneOf(404, 422)(got, 'the status of a token in lower case')
    },
  ],
  [
    'Solana: an address that is not base58 is 422',
    failsWith(422, ['validation_error'], (subject) => subject.get(metricsPath('sol', '0'.repeat(44)))),
  ],
  [
    'Sui full coin types, percent-encoded or not, short forms accepted',
    async (subject) => {
      const token = subject.token('sui')
      const whole = await subject.json(metricsPath('sui', token))
      assertEqual(await subject.json(`/dex-metrics/v1/sui/${token}`), whole, 'the record by the bare coin type')
      const short = token.replace(/^0x0+/, '0x')
      assertEqual(await subject.json(metricsPath('sui', short)), whole, 'the record by the short form')
    },
  ],
  ['a Sui wallet in place of a token is 422', failsWith(422, ['validation_error'], (subject) => subject.get(metricsPath('sui', '0x2')))],
  [
    'HEAD returns the headers of GET without the body',
    async (subject) => {
      const head = await subject.request(solOverview(subject), { method: 'HEAD' })
      assertStatus(head, 200, 'HEAD')
      assertEqual([head.body.length, head.headers.etag], [0, (await subject.get(solOverview(subject))).headers.etag], 'length and ETag')
    },
  ],
])
