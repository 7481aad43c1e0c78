import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { section, type LineCheck, type SpecLine } from '../line.ts'
import { filled, isoMillis, oneOf } from '../shape.ts'
import { metricsPath, NETWORKS, solOverview, tokenPath, UNREAD, type Subject } from '../subject.ts'
import { hold, notApplicable, same } from '../verdict.ts'
import { status } from './endpoints.ts'
import { fails } from './fails.ts'

/** docs/api/rest.md#conventions, over REST. */

const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const WRONG_CHECKSUM = '0xdac17F958D2ee523a2206206994597C13D831ec7'
const large = ({ traded }: Subject): string => `/dex/v1/${traded.network}/trades?token=${encodeURIComponent(traded.token)}&limit=200`
/** A call of each kind that answers data. */
const ANSWERED = (subject: Subject): string[] => [
  ...['', '/distribution', '/snipers', '/clusters', '/bundlers', '/insiders'].map((rest) => metricsPath('sol', subject.token('sol'), rest)),
  ...['/snapshots', '/metrics/distribution', '/metrics/snipers', '/metrics/clusters'].map((rest) =>
    tokenPath('/atlas/v1', 'sol', subject.token('sol'), rest),
  ),
  tokenPath('/atlas/v1', 'sol', UNREAD.sol, '/snapshots'),
  large(subject),
  `/labels/v1/sol/${UNREAD.sol}`,
  ...['/local/v1/tokens', '/local/v1/keys', '/local/v1/status', '/health', '/openapi.json', '/asyncapi.json', '/docs'],
]
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

export const restLines: readonly SpecLine[] = section('docs/api/rest.md#conventions', [
  [
    'every answer carries X-Request-Id',
    async (subject) => {
      const ids = await Promise.all(
        [solOverview(subject), '/health', '/nowhere'].map(async (path) => String((await subject.ask(path)).headers['x-request-id'] ?? '')),
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
      const { headers } = await subject.get(solOverview(subject))
      const again = await subject.ask(solOverview(subject), { headers: { 'if-none-match': String(headers.etag) } })
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
    async (subject) => status(await subject.ask(solOverview(subject), { headers: { 'if-none-match': '"other"' } }), 200, 'the call'),
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
        Object.keys(await subject.json(solOverview(subject))).every((name) => /^[a-z0-9_]+$/.test(name)),
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
      const head = await subject.ask(solOverview(subject), { method: 'HEAD' })
      status(head, 200, 'HEAD')
      same([head.body.length, head.headers.etag], [0, (await subject.get(solOverview(subject))).headers.etag], 'length and ETag')
    },
  ],
])
